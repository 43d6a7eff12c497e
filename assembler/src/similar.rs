//! The name that a misspelt one is most like.

/// "did you mean" and the nearest of the known names, if it is near enough.
pub fn similar<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

/// The nearest of the known names, if it is near enough: no more than half of the letters differ, and no more than 3.
/// Case does not count.
pub(crate) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (wrong.len() / 2).clamp(1, 3);
    let wrong = wrong.to_ascii_lowercase();
    known
        .into_iter()
        .filter(|name| name.len().abs_diff(wrong.len()) <= limit)
        .map(|name| (strsim::levenshtein(&wrong, &name.to_ascii_lowercase()), name))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, name)| name)
}
