//! The common beginning of several words.

/// The longest text that all words begin with.
pub(crate) fn common(words: &[String]) -> &str {
    let Some(first) = words.first() else { return "" };
    let same = |word: &String| {
        let pairs = first.char_indices().zip(word.chars());
        pairs
            .take_while(|((_, a), b)| a == b)
            .last()
            .map_or(0, |((at, c), _)| at + c.len_utf8())
    };
    let end = words.iter().map(same).min().unwrap_or(0);
    &first[..end]
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn words_have_a_beginning_in_common() {
        let words = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(common(&words(&["back-over", "back-out"])), "back-o");
        assert_eq!(common(&words(&["step"])), "step");
        assert_eq!(common(&words(&["step", "over"])), "");
        assert_eq!(common(&[]), "");
    }
}
