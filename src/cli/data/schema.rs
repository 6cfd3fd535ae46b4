//! Holds `docs/json.schema.json` to the types. `./x test --bless` writes it.

use std::path::Path;

use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::Value;

use super::document::Document;
use super::{CheckRecord, ExplainRecord};

/// What a command found out of a kernel.
#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is asked for")]
enum ResultRecord {
    /// Of `explain`, and of `compile --emit plan` and `compile --emit messages`.
    Explain(ExplainRecord),
    /// Of `check`.
    Check(Box<CheckRecord>),
}

/// Fields that are `null` are there all the same, which schemars does not say of an `Option`.
fn require_all_fields(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                let names = properties.keys().cloned().map(Value::String).collect();
                object.insert("required".to_owned(), Value::Array(names));
            }
            object.values_mut().for_each(require_all_fields);
        }
        Value::Array(items) => items.iter_mut().for_each(require_all_fields),
        _ => {}
    }
}

#[test]
fn the_schema_on_the_page_is_that_of_the_types() {
    let mut schema = schema_for!(Document<ResultRecord>).to_value();
    require_all_fields(&mut schema);
    schema["title"] = Value::from("What texvisa writes with --format json");
    let generated = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.schema.json");
    if std::env::var_os("TEXVISA_BLESS").is_some() {
        std::fs::write(&path, &generated).expect("the schema can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == generated,
        "docs/json.schema.json is another than that of the types; ./x test --bless writes it"
    );
}
