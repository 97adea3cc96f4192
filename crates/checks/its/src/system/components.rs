//! What the graph alone says: strongly connected components, and what can be reached.

use super::transition::{Location, System};

/// A component that has a cycle: its transitions, in ascending order.
pub type Component = Vec<usize>;

/// Components with a cycle among the given transitions, in the order in which they are reached.
pub fn components(system: &System, transitions: &[usize]) -> Vec<Component> {
    let count = system.locations.len();
    let mut successors = vec![Vec::new(); count];
    for &index in transitions {
        let transition = &system.transitions[index];
        successors[transition.from.index()].push(transition.to.index());
    }
    let component_of = Tarjan::run(&successors);
    let mut components: Vec<Component> = vec![Vec::new(); count];
    for &index in transitions {
        let transition = &system.transitions[index];
        if component_of[transition.from.index()] == component_of[transition.to.index()] {
            components[component_of[transition.from.index()]].push(index);
        }
    }
    // Tarjan's algorithm finds first what is reached last.
    components.reverse();
    components.retain(|component| !component.is_empty());
    components
}

/// Locations that runs with these transitions can get to, as far as the graph says.
pub fn reachable(system: &System, transitions: &[usize]) -> Vec<bool> {
    let mut next: Vec<Vec<Location>> = vec![Vec::new(); system.locations.len()];
    for transition in transitions.iter().map(|index| &system.transitions[*index]) {
        next[transition.from.index()].push(transition.to);
    }
    let mut seen = vec![false; system.locations.len()];
    let mut work: Vec<Location> = vec![system.start];
    while let Some(location) = work.pop() {
        if !std::mem::replace(&mut seen[location.index()], true) {
            work.extend(&next[location.index()]);
        }
    }
    seen
}

/// Those of the transitions that start at such locations.
pub fn reachable_transitions(system: &System, transitions: &[usize]) -> Vec<usize> {
    let reached = reachable(system, transitions);
    transitions.iter().copied().filter(|index| reached[system.transitions[*index].from.index()]).collect()
}

/// All of a system's transitions that start where runs can get to.
pub fn all_reachable(system: &System) -> Vec<usize> {
    reachable_transitions(system, &(0..system.transitions.len()).collect::<Vec<_>>())
}

/// Transitions that begin where no path from the start leads.
pub fn unreachable(system: &System) -> Vec<usize> {
    let reached = all_reachable(system);
    let mut rest = reached.iter().peekable();
    (0..system.transitions.len()).filter(|index| rest.next_if(|next| *next == index).is_none()).collect()
}

/// Transitions after which no cycle can be reached.
pub fn irrelevant(system: &System) -> Vec<usize> {
    let all: Vec<usize> = (0..system.transitions.len()).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); system.locations.len()];
    for transition in &system.transitions {
        before[transition.to.index()].push(transition.from.index());
    }
    let cyclic = components(system, &all).into_iter().flatten();
    let mut work: Vec<usize> = cyclic.map(|index| system.transitions[index].from.index()).collect();
    let mut leads = vec![false; system.locations.len()];
    while let Some(location) = work.pop() {
        if !std::mem::replace(&mut leads[location], true) {
            work.extend(&before[location]);
        }
    }
    all.into_iter().filter(|index| !leads[system.transitions[*index].to.index()]).collect()
}

#[derive(Default)]
struct Tarjan {
    number: Vec<Option<usize>>,
    low: Vec<usize>,
    component: Vec<usize>,
    open: Vec<usize>,
    is_open: Vec<bool>,
    next: usize,
    components: usize,
}

impl Tarjan {
    /// The component of every node, numbered in the order in which they are closed.
    fn run(successors: &[Vec<usize>]) -> Vec<usize> {
        let count = successors.len();
        let mut tarjan = Tarjan {
            number: vec![None; count],
            low: vec![0; count],
            component: vec![0; count],
            is_open: vec![false; count],
            ..Tarjan::default()
        };
        for root in 0..count {
            if tarjan.number[root].is_none() {
                tarjan.visit(root, successors);
            }
        }
        tarjan.component
    }

    /// Depth first with a stack of our own: systems may be long.
    fn visit(&mut self, root: usize, successors: &[Vec<usize>]) {
        let mut stack = vec![(root, 0)];
        while let Some((node, edge)) = stack.pop() {
            if edge == 0 {
                self.number[node] = Some(self.next);
                self.low[node] = self.next;
                self.next += 1;
                self.open.push(node);
                self.is_open[node] = true;
            }
            let Some(&target) = successors[node].get(edge) else {
                self.close(node);
                if let Some((parent, _)) = stack.last() {
                    self.low[*parent] = self.low[*parent].min(self.low[node]);
                }
                continue;
            };
            stack.push((node, edge + 1));
            match self.number[target] {
                None => stack.push((target, 0)),
                Some(number) if self.is_open[target] => self.low[node] = self.low[node].min(number),
                Some(_) => {}
            }
        }
    }

    fn close(&mut self, node: usize) {
        if self.number[node] != Some(self.low[node]) {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.is_open[member] = false;
            self.component[member] = self.components;
            if member == node {
                break;
            }
        }
        self.components += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::transition::Transition;
    use super::*;

    fn system(edges: &[(u32, u32)], count: usize) -> System {
        let transition = |&(from, to): &(u32, u32)| Transition {
            from: Location(from),
            to: Location(to),
            chosen: Vec::new(),
            guard: Vec::new(),
            update: Vec::new(),
        };
        System {
            vars: Vec::new(),
            locations: (0..count).map(|index| format!("l{index}")).collect(),
            start: Location(0),
            transitions: edges.iter().map(transition).collect(),
        }
    }

    #[test]
    fn only_cycles_are_components() {
        let system = system(&[(0, 1), (1, 2), (2, 1), (2, 3), (3, 3), (4, 4)], 5);
        let all: Vec<usize> = (0..6).collect();
        let found = components(&system, &all);
        assert_eq!(found.len(), 3);
        assert!(found.contains(&vec![1, 2]) && found.contains(&vec![4]) && found.contains(&vec![5]));
        let first = found.iter().position(|component| component == &vec![1, 2]);
        let second = found.iter().position(|component| component == &vec![4]);
        assert!(first < second, "what is reached first comes first");
        assert_eq!(reachable(&system, &all), [true, true, true, true, false]);
    }
}
