//! Random programs are valid, and survive being written down.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Module, parse, verify};
use texvisa_test::generate::{Config, module};

/// What is wrong with a module or with its text.
fn complaint(module: &Module) -> Option<String> {
    let errors = verify(module);
    if let Some(first) = errors.first() {
        return Some(format!("{} errors, the first: {first}", errors.len()));
    }
    let text = module.to_string();
    let again = match parse(&text) {
        Ok(again) => again,
        Err(errors) => return Some(format!("the text is refused: {errors:?}")),
    };
    let again_text = again.to_string();
    if let Some((before, after)) = text.lines().zip(again_text.lines()).find(|(before, after)| before != after) {
        return Some(format!("the text changes from\n{before}\nto\n{after}"));
    }
    verify(&again).first().map(|error| format!("read back, it is not valid: {error}"))
}

fn check(seeds: std::ops::Range<u64>, config: &Config) {
    for seed in seeds {
        let module = module(seed, config);
        if let Some(complaint) = complaint(&module) {
            panic!("seed {seed}: {complaint}\n{module}");
        }
    }
}

#[test]
fn everything_that_the_text_can_say_is_read_back() {
    check(0..2000, &Config::syntax());
}

#[test]
fn what_is_lowered_is_valid() {
    for target in Target::ALL {
        for simd in SimdWidth::ALL {
            check(0..50, &Config::lowerable(target, simd));
        }
    }
}
