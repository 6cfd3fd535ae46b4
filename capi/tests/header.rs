//! The header is what cbindgen makes of the sources. `TEXVISA_BLESS=1` writes it.

#![expect(clippy::expect_used, reason = "a test says what is wrong by failing")]

use std::path::Path;

#[test]
fn the_header_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("include/texvisa.h");
    let mut header = Vec::new();
    let bindings = cbindgen::generate(root).expect("cbindgen reads the sources");
    bindings.write(&mut header);
    let header = String::from_utf8(header).expect("a header is text");
    if std::env::var_os("TEXVISA_BLESS").is_some() {
        std::fs::write(&file, &header).expect("the header can be written");
    }
    let found = std::fs::read_to_string(&file).expect("the header is there");
    assert!(found == header, "{} is not current; TEXVISA_BLESS=1 cargo test -p texvisa-capi writes it", file.display());
}
