//! States that arrive where loops begin, or where several ways meet.

use engine::Limit;
use ir::BlockId;
use symex::cover::{Common, Match, Registers, covers};
use symex::state::{State, canonical};
use symex::walk::Point;

use super::{APART, Cut, Explorer, MOST_JOINS, Tries, Work};
use crate::enrich::with_cells_of;
use crate::generalize::{Folding, Keeps, generalize};

impl Explorer<'_, '_, '_> {
    pub(super) fn arrive(
        &mut self,
        graph: usize,
        parent: Option<usize>,
        block: BlockId,
        state: &State,
    ) -> Result<(), Limit> {
        let registers = Registers::Of(self.graphs[graph].func);
        let common = self.common(graph, registers);
        self.weigh(state)?;
        let arrived = state;
        let (state, _) = canonical(state, common.vars).ok_or(Limit::Effort)?;
        let state = self.tidied(state, common, Folding::Ends);
        let here: Vec<usize> = (0..self.graphs[graph].cuts.len())
            .filter(|at| {
                let cut = &self.graphs[graph].cuts[*at];
                cut.block == block && !cut.replaced
            })
            .collect();
        for at in &here {
            let Some(found) = covers(self.machine, &self.graphs[graph].cuts[*at].state, &state, common) else {
                continue;
            };
            if self.is_ancestor(graph, *at, parent) && self.enrich(graph, *at, &state, &found, common) {
                return Ok(());
            }
            self.revive(graph, *at);
            return Ok(());
        }
        // What was reached only from what was replaced says nothing of where the way goes now.
        let here: Vec<usize> = here.into_iter().filter(|at| !self.graphs[graph].cuts[*at].stale).collect();
        let ancestor = here.iter().rev().find(|at| self.is_ancestor(graph, **at, parent)).copied();
        let crowded = here.len() >= APART;
        let partners = ancestor.into_iter().chain(here.iter().rev().copied().filter(|_| crowded || self.effort.joins));
        let partners: Vec<usize> = partners.collect();
        // Shapes are forgotten when there is no other way, with whomever.
        let tries = partners.iter().map(|at| (*at, false)).chain(partners.iter().map(|at| (*at, true)));
        for (partner, forgets_shapes) in tries.collect::<Vec<_>>() {
            let from_there = parent == Some(partner);
            let mut tries = self.graphs[graph].cuts[partner].tries;
            let count = if from_there { &mut tries.direct } else { &mut tries.around };
            let done = *count + u32::from(crowded);
            *count = done + 1;
            let hints = self.hints.clone();
            let mut manner = self.manner(graph, registers, done, &hints);
            if forgets_shapes && !manner.forgets_shapes {
                continue;
            }
            manner.forgets_shapes = forgets_shapes;
            manner.widens = self.is_ancestor(graph, partner, parent);
            if !manner.widens && done < MOST_JOINS {
                manner.keeps = Keeps::All;
            }
            let old = self.graphs[graph].cuts[partner].state.clone();
            if from_there {
                manner.shared = old.var_bound();
            }
            let new = if from_there { arrived } else { &state };
            let Some(general) = generalize(self.machine, &old, new, manner) else { continue };
            let Some((general, _)) = canonical(&general, common.vars) else { continue };
            let stands = covers(self.machine, &general, &old, common).is_some()
                && covers(self.machine, &general, &state, common).is_some();
            tracing::trace!("at {block:?}, {manner:?}, {stands}\n  old {old}\n  new {new}\n  general {general}");
            if stands {
                self.note(&general);
                self.replace(graph, partner);
                let parent = self.graphs[graph].cuts[partner].parent;
                self.keep(graph, parent, block, general, tries);
                return Ok(());
            }
            tracing::debug!("a generalisation does not cover what it was made of");
        }
        if here.len() > 4 * APART {
            return Err(Limit::Effort);
        }
        self.keep(graph, parent, block, state, Tries::default());
        Ok(())
    }

    /// What a loop looks at, and its first state knows nothing of, gets a name there: its value may be why the loop ends.
    fn enrich(&mut self, graph: usize, cut: usize, state: &State, found: &Match, common: Common) -> bool {
        if self.graphs[graph].cuts[cut].enriched {
            return false;
        }
        self.graphs[graph].cuts[cut].enriched = true;
        let old = self.graphs[graph].cuts[cut].state.clone();
        let Some(general) = with_cells_of(&old, state, found) else { return false };
        let Some((general, _)) = canonical(&general, common.vars) else { return false };
        let stands = covers(self.machine, &general, &old, common).is_some()
            && covers(self.machine, &general, state, common).is_some();
        if stands {
            self.replace(graph, cut);
            let Cut { block, parent, tries, .. } = self.graphs[graph].cuts[cut];
            self.keep(graph, parent, block, general, tries);
            let new = self.graphs[graph].cuts.len() - 1;
            self.graphs[graph].cuts[new].enriched = true;
        }
        stands
    }

    fn is_ancestor(&self, graph: usize, cut: usize, of: Option<usize>) -> bool {
        let cuts = &self.graphs[graph].cuts;
        std::iter::successors(of, |at| cuts[*at].parent).any(|at| at == cut)
    }

    fn keep(&mut self, graph: usize, parent: Option<usize>, block: BlockId, state: State, tries: Tries) {
        self.kept += 1;
        let cut = Cut { block, state, parent, replaced: false, stale: false, enriched: false, tries };
        self.graphs[graph].cuts.push(cut);
        self.start(graph, self.graphs[graph].cuts.len() - 1);
    }

    fn start(&mut self, graph: usize, cut: usize) {
        let Cut { block, state, .. } = &self.graphs[graph].cuts[cut];
        let point = Point { block: *block, index: 0, state: state.clone() };
        self.work.push(Work { graph, parent: Some(cut), point });
    }

    /// Another state stands for it; what was reached only from it waits until it is reached again.
    fn replace(&mut self, graph: usize, cut: usize) {
        self.graphs[graph].cuts[cut].replaced = true;
        for at in 0..self.graphs[graph].cuts.len() {
            if at != cut && self.is_ancestor(graph, cut, Some(at)) {
                self.graphs[graph].cuts[at].stale = true;
            }
        }
    }

    fn revive(&mut self, graph: usize, cut: usize) {
        if std::mem::take(&mut self.graphs[graph].cuts[cut].stale) {
            self.start(graph, cut);
        }
    }
}
