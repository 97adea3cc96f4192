//! Names that differ from each other.

use rustc_hash::FxHashMap;

/// Names already given; each with the number that its next double gets.
#[derive(Clone, Default)]
pub(super) struct Names {
    taken: FxHashMap<String, usize>,
}

impl Names {
    /// Names that are not to be given.
    pub fn without<'a>(reserved: impl IntoIterator<Item = &'a str>) -> Names {
        Names { taken: reserved.into_iter().map(|name| (name.to_string(), 1)).collect() }
    }

    /// The name itself if it is free, otherwise with a number.
    pub fn give(&mut self, wish: &str) -> String {
        let mut name = wish.to_string();
        let mut number = self.taken.get(wish).copied().unwrap_or(1);
        while self.taken.contains_key(&name) {
            name = format!("{wish}_{number}");
            number += 1;
        }
        self.taken.insert(wish.to_string(), number);
        self.taken.entry(name.clone()).or_insert(1);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_get_numbers() {
        let mut names = Names::without(["true"]);
        let given: Vec<String> = ["x", "x", "x_1", "x", "true", "x_1"].iter().map(|wish| names.give(wish)).collect();
        assert_eq!(given, ["x", "x_1", "x_1_1", "x_2", "true_1", "x_1_2"]);
    }
}
