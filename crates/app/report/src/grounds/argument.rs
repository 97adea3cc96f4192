//! The steps of an argument that a cycle ends, in terms of C.

use its::certificate::{Between, Proof as Ending, ProofStep, Ranking, SizeChangeArc};
use its::replay::{Refined, Simplified};
use its::system::{Atom, IntVar, Location, Poly, System, Transition};
use symex::number::{Linear, Relation, Var};
use symex::proof::{Cycle, Place, Proof};

use super::ending::listed;
use super::heads::{Head, Heads, Kind};
use super::sum::{Quantity, Sum};
use super::view::View;
use super::words;

/// A step of an argument in words.
#[derive(PartialEq)]
pub struct Step {
    pub text: String,
    /// When it is the whole argument.
    pub brief: Option<String>,
}

/// One cycle, and what there is to say of it.
pub struct Argument<'a, 's> {
    heads: &'a Heads<'a>,
    proof: &'a Proof,
    cycle: &'a Cycle,
    /// All heads of the cycle, in the order of their places.
    within: &'a [Head],
    simplified: &'a Simplified<'s>,
    /// The location of the simplified system that a location is a region of.
    bases: Vec<Location>,
    /// Ways of which earlier steps have dealt with some.
    dealt: Vec<Way>,
}

impl<'a, 's> Argument<'a, 's> {
    pub fn new(
        heads: &'a Heads<'a>,
        proof: &'a Proof,
        cycle: &'a Cycle,
        within: &'a [Head],
        simplified: &'a Simplified<'s>,
    ) -> Argument<'a, 's> {
        let bases = (0..simplified.system().locations.len()).map(|at| Location(at as u32)).collect();
        Argument { heads, proof, cycle, within, simplified, bases, dealt: Vec::new() }
    }

    pub fn steps(&mut self, ending: &Ending) -> Vec<Step> {
        let mut refined = Refined::new(self.simplified.system(), ending.invariants.clone());
        let mut steps = Vec::new();
        for step in &ending.steps {
            refined.apply(step);
            if let ProofStep::Regions { regions, .. } = step {
                for (location, parts) in regions {
                    let base = self.bases[location.index()];
                    self.bases.extend(parts.iter().map(|_| base));
                }
            }
            steps.extend(self.step(&refined, step));
            if let ProofStep::Ranked { decreasing, .. } = step {
                let ways: Vec<Way> = decreasing.iter().map(|index| self.way(&refined, *index)).collect();
                self.dealt.extend(ways);
            }
        }
        steps
    }

    /// `None` for what people need not know: ways through the program that are no ways.
    fn step(&self, refined: &Refined, step: &ProofStep) -> Option<Step> {
        let system = &refined.system;
        let only = |text: String| Some(Step { text, brief: None });
        match step {
            ProofStep::Impossible { .. } => None,
            ProofStep::Ranked { component, ranking, decreasing } => {
                Some(self.ranked(refined, component, ranking, decreasing))
            }
            ProofStep::Phases { component, functions } => Some(self.phases(system, component, functions)),
            ProofStep::Cases { transition: index, cases } => {
                let transition = &system.transitions[*index];
                let shown = cases.iter().map(|case| self.atoms(transition.from, case)).collect::<Vec<_>>();
                let way = self.way_words(&self.way(refined, *index));
                only(format!("in {way}, one of these holds: {}", shown.join("; or ")))
            }
            ProofStep::Regions { regions, .. } => {
                let region = |(location, parts): &(Location, Vec<Vec<Atom>>)| {
                    let parts: Vec<String> = parts.iter().map(|part| self.atoms(*location, part)).collect();
                    format!("at {} one of these holds: {}", self.place_words(*location), parts.join("; or "))
                };
                let mut shown: Vec<String> = regions.iter().map(region).collect();
                shown.dedup();
                only(shown.join("; "))
            }
            ProofStep::SizeChange { component, measures, graphs } => {
                only(self.size_change(system, component, measures, graphs))
            }
            ProofStep::Disjunction { at, relations, .. } => only(self.disjunction(system, *at, relations)),
        }
    }

