//! Documents of conformance cases that are nearly right.

use serde_json::{Map, Number, Value};
use texvisa_emulator::cases::{CaseOptions, Suite};
use texvisa_emulator::unit::Precision;

/// Reads any bytes as a document, and runs what cases are in it. It answers for nothing but that neither panics.
pub fn any_document(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(suite) = Suite::read(text) else { return };
    for precision in [Precision::Exact, Precision::Intel] {
        for case in suite.cases() {
            // Most fail, which is as good.
            let result = case.run(&CaseOptions { precision, ..CaseOptions::default() });
            drop(result.map_err(|failure| failure.to_string()));
        }
    }
    suite.problems().for_each(|problem| drop(problem.to_string()));
}

/// The document with a few of its values others, left out or exchanged.
pub fn mutated(document: &Value, rng: &mut fastrand::Rng) -> Value {
    let mut document = document.clone();
    for _ in 0..rng.usize(1..12) {
        let depth = rng.usize(1..7);
        change(&mut document, depth, rng);
    }
    document
}

fn change(value: &mut Value, depth: usize, rng: &mut fastrand::Rng) {
    if depth == 0 {
        *value = other(value, rng);
        return;
    }
    match value {
        Value::Array(values) if !values.is_empty() => {
            let index = rng.usize(..values.len());
            match rng.u32(..24) {
                0 => drop(values.remove(index)),
                1 => values.push(values[index].clone()),
                _ => change(&mut values[index], depth - 1, rng),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let name = fields.keys().nth(rng.usize(..fields.len())).cloned().unwrap_or_default();
            match rng.u32(..24) {
                0 => drop(fields.remove(&name)),
                1 => exchange(fields, &name, rng),
                _ => fields.get_mut(&name).into_iter().for_each(|field| change(field, depth - 1, rng)),
            }
        }
        value => *value = other(value, rng),
    }
}

/// Gives a field the value of another one.
fn exchange(fields: &mut Map<String, Value>, name: &str, rng: &mut fastrand::Rng) {
    let value = fields.values().nth(rng.usize(..fields.len())).cloned();
    if let Some(value) = value {
        fields.insert(name.to_owned(), value);
    }
}

/// Another value, mostly of the same type.
fn other(value: &Value, rng: &mut fastrand::Rng) -> Value {
    const NUMBERS: [f64; 16] = [
        0.0,
        1.0,
        -1.0,
        2.0,
        3.0,
        4.0,
        8.0,
        16.0,
        32.0,
        64.0,
        0.5,
        16384.0,
        4_294_967_295.0,
        4_294_967_296.0,
        -1e300,
        1e300,
    ];
    const TEXTS: [&str; 20] = [
        "",
        "0x0",
        "0xffffffff",
        "0x7fc00000",
        "0x7f800000",
        "0xffffffffffffffff",
        "??",
        "RGBA",
        "R01A",
        "M3",
        "M8_NM",
        "CUBE",
        "3D",
        "BUFFER",
        "R32G32B32_FLOAT",
        "R9G9B9E5_SHAREDEXP",
        "BC3_UNORM",
        "LINEAR",
        "HF",
        "gather4_po_c",
    ];
    let number = |rng: &mut fastrand::Rng| {
        let value = NUMBERS[rng.usize(..NUMBERS.len())];
        // Sizes are integers, and so are small numbers here.
        if value.fract() == 0.0 && value.abs() < 1e18 { Value::from(value as i64) } else { Value::from(value) }
    };
    let text = |rng: &mut fastrand::Rng| Value::from(TEXTS[rng.usize(..TEXTS.len())]);
    match (value, rng.u32(..8)) {
        (Value::Number(_), 2..) => number(rng),
        (Value::String(_), 2..) => text(rng),
        (Value::Bool(known), 2..) => Value::Bool(!known),
        (_, 0) => Value::Null,
        (_, 1) => Value::Array(vec![number(rng), text(rng)]),
        (_, 3) => Value::Object(Map::new()),
        (_, 4) => Value::Number(Number::from(rng.u64(..))),
        (_, 5) => text(rng),
        _ => number(rng),
    }
}
