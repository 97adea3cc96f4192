//! Knowledge as it is written down, and the check of what is read.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::number::fact::Fact;
use crate::number::interval::Interval;
use crate::number::linear::{Linear, Var};

use super::Knowledge;
use super::content::Content;

#[derive(Serialize, Deserialize)]
pub(super) struct Written {
    contradictory: bool,
    solved: Vec<(Var, Linear)>,
    ranges: Vec<(Var, Option<i128>, Option<i128>)>,
    parts: Vec<(Linear, Option<i128>, Option<i128>)>,
    apart: Vec<Linear>,
    odd: Vec<Fact>,
}

impl From<Knowledge> for Written {
    fn from(knowledge: Knowledge) -> Written {
        let content = Arc::unwrap_or_clone(knowledge.content);
        Written {
            contradictory: content.contradictory,
            solved: content.solved,
            ranges: content.ranges.into_iter().map(|(var, within)| (var, within.low, within.high)).collect(),
            parts: content.parts.into_iter().map(|(part, within)| (part, within.low, within.high)).collect(),
            apart: content.apart,
            odd: content.odd,
        }
    }
}

impl TryFrom<Written> for Knowledge {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Knowledge, &'static str> {
        let content = Content {
            contradictory: written.contradictory,
            solved: written.solved,
            ranges: written.ranges.into_iter().map(|(var, low, high)| (var, Interval { low, high })).collect(),
            parts: written.parts.into_iter().map(|(part, low, high)| (part, Interval { low, high })).collect(),
            apart: written.apart,
            odd: written.odd,
        };
        if !content.is_consistent() {
            return Err("knowledge is not in the form in which it is kept");
        }
        Ok(Knowledge { content: Arc::new(content) })
    }
}
