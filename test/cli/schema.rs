//! The schema of what the tool writes as JSON, to which tests hold each document.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A document in JSON.
pub fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("the file is there")).expect("it is JSON")
}

/// Refuses fields that the schema does not name, which a reader has to take.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            object.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// The schema, without fields that it does not name.
pub static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let mut schema = read(&root().join("docs/json.schema.json"));
    close(&mut schema);
    jsonschema::validator_for(&schema).expect("it is a schema")
});

/// Whether `document` is as the schema says.
///
/// # Panics
///
/// It is not.
pub fn hold(validator: &jsonschema::Validator, document: &Value) {
    let errors: Vec<String> =
        validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert_eq!(errors, [""; 0], "{document:#}");
}
