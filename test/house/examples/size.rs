//! Prints the lines of non-test code by package, of one revision and of another: `cargo run -p texvisa-house --example
//! size -- [BEFORE [AFTER]]`. `BEFORE` is 4cc7f0a, the last revision before the inside was rebuilt, unless it is given.

use std::collections::BTreeSet;
use std::error::Error;

use texvisa_house::size::{Lines, of_revision};
use texvisa_house::workspace::Workspace;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let before = arguments.next().unwrap_or_else(|| "4cc7f0a".to_owned());
    let after = arguments.next().unwrap_or_else(|| "HEAD".to_owned());
    let root = Workspace::current()?.root;
    let (old, new) = (of_revision(&root, &before)?, of_revision(&root, &after)?);
    println!(
        "{:<20} {:>8} {:>8} {:>7}  {:>8} {:>8} {:>7}",
        "package", "lines", "now", "change", "code", "now", "change"
    );
    let print = |name: &str, old: Lines, new: Lines| {
        let change = |old: usize, new: usize| new.cast_signed() - old.cast_signed();
        let (all, code) = (change(old.all, new.all), change(old.code, new.code));
        println!("{name:<20} {:>8} {:>8} {all:>+7}  {:>8} {:>8} {code:>+7}", old.all, new.all, old.code, new.code);
    };
    let (mut old_sum, mut new_sum) = (Lines::default(), Lines::default());
    for package in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
        let of = |lines: &std::collections::BTreeMap<_, Lines>| lines.get(package).copied().unwrap_or_default();
        let (old, new) = (of(&old), of(&new));
        print(&format!("{}/src", package.display()), old, new);
        old_sum += old;
        new_sum += new;
    }
    print("all", old_sum, new_sum);
    Ok(())
}
