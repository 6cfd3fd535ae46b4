//! The pages: `README.md`, `ARCHITECTURE.md` and their like, and the book in `docs`.
//!
//! Every command in them is run and its output compared, every example in texture IR is parsed and verified, and every
//! path, link and item of the sources that they name exists. `./x test --bless` writes outputs
//! that have changed into the pages.

mod names;
mod page;
mod picture;
mod snippets;

use std::collections::BTreeSet;

use page::Page;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{AtomicOp, Dimension, MemoryKind, Op, Role, SyncKind, TextureKind};

/// Fails with `problems`, one a line, where there are any.
fn report(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn commands_print_what_the_pages_show() {
    let problems: Vec<String> = Page::all().iter().flat_map(snippets::check).collect();
    report(&problems);
}

#[test]
fn paths_links_and_items_of_the_pages_exist() {
    let pages = Page::all();
    let identifiers = names::Identifiers::of_sources();
    let problems: Vec<String> = pages.iter().flat_map(|page| names::check(page, &pages, &identifiers)).collect();
    report(&problems);
}

#[test]
fn the_summary_of_the_book_lists_every_page() {
    let pages = Page::all();
    let summary = pages.iter().find(|page| page.name == "docs/SUMMARY.md").expect("the book has a summary");
    let unlisted = pages
        .iter()
        .filter_map(|page| page.name.strip_prefix("docs/"))
        .filter(|name| *name != "SUMMARY.md" && !summary.links.iter().any(|link| link == name));
    report(&unlisted.map(|name| format!("docs/SUMMARY.md does not list {name}")).collect::<Vec<_>>());
}

#[test]
fn scripts_of_the_examples_are_python() {
    let Some(python) = texvisa_test::process::find_in_path("python3") else {
        return eprintln!("skipped: python3 is not installed");
    };
    let script = page::root().join("examples/beside.py");
    let parse = "import ast, sys; ast.parse(open(sys.argv[1]).read())";
    let status = std::process::Command::new(python).args(["-c", parse]).arg(script).status().expect("python3 runs");
    assert!(status.success());
}

#[test]
fn pictures_show_what_their_page_shows() {
    report(&picture::check());
}

#[test]
fn the_pages_on_texture_ir_name_everything() {
    let pages = Page::all();
    let page = pages.iter().find(|page| page.name == "docs/texture-ir.md").expect("the book has the page");
    let memory = MemoryKind::all().filter(|kind| kind.access.atomic().is_none());
    let mut names: Vec<String> = memory.map(|kind| kind.name().concat()).collect();
    names.extend(Op::ALL.iter().map(|op| op.name().to_owned()));
    names.extend(TextureKind::ALL.iter().map(|kind| kind.name().to_owned()));
    names.extend(AtomicOp::ALL.iter().map(|op| op.name().to_owned()));
    names.extend(Dimension::all().map(|dimension| dimension.name().to_owned()));
    names.extend(Role::names().split(", ").map(str::to_owned));
    let operations = pages.iter().find(|page| page.name == "docs/operations.md").expect("the book has the page");
    let spans: Vec<&String> = page.spans.iter().chain(&operations.spans).map(|(_, span)| span).collect();
    names.retain(|name| !spans.contains(&name));
    report(
        &names
            .iter()
            .map(|name| format!("neither docs/texture-ir.md nor docs/operations.md names `{name}`"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn examples_of_operations_compile() {
    let examples = texvisa_test::operations_page::examples();
    let mut problems = Vec::new();
    for example in &examples {
        let compiled =
            texvisa::ir::texture::parse(&example.module).map_err(|error| error.to_string()).and_then(|module| {
                let errors = texvisa::ir::texture::verify(&module);
                if let Some(error) = errors.first() {
                    return Err(error.message.clone());
                }
                let id = module.kernel("example").ok_or("no kernel")?;
                let options = texvisa::LoweringOptions::default();
                // No platform has every one of them: Tiger Lake no sums of floats in memory, DG2 no scratch memory.
                let compiled = [Target::Tgllp, Target::Dg2]
                    .map(|target| texvisa::compile(&module, id, target, SimdWidth::Simd16, &options));
                let [first, second] = compiled;
                first.or(second).map(|_| ()).map_err(|error| error.to_string())
            });
        if let Err(error) = compiled {
            problems.push(format!("{}: {}: {error}", example.name, example.line));
        }
    }
    report(&problems);
    // Every operation once, and none else.
    let names: BTreeSet<&str> = examples.iter().map(|example| example.name.as_str()).collect();
    assert_eq!(names.len(), examples.len());
    let operations = Op::ALL.len() + TextureKind::ALL.len() + MemoryKind::all().count() + SyncKind::ALL.len() + 7;
    assert_eq!(names.len(), operations);
}

/// The names of all fields below a schema.
fn fields(schema: &serde_json::Value, found: &mut BTreeSet<String>) {
    match schema {
        serde_json::Value::Object(object) => {
            if let Some(serde_json::Value::Object(properties)) = object.get("properties") {
                found.extend(properties.keys().cloned());
            }
            found.extend(object.get("const").and_then(serde_json::Value::as_str).map(str::to_owned));
            object.values().for_each(|value| fields(value, found));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| fields(item, found)),
        _ => {}
    }
}

#[test]
fn the_page_on_json_names_every_field_and_rule() {
    let pages = Page::all();
    let page = pages.iter().find(|page| page.name == "docs/json.md").expect("the book has the page");
    let schema = std::fs::read_to_string(page::root().join("docs/json.schema.json")).expect("the schema is there");
    let mut names = BTreeSet::new();
    fields(&serde_json::from_str(&schema).expect("it is JSON"), &mut names);
    names.retain(|name| !page.spans.iter().any(|(_, span)| span == name));
    report(&names.iter().map(|name| format!("docs/json.md does not name `{name}`")).collect::<Vec<_>>());
}
