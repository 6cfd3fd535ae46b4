//! What to say of a name that nothing has: the names that there are, the nearest one first.

/// The name that differs least from `word`: in the case of its letters, or in at most two characters, of short names in one.
/// Of several it is one that `word` begins.
///
/// ```
/// use texvisa_ir::nearest;
///
/// assert_eq!(nearest("LOAD", ["store", "load"]), Some("load"));
/// assert_eq!(nearest("offsets", ["mask", "offset"]), Some("offset"));
/// assert_eq!(nearest("laod", ["add", "load"]), Some("load"));
/// assert_eq!(nearest("tgl", ["skl", "tgllp"]), Some("tgllp"));
/// assert_eq!(nearest("xx", ["y", "x"]), Some("x"));
/// assert_eq!(nearest("gen42", ["skl", "dg2"]), None);
/// assert_eq!(nearest("a", ["b"]), None);
/// ```
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word = word.to_ascii_lowercase();
    let near = names.into_iter().filter_map(|name| {
        let known = name.to_ascii_lowercase();
        let is_begun = word.len() > 2 && known.starts_with(&word);
        let most = if is_begun || known.len().min(word.len()) > 4 { 2 } else { 1 };
        let distance = edit_distance(&word, &known);
        // Any two names of two letters differ in two.
        let is_alike = known.len() > 2 || known.bytes().next() == word.bytes().next();
        (is_alike && distance <= most && distance < known.len().max(word.len())).then_some((distance, !is_begun, name))
    });
    near.min_by_key(|(distance, is_other, _)| (*distance, *is_other)).map(|(_, _, name)| name)
}

/// What a diagnostic says behind a name that is none of `names`: ``did you mean `load`? Expected one of load, sample``,
/// or without a near one `expected one of load, sample`.
///
/// ```
/// use texvisa_ir::expected_one_of;
///
/// assert_eq!(expected_one_of("tgl", ["skl", "tgllp"]), "did you mean `tgllp`? Expected one of skl, tgllp");
/// assert_eq!(expected_one_of("gen42", ["skl", "tgllp"]), "expected one of skl, tgllp");
/// assert_eq!(expected_one_of("t1", ["t0"]), "did you mean `t0`?");
/// assert_eq!(expected_one_of("t1", ["b1", "s1"]), "expected one of b1, s1");
/// assert_eq!(expected_one_of("image", ["b0"]), "expected b0");
/// assert_eq!(expected_one_of("image", []), "there are none");
/// ```
pub fn expected_one_of<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let known = names.join(", ");
    match (nearest(word, names.iter().copied()), &names[..]) {
        (_, []) => "there are none".to_owned(),
        (Some(near), [_]) => format!("did you mean `{near}`?"),
        (Some(near), _) => format!("did you mean `{near}`? Expected one of {known}"),
        (None, [_]) => format!("expected {known}"),
        (None, _) => format!("expected one of {known}"),
    }
}

/// How many characters have to be inserted, removed, replaced or exchanged with the next to make `from` of `to`.
fn edit_distance(from: &str, to: &str) -> usize {
    let [from, to] = [from, to].map(|text| text.chars().collect::<Vec<char>>());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, left) in from.iter().enumerate() {
        let mut next = vec![index + 1];
        for (column, right) in to.iter().enumerate() {
            let replaced = row[column] + usize::from(left != right);
            let mut least = replaced.min(row[column + 1] + 1).min(next[column] + 1);
            if index > 0 && column > 0 && *left == to[column - 1] && from[index - 1] == *right {
                least = least.min(before[column - 1] + 1);
            }
            next.push(least);
        }
        (before, row) = (row, next);
    }
    row[to.len()]
}
