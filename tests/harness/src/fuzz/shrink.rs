//! Makes a failing input shorter.

/// `fails` holds for the input and for what is returned; at most so many candidates are tried.
pub fn shrink(input: &[u8], attempts: usize, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = input.to_vec();
    let mut left = attempts;
    let mut size = (best.len() / 2).max(1);
    loop {
        let before = best.len();
        let mut from = 0;
        while from < best.len() && left > 0 {
            let candidate = [&best[..from], &best[(from + size).min(best.len())..]].concat();
            left -= 1;
            if fails(&candidate) {
                best = candidate;
            } else {
                from += size;
            }
        }
        if left == 0 || (size == 1 && best.len() == before) {
            return best;
        }
        size = (size / 2).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn what_is_needed_stays() {
        let input = b"some text (with a [ bracket) in it";
        let needed = |text: &[u8]| text.contains(&b'(') && text.contains(&b'[');
        assert_eq!(shrink(input, 1000, needed), b"([");
        assert_eq!(shrink(input, 0, needed), input);
    }
}
