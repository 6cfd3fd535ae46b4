//! No false alarms: the symbolic check accepts lowered random programs.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_test::generate::{Config, module};

use crate::compiled::Compiled;

/// The number of seeds, if `TEXVISA_SEEDS` does not give one.
pub fn seeds() -> u64 {
    std::env::var("TEXVISA_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

#[test]
fn generated_kernels_pass() {
    let (mut passed, mut messages, mut alarms) = (0, 0, Vec::new());
    for seed in 0..seeds() {
        for target in [Target::Skl, Target::Tgllp, Target::Dg2] {
            for simd in SimdWidth::ALL {
                let compiled = Compiled::new(module(seed, &Config::lowerable(target, simd)), target, simd)
                    .unwrap_or_else(|error| panic!("{seed} {target} {simd}: {error}"));
                match compiled.check() {
                    Ok(summary) => messages += summary.messages,
                    Err(found) => alarms.push(format!("{seed} {target} {simd}: {}", found[0])),
                }
                passed += 1;
            }
        }
    }
    println!("{passed} passed with {messages} messages");
    assert!(alarms.is_empty(), "{} false alarms\n{}", alarms.len(), alarms[..alarms.len().min(20)].join("\n"));
}
