//! `docs/messages.md` is what the tables say.

use std::path::Path;

use texvisa_test::message_page::message_page;

/// Set, this test writes the page instead of comparing it.
const BLESS: &str = "TEXVISA_BLESS";

#[test]
fn the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/messages.md");
    let page = message_page();
    if std::env::var_os(BLESS).is_some() {
        std::fs::write(&path, &page).expect("docs can be written to");
    }
    let found = std::fs::read_to_string(&path).expect("docs/messages.md is part of the repository");
    let differs = page.lines().zip(found.lines()).position(|(made, found)| made != found);
    let line = differs.unwrap_or(page.lines().count().min(found.lines().count())) + 1;
    let how = format!("{BLESS}=1 cargo test -p texvisa-test --test message_page");
    assert!(page == found, "docs/messages.md is not what the tables say, from line {line} on; `{how}` writes it again");
}