    fn place(&self, location: Location) -> Option<Place> {
        let name = self.simplified.system().location_name(*self.bases.get(location.index())?);
        let at = self.cycle.system.locations.iter().position(|other| other == name)?;
        self.original_place(Location(at as u32))
    }

    /// Of a location of the system as the graph gives it, whose first is its start, which is no place.
    fn original_place(&self, location: Location) -> Option<Place> {
        self.cycle.component.places.get(location.index().checked_sub(1)?).copied()
    }

    fn head(&self, location: Location) -> Option<Head> {
        Some(Head::of(self.proof, self.place(location)?))
    }

    fn place_words(&self, location: Location) -> String {
        self.head(location).map_or("the start".to_string(), |head| self.heads.words(head, self.within))
    }

    fn view(&self, place: Place) -> View<'_> {
        View::new(self.heads, self.proof, place)
    }

    /// A value at a location, in C's terms.
    fn value(&self, location: Location, poly: &Poly) -> String {
        let Some(view) = self.place(location).map(|place| self.view(place)) else { return self.bare(poly) };
        match self.in_state(poly).and_then(|form| view.sum(&form)) {
            Some(sum) => words::shown(&sum, &view),
            None => self.bare(poly),
        }
    }

    /// Over the variables of states; `None` when it is not linear, or speaks of what a transition chooses.
    fn in_state(&self, poly: &Poly) -> Option<Linear> {
        let original = self.simplified.in_original(poly)?;
        if !original.is_linear() || original.vars().iter().any(|var| var.index() >= self.cycle.system.vars.len()) {
            return None;
        }
        let mut form = Linear::constant(original.constant_term());
        for var in original.vars() {
            form = form.combine(&Linear::var(Var(var.0)), original.coefficient(var))?;
        }
        Some(form)
    }

    /// With the names that it has in the system: honest, where C has none.
    fn bare(&self, poly: &Poly) -> String {
        let system = self.simplified.system();
        let name = |var: IntVar| system.vars.get(var.index()).cloned().unwrap_or_else(|| format!("x{}", var.0));
        format!("`{}`, in the variables of the system", poly.show(&name))
    }

    fn atoms(&self, location: Location, atoms: &[Atom]) -> String {
        let view = self.place(location).map(|place| self.view(place));
        let shown = |atom: &Atom| {
            let relation = match atom.relation {
                its::system::Relation::AtLeastZero => Relation::AtLeastZero,
                its::system::Relation::Zero => Relation::Zero,
            };
            let sum = view.as_ref().zip(self.in_state(&atom.poly)).and_then(|(view, form)| view.sum(&form));
            match (sum, &view) {
                (Some(sum), Some(view)) => words::compared(&sum, relation, view),
                (_, _) => format!("{} is at least 0", self.bare(&atom.poly)),
            }
        };
        atoms.iter().map(shown).collect::<Vec<_>>().join(" and ")
    }

    /// What a ranking is at the locations that the transitions start from: one value for all, or one for each head.
    fn measure(&self, system: &System, component: &[usize], ranking: &Ranking) -> Measure {
        let mut froms: Vec<Location> = component.iter().map(|index| system.transitions[*index].from).collect();
        froms.sort_unstable();
        froms.dedup();
        let mut values: Vec<(Option<Head>, String)> = Vec::new();
        for location in froms {
            let shown = ranking.at(location).map(|poly| (self.head(location), self.value(location, poly)));
            if let Some(shown) = shown.filter(|shown| !values.contains(shown)) {
                values.push(shown);
            }
        }
        values.sort_by_key(|(head, _)| head.map(|head| self.heads.order(head)));
        match values.as_slice() {
            [] => Measure::One("`0`".to_string()),
            [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => Measure::One(first.clone()),
            _ => Measure::Several(self.by_head(&values)),
        }
    }

    fn by_head(&self, values: &[(Option<Head>, String)]) -> String {
        let mut parts: Vec<(Option<Head>, Vec<&str>)> = Vec::new();
        for (head, value) in values {
            match parts.iter_mut().find(|(other, _)| other == head) {
                Some((_, values)) => values.push(value),
                None => parts.push((*head, vec![value])),
            }
        }
        let part = |(head, values): &(Option<Head>, Vec<&str>)| {
            let place = head.map_or("the start".to_string(), |head| self.heads.words(head, self.within));
            match values.as_slice() {
                [only] => format!("{only} at {place}"),
                several => format!("one of {} at {place}", several.join(", ")),
            }
        };
        parts.iter().map(part).collect::<Vec<_>>().join(", ")
    }

    fn ranked(&self, refined: &Refined, component: &[usize], ranking: &Ranking, decreasing: &[usize]) -> Step {
        let all = decreasing.len() == component.len();
        let (measure, ways) =
            (self.measure(&refined.system, component, ranking), self.ways(refined, component, decreasing));
        let (one, is) = match &measure {
            Measure::One(one) => (one.clone(), String::new()),
            Measure::Several(all) => ("a measure".to_string(), format!("; it is {all}")),
        };
        let falls = if all { "decreases" } else { "never increases, and decreases" };
        let text = format!("{one} {falls} by at least 1, from at least 0, {ways}{is}");
        let brief = all.then(|| {
            let (during, one) = self.during(&measure);
            format!("{one} decreases by at least 1 and is at least 0 {during}")
        });
        Step { text, brief }
    }

    /// How a measure of the whole cycle is spoken of.
    fn during(&self, measure: &Measure) -> (String, String) {
        let recursive = self.within.iter().any(|head| self.heads.kind(*head) == Kind::Start);
        let during = match (recursive, self.within.len()) {
            (true, _) => "from call to call",
            (false, 1) => "while it runs",
            (false, _) => "while they run",
        };
        match measure {
            Measure::One(one) => (during.to_string(), one.clone()),
            Measure::Several(all) => (format!("{during}: it is {all}"), "a measure".to_string()),
        }
    }

    /// Between which places something decreases: `each round of the loop at line 4`.
    fn ways(&self, refined: &Refined, component: &[usize], decreasing: &[usize]) -> String {
        let mut ways: Vec<Way> = decreasing.iter().map(|index| self.way(refined, *index)).collect();
        ways.sort();
        ways.dedup();
        let shown = ways.iter().map(|way| {
            let count = |all: &[usize]| all.iter().filter(|index| self.way(refined, **index) == *way).count();
            let (some, all) = (count(decreasing), count(component));
            let words = self.way_words(way);
            let on = match way.kind(self.heads) {
                Kind::Loop => "in",
                Kind::Start => "with",
                Kind::Meeting => "on",
            };
            match (some == all, self.dealt.contains(way)) {
                (true, false) => format!("{on} each {words}"),
                (true, true) => format!("{on} each other {words}"),
                (false, _) => format!("{on} {some} of {all} kinds of {words}"),
            }
        });
        listed(&shown.collect::<Vec<_>>())
    }

    fn way(&self, refined: &Refined, index: usize) -> Way {
        let Transition { from, to, .. } = &refined.system.transitions[index];
        let path = &self.simplified.origins()[refined.origin[index]].path;
        let passed = path.split_last().map_or(&[][..], |(_, before)| before);
        let places = passed.iter().map(|step| self.cycle.system.transitions[*step].to);
        let (from, to) = (self.head(*from), self.head(*to));
        let through = places.filter_map(|location| Some(Head::of(self.proof, self.original_place(location)?)));
        // Where ways only meet is nothing to tell.
        let tells = |head: &Head| Some(*head) != from && Some(*head) != to && self.heads.kind(*head) != Kind::Meeting;
        let mut through: Vec<Head> = through.filter(tells).collect();
        through.dedup();
        Way { from, through, to }
    }

    /// `round of the loop at line 4`.
    fn way_words(&self, way: &Way) -> String {
        let words =
            |head: Option<Head>| head.map_or("the start".to_string(), |head| self.heads.words(head, self.within));
        let through: Vec<String> = way.through.iter().map(|head| words(Some(*head))).collect();
        let through = if through.is_empty() { String::new() } else { format!(" through {}", listed(&through)) };
        match (way.kind(self.heads), way.from == way.to) {
            (Kind::Loop, _) => format!("round of {}", words(way.to)),
            (Kind::Start, _) => {
                let name = |head: Option<Head>| head.map_or("", |head| self.heads.function(head));
                format!("call of `{}` by `{}`", name(way.to), name(way.from))
            }
            (Kind::Meeting, true) => format!("way from {}{through} back to it", words(way.from)),
            (Kind::Meeting, false) => format!("way from {}{through} to {}", words(way.from), words(way.to)),
        }
    }

    fn phases(&self, system: &System, component: &[usize], functions: &[Ranking]) -> Step {
        let shown: Vec<String> = functions
            .iter()
            .map(|ranking| match self.measure(system, component, ranking) {
                Measure::One(one) => one,
                Measure::Several(all) => format!("a measure ({all})"),
            })
            .collect();
        let text = match shown.as_slice() {
            [] => "there is nothing to show".to_string(),
            [only] => format!("{only} decreases by at least 1 and is at least 0 before"),
            [first, rest @ ..] => {
                let rest: Vec<String> = rest.iter().map(|one| format!("then {one} decreases")).collect();
                format!(
                    "in phases: {first} decreases; once that is not positive, {}; the last is at least 0",
                    rest.join("; once that is not positive, ")
                )
            }
        };
        Step { brief: Some(text.clone()), text }
    }

    fn size_change(
        &self,
        system: &System,
        component: &[usize],
        measures: &[Poly],
        graphs: &[(usize, Vec<SizeChangeArc>)],
    ) -> String {
        let mut froms: Vec<Location> = component.iter().map(|index| system.transitions[*index].from).collect();
        froms.sort_unstable();
        froms.dedup();
        let measure = |poly: &Poly| {
            let mut values: Vec<(Option<Head>, String)> = Vec::new();
            for location in &froms {
                let shown = (self.head(*location), self.value(*location, poly));
                if !values.contains(&shown) {
                    values.push(shown);
                }
            }
            match values.as_slice() {
                [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => first.clone(),
                values => format!("a measure ({})", self.by_head(values)),
            }
        };
        let used =
            |number: usize| graphs.iter().flat_map(|(_, arcs)| arcs).any(|arc| arc.from == number || arc.to == number);
        let shown: Vec<String> =
            measures.iter().enumerate().filter(|(number, _)| used(*number)).map(|(_, poly)| measure(poly)).collect();
        format!(
            "in every sequence of steps that goes on for ever, one of these would fall for ever and never below 0: {}",
            shown.join("; ")
        )
    }

    fn disjunction(&self, system: &System, at: Location, relations: &[Between]) -> String {
        let place = self.place_words(at);
        let Some(view) = self.place(at).map(|place| self.view(place)) else {
            return format!("{place} is reached only finitely often");
        };
        let name = |var: IntVar| {
            let count = system.vars.len();
            let (own, mark) = if var.index() < count { (var, "") } else { (IntVar(var.0 - count as u32), " later") };
            let form = self.in_state(&Poly::var(own));
            let sum = form.and_then(|form| view.sum(&form)).unwrap_or_else(|| Sum::of(Quantity::Unnamed(Var(own.0))));
            format!("({}{mark})", words::shown(&sum, &view).replace('`', ""))
        };
        let shown: Vec<String> = relations
            .iter()
            .filter(|relation| relation.to == at)
            .filter_map(|relation| Some(format!("`{}`", relation.measure.as_ref()?.show(&name))))
            .collect();
        format!("between any two visits of {place}, one of these has fallen and was at least 0: {}", shown.join("; "))
    }
}

/// From one place to another.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    from: Option<Head>,
    /// Without the two.
    through: Vec<Head>,
    to: Option<Head>,
}

impl Way {
    /// A round of a loop, a call of a function by itself or another one, or just a way.
    fn kind(&self, heads: &Heads<'_>) -> Kind {
        let kind = |head: Option<Head>| head.map_or(Kind::Meeting, |head| heads.kind(head));
        match (kind(self.from), kind(self.to)) {
            (Kind::Loop, Kind::Loop) if self.from == self.to && self.through.is_empty() => Kind::Loop,
            (Kind::Start, Kind::Start) if self.through.is_empty() => Kind::Start,
            (Kind::Start | Kind::Loop | Kind::Meeting, Kind::Start | Kind::Loop | Kind::Meeting) => Kind::Meeting,
        }
    }
}

/// What decreases.
enum Measure {
    One(String),
    Several(String),
}
