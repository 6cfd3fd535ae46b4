//! Reads conformance cases and runs them on the machine.

mod compare;
mod kernel;
mod surface;

use serde_json::Value;
use texvisa_emulator::environment::{Environment, Resource};

/// All cases, with the surfaces and samplers that they name.
pub struct Suite {
    root: Value,
}

/// Why a case cannot be run yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Media blocks are not in the emulator.
    MediaBlock,
    /// A format that is not in the table.
    Format,
}

/// What became of a case.
#[derive(Debug)]
pub enum Outcome {
    /// Every byte is as expected.
    Passed,
    /// It cannot be run yet.
    NotYet(Reason),
    /// What is different.
    #[allow(dead_code)]
    Failed(String),
}

/// One case.
pub struct Case<'s> {
    suite: &'s Suite,
    value: &'s Value,
    /// The destination that is expected, two digits a byte: `??` for any, `cd` for untouched.
    destination: String,
}

impl Suite {
    /// Reads cases.
    pub fn read(text: &str) -> Suite {
        Suite { root: serde_json::from_str(text).expect("the cases are JSON") }
    }

    /// The cases in order.
    pub fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        self.root["cases"].as_array().expect("cases").iter().map(|value| Case {
            suite: self,
            value,
            destination: value["expect"]["dst"].as_str().expect("dst").to_owned(),
        })
    }
}

impl<'s> Case<'s> {
    /// Its name.
    pub fn id(&self) -> &'s str {
        self.value["id"].as_str().expect("id")
    }

    /// The same case with another byte expected where a defined one is, in its lowest lane and highest byte.
    pub fn with_wrong_byte(&self) -> Case<'s> {
        let bytes: Vec<&str> = (0..self.destination.len() / 2).map(|byte| &self.destination[2 * byte..][..2]).collect();
        let defined = bytes.iter().skip(1).position(|byte| *byte != "??").map_or(0, |byte| byte + 1);
        let wrong = u8::from_str_radix(bytes[defined], 16).expect("a byte") ^ 0x40;
        let mut destination = self.destination.clone();
        destination.replace_range(2 * defined..2 * defined + 2, &format!("{wrong:02x}"));
        Case { destination, ..*self }
    }

    /// Runs it.
    pub fn run(&self) -> Outcome {
        let op = self.value["op"].as_str().expect("op");
        if op.starts_with("media") {
            return Outcome::NotYet(Reason::MediaBlock);
        }
        let Some(surface) = surface::surface(&self.suite.root["surfaces"][self.text("surface")]) else {
            return Outcome::NotYet(Reason::Format);
        };
        let mut environment = Environment::new();
        if let Some(name) = self.value["sampler"].as_str() {
            let defaults = &self.suite.root["sampler_defaults"];
            let sampler = surface::sampler(&self.suite.root["samplers"][name], defaults, surface.format().kind());
            environment.bind_sampler(kernel::SAMPLER_ENTRY, sampler);
        }
        environment.bind(kernel::SURFACE_ENTRY, Resource::Surface(surface));
        match kernel::run(self.value, op, &mut environment) {
            Ok(found) => match compare::compare(self.value, &self.destination, &found) {
                Ok(()) => Outcome::Passed,
                Err(difference) => Outcome::Failed(difference),
            },
            Err(error) => Outcome::Failed(error),
        }
    }

    fn text(&self, key: &str) -> &'s str {
        self.value[key].as_str().unwrap_or_default()
    }
}

/// A number, decimal or as a hexadecimal string; `otherwise` where there is none.
fn number(value: &Value, otherwise: u64) -> u64 {
    match value {
        Value::Null => otherwise,
        Value::String(text) => u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("hexadecimal"),
        value => value.as_u64().or(value.as_i64().map(|number| number as u64)).expect("a number"),
    }
}
