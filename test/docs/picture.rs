//! Pictures of the book: what they quote of outputs is what their pages quote, which is compared with the tool's.

use std::fs;

use crate::page::root;

/// The quotations of `docs/NAME.svg` that `docs/NAME.md` does not have: its texts of class `out`.
pub fn check() -> Vec<String> {
    let mut problems = Vec::new();
    for entry in fs::read_dir(root().join("docs")).expect("the book is readable") {
        let path = entry.expect("the book is readable").path();
        if path.extension().is_none_or(|end| end != "svg") {
            continue;
        }
        let picture = fs::read_to_string(&path).expect("pictures are text");
        let page = fs::read_to_string(path.with_extension("md")).unwrap_or_default();
        let quotations = picture.split("<text class=\"out\"").skip(1);
        for quotation in quotations.filter_map(|rest| rest.split_once('>')?.1.split_once("</text>")) {
            let text = quotation.0.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
            if !page.contains(&text) {
                problems.push(format!("{}: its page does not show `{text}`", path.display()));
            }
        }
    }
    problems
}
