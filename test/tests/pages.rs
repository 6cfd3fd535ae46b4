//! The pages in `docs` that are generated are what the tables say. `./x test --bless` updates them.

use std::path::Path;

use texvisa_test::bless;
use texvisa_test::known_deviations::known_deviations;
use texvisa_test::message_page::message_page;
use texvisa_test::operations_page::operations_page;

fn expect(page: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    if let Err(difference) = bless::expect(&path, made) {
        panic!("{difference}");
    }
}

#[test]
fn messages() {
    expect("messages.md", &message_page());
}

#[test]
fn operations_of_texture_ir() {
    expect("operations.md", &operations_page());
}

#[test]
fn known_deviations_of_intels_tools() {
    expect("known-deviations.md", &known_deviations());
}
