//! Knowledge on disk.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Option<Knowledge> {
    serde_json::from_str(text).ok()
}

fn written(knowledge: &Knowledge) -> String {
    serde_json::to_string(knowledge).expect("knowledge is written")
}

#[test]
fn only_knowledge_in_its_form_is_read() {
    let good = written(&knowing([zero(&[1, -1], 0), at_least_zero(&[1, 0, 1], 0), at_least_zero(&[0, 0, 1], 0)]));
    assert!(read(&good).is_some());
    let spoilt = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        read(&good.replacen(from, to, 1))
    };
    assert_eq!(spoilt(r#""contradictory":false"#, r#""contradictory":true"#), None, "contradictory, and more");
    assert_eq!(spoilt(r#""solved":[[1"#, r#""solved":[[0"#), None, "a solved variable elsewhere");
    assert_eq!(spoilt(r#""ranges":[[2,0,null]]"#, r#""ranges":[[2,null,null]]"#), None, "a range that says nothing");
    assert_eq!(spoilt(r#""ranges":[[2,0,null]]"#, r#""ranges":[[2,3,1]]"#), None, "an empty range");
    assert_eq!(spoilt(r#"[[0,1],[2,1]]"#, r#"[[0,2],[2,2]]"#), None, "a sum that can be divided");
    assert_eq!(spoilt(r#"[[0,1],[2,1]]"#, r#"[[0,-1],[2,1]]"#), None, "a sum that begins with less than zero");
    assert_eq!(spoilt(r#""apart":[]"#, r#""apart":[{"terms":[],"constant":1}]"#), None, "a constant that is not zero");
}

proptest! {
    #[test]
    fn read_as_written(learnt in some_facts()) {
        let knowledge = knowing(learnt);
        prop_assert_eq!(read(&written(&knowledge)), Some(knowledge));
    }
}
