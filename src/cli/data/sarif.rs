//! Diagnostics as a SARIF log (Static Analysis Results Interchange Format, version 2.1.0, OASIS standard).
//!
//! These are the parts of the form that the tool fills. The tests hold them to the official schema. The crate `serde-sarif`
//! has all parts, and generates them at each build with 25 crates more, so that the tests alone use it.

use serde::Serialize;

use super::diagnostic::{DiagnosticRecord, DiagnosticRule, RangeRecord, Severity};

/// A log of one run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SarifLog {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun {
    tool: SarifTool,
    invocations: [SarifInvocation; 1],
    column_kind: &'static str,
    results: Vec<SarifResult>,
}

#[derive(Debug, Serialize)]
struct SarifTool {
    driver: SarifDriver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifDriver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<SarifRule>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRule {
    id: &'static str,
    short_description: SarifMessage,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifInvocation {
    execution_successful: bool,
    exit_code: u8,
}

#[derive(Debug, Serialize)]
struct SarifMessage {
    text: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: SarifMessage,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<SarifLocation>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLocation {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<SarifRegion>,
}

#[derive(Debug, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Debug, Serialize)]
struct LogicalLocation {
    name: String,
    kind: &'static str,
}

/// The log of a run that said `diagnostics` and ended with the status `exit`.
pub fn log(diagnostics: &[DiagnosticRecord], exit: u8) -> SarifLog {
    let rules = DiagnosticRule::ALL.iter();
    SarifLog {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [SarifRun {
            tool: SarifTool {
                driver: SarifDriver {
                    name: "texvisa",
                    semantic_version: env!("CARGO_PKG_VERSION"),
                    rules: rules
                        .map(|rule| SarifRule { id: rule.id(), short_description: text(rule.says()) })
                        .collect(),
                },
            },
            // Whether it did its work: an input that is at fault is a result.
            invocations: [SarifInvocation { execution_successful: exit < 2, exit_code: exit }],
            column_kind: "unicodeCodePoints",
            results: diagnostics.iter().map(result).collect(),
        }],
    }
}

fn text(text: impl Into<String>) -> SarifMessage {
    SarifMessage { text: text.into() }
}

fn result(diagnostic: &DiagnosticRecord) -> SarifResult {
    let DiagnosticRecord { severity, rule, message, help, file, kernel, range } = diagnostic;
    let physical_location = file.as_ref().map(|file| PhysicalLocation {
        artifact_location: ArtifactLocation { uri: uri(file) },
        region: range.map(|RangeRecord { start, end }| SarifRegion {
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
        }),
    });
    let kernel = kernel.iter().map(|name| LogicalLocation { name: name.clone(), kind: "function" });
    let location = SarifLocation { physical_location, logical_locations: kernel.collect() };
    let has_location = location.physical_location.is_some() || !location.logical_locations.is_empty();
    SarifResult {
        rule_id: rule.id(),
        rule_index: *rule as usize,
        level: match severity {
            Severity::Error => "error",
            Severity::Remark => "note",
        },
        message: text(match help {
            Some(help) => format!("{message}\n{help}"),
            None => message.clone(),
        }),
        locations: if has_location { vec![location] } else { Vec::new() },
    }
}

/// A path as a relative reference or an absolute one (RFC 3986): what a URI has no character for is percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("a/b c.tex"), "a/b%20c.tex");
        assert_eq!(uri("/tmp/ä"), "file:///tmp/%C3%A4");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        // A colon in the first segment would make a scheme of it.
        assert_eq!(uri("a:b"), "a%3Ab");
    }

    #[test]
    fn the_index_of_a_rule_is_its_position() {
        assert!(DiagnosticRule::ALL.iter().enumerate().all(|(index, rule)| *rule as usize == index));
    }
}
