//! The memory of vectors, used again: a line needs several, and a program has hundreds of thousands of lines.

/// An empty vector with the memory of another one, whose values may borrow from elsewhere.
pub(crate) fn emptied<A, B>(mut list: Vec<A>) -> Vec<B> {
    list.clear();
    // Where both have the same size, the library keeps the memory.
    list.into_iter().filter_map(|_| None).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::tokens;

    #[test]
    fn the_memory_is_kept() {
        let text = "ld r1,r2".to_owned();
        let list = tokens(&text).expect("tokens");
        let room = list.capacity();
        let again: Vec<crate::lexer::Token<'static>> = emptied(list);
        assert!(again.is_empty() && again.capacity() == room && room > 0);
    }
}
