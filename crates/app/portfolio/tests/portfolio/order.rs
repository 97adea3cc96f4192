//! The same answer, whoever is faster.

use std::time::Duration;

use engine::{Answer, Engine, Property, Task, Tell};

use crate::common::{Quiet, ask, fake, proof, threads, work_for};

const LATE: Duration = Duration::from_millis(10);

/// Answers that took so many steps.
fn prove_after(steps: u64, task: &Task<'_>, tell: &Tell<'_>) {
    let answer = |property: &Property| Answer { steps, ..Answer::new(*property, proof()) };
    task.properties.iter().map(answer).for_each(tell);
}

#[test]
fn fewer_steps_count_before_speed_and_the_stage_before_both() {
    // Of each engine its stage and its steps, and which one is reported.
    let cases = [
        ((0, 10), (0, 20), "one"),
        ((0, 20), (0, 10), "other"),
        ((0, 10), (0, 10), "one"),
        ((1, 10), (0, 20), "other"),
    ];
    for (one, other, reported) in cases {
        for permits in [1, 2, 3] {
            for slow in [0, 1] {
                let engine = |id: &'static str, number: usize, (stage, steps): (u8, u64)| {
                    let engine = fake(id, move |task, budget, tell| {
                        if number == slow {
                            work_for(budget, LATE);
                        }
                        budget.step(steps);
                        prove_after(steps, task, tell);
                    });
                    engine.in_stage(stage)
                };
                let (one, other) = (engine("one", 0, one), engine("other", 1, other));
                let engines: [&dyn Engine; 2] = [&one, &other];
                for settled in ask(&engines, &threads(permits), &Quiet) {
                    assert_eq!(settled.engine, Some(reported), "{permits} permits, {slow} is slow");
                }
            }
        }
    }
}
