//! The page that explains the test format is texture IR that makes sense, whatever the tool does with it.

use texvisa_ir::texture::{parse, verify};

#[test]
fn the_page_about_tests_is_a_valid_module() {
    let module = parse(include_str!("../lit/readme.tex")).expect("the page follows the grammar");
    assert_eq!(verify(&module), []);
}
