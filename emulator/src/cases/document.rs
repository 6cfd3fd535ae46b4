//! Reads a document of cases. What cannot be read of it is said with its place, and keeps nothing else from being read.

use std::cell::Cell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use texvisa_ir::expected_one_of;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::problem::{CaseProblem, Entries};
use super::schema::{ANNOTATIONS, CaseEntry, SamplerEntry};
use super::surface::{self, SharedSurface};

/// A text that is no document of cases at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// It is no JSON, or an object of it has a key twice, or it has more than [`MAX_VALUES`] values.
    #[error("expected JSON, with each key once in an object: {what}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1; 0 at the end of a line before.
        column: usize,
        /// What was found and what was expected.
        what: String,
    },
    /// It is JSON and no object with a list of cases, or its surfaces or samplers are no object.
    #[error("{0}")]
    Shape(CaseProblem),
}

/// A document of cases.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub surfaces: Entries<SharedSurface>,
    pub samplers: Entries<SamplerEntry>,
    pub cases: Vec<Given>,
    /// What is wrong with parts that no case may need.
    pub problems: Vec<CaseProblem>,
}

/// A case as it was given.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// Its name; where it has none, its place.
    pub id: String,
    /// Its place.
    pub place: String,
    /// What it is, or why that cannot be read.
    pub entry: Result<CaseEntry, CaseProblem>,
}

/// The fields of a document.
const FIELDS: [&str; 5] = ["schema", "sampler_defaults", "surfaces", "samplers", "cases"];

impl Document {
    /// Reads a document.
    pub fn read(text: &str) -> Result<Document, DocumentError> {
        let syntax = |error: serde_json::Error| DocumentError::Syntax {
            line: error.line(),
            column: error.column(),
            what: error.to_string(),
        };
        let left = Cell::new(MAX_VALUES);
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let value = UniqueKeys { left: &left }.deserialize(&mut deserializer);
        let value = value.and_then(|value| deserializer.end().map(|()| value)).map_err(syntax)?;
        Document::from_value(value).map_err(DocumentError::Shape)
    }

    fn from_value(value: Value) -> Result<Document, CaseProblem> {
        let Value::Object(mut fields) = value else {
            return Err(CaseProblem::new("$", format!("{}; expected an object with `cases`", kind(&value))));
        };
        let mut problems = Vec::new();
        for unknown in fields.keys().filter(|field| !FIELDS.contains(&field.as_str())) {
            if !is_annotation(unknown) {
                problems
                    .push(CaseProblem::new(unknown, format!("unknown field; {}", expected_one_of(unknown, FIELDS))));
            }
        }
        let cases = match fields.remove("cases") {
            Some(Value::Array(cases)) => cases,
            Some(other) => return Err(CaseProblem::new("cases", format!("{}; expected a list", kind(&other)))),
            None => return Err(CaseProblem::new("$", "without `cases`; expected a list of cases")),
        };
        let mut object = |name: &str| match fields.remove(name) {
            None | Some(Value::Null) => Ok(Map::new()),
            Some(Value::Object(object)) => Ok(object),
            Some(other) => Err(CaseProblem::new(name, format!("{}; expected an object", kind(&other)))),
        };
        let (surfaces, samplers, defaults) = (object("surfaces")?, object("samplers")?, object("sampler_defaults")?);
        if cases.is_empty() {
            return Err(CaseProblem::new("cases", "an empty list; expected at least one case"));
        }
        let surfaces = surfaces.into_iter().map(|(name, value)| {
            let place = format!("surfaces.{name}");
            (name, typed(value, &place).map(SharedSurface::new))
        });
        let mut surfaces: Entries<SharedSurface> = surfaces.collect();
        let samplers = samplers.into_iter().map(|(name, value)| {
            let place = format!("samplers.{name}");
            (name, typed(with_defaults(value, &defaults), &place))
        });
        let mut owners: HashMap<String, usize> = HashMap::new();
        let cases = cases.into_iter().enumerate().map(|(index, value)| {
            let path = format!("cases[{index}]");
            let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
            let place = id.as_ref().map_or(path.clone(), |id| format!("{path} ({id})"));
            let owner = id.as_ref().and_then(|id| match owners.entry(id.clone()) {
                Entry::Occupied(owner) => Some(*owner.get()),
                Entry::Vacant(free) => {
                    free.insert(index);
                    None
                }
            });
            let entry: Result<CaseEntry, CaseProblem> = typed(value, &place).and_then(|entry: CaseEntry| match owner {
                None => Ok(entry),
                Some(owner) => {
                    let what = format!("`{}`, which is the id of cases[{owner}]; expected an id of its own", entry.id);
                    Err(CaseProblem::new(format!("{place}.id"), what))
                }
            });
            let id = entry.as_ref().map(|entry| entry.id.clone()).ok().or(id);
            Given { id: id.unwrap_or(path), entry, place }
        });
        let cases: Vec<Given> = cases.collect();
        let mut uses: HashMap<String, usize> = HashMap::new();
        for entry in cases.iter().filter_map(|given| given.entry.as_ref().ok()) {
            *uses.entry(entry.surface.clone()).or_default() += 1;
        }
        surface::keep(&mut surfaces, &uses);
        Ok(Document { surfaces, samplers: samplers.collect(), cases, problems })
    }
}

/// The most values of a document: numbers, texts, lists and objects. Each takes many times as much memory as it has
/// digits. A case has about a hundred.
pub const MAX_VALUES: usize = 1 << 21;

/// Reads a JSON value each of whose objects has each key once, of at most as many values as are left. Read as a [`Value`], it would
/// keep the last of equal keys and lose the others.
#[derive(Clone, Copy)]
struct UniqueKeys<'a> {
    left: &'a Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let left = self.left.get().checked_sub(1);
        let too_many = || D::Error::custom(format!("more than {MAX_VALUES} values, the most of a document; split it"));
        self.left.set(left.ok_or_else(too_many)?);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut found = Vec::new();
        while let Some(value) = elements.next_element_seed(self)? {
            found.push(value);
        }
        Ok(found.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut found = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if found.contains_key(&key) {
                return Err(Error::custom(format!("`{key}` stands twice in an object; remove or rename one of them")));
            }
            found.insert(key, fields.next_value_seed(self)?);
        }
        Ok(found.into())
    }
}

/// What a value is, as an error says it.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn is_annotation(field: &str) -> bool {
    ANNOTATIONS.contains(&field) || field.starts_with('_')
}

/// The sampler with the fields that it lacks from the defaults.
fn with_defaults(sampler: Value, defaults: &Map<String, Value>) -> Value {
    let Value::Object(mut fields) = sampler else { return sampler };
    for (name, value) in defaults {
        let given = fields.entry(name).or_insert(Value::Null);
        if given.is_null() {
            *given = value.clone();
        }
    }
    Value::Object(fields)
}

/// The entry with its fields typed. Null is as good as absent, and annotations are ignored.
fn typed<T: DeserializeOwned>(mut value: Value, place: &str) -> Result<T, CaseProblem> {
    if let Value::Object(fields) = &mut value {
        fields.retain(|name, value| !value.is_null() && !is_annotation(name));
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { place.to_owned() } else { format!("{place}.{path}") };
        CaseProblem::new(place, error.inner())
    })
}
