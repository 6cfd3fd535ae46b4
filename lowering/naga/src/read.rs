//! Reads and validates shaders by naga.

use std::panic::{AssertUnwindSafe, catch_unwind};

use naga::front::spv;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, Span, WithSpan};
use texvisa_ir::source::Location;

use crate::diagnostic::{Places, ShaderDiagnostic};

/// A shader that is valid.
pub(crate) struct Shader {
    pub module: Module,
    pub info: ModuleInfo,
    pub places: Places,
}

/// What naga does with a shader that it should refuse must not end the process.
fn guarded<T>(work: impl FnOnce() -> Result<T, ShaderDiagnostic>) -> Result<T, ShaderDiagnostic> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(ShaderDiagnostic {
            kernel: None,
            location: Location::UNKNOWN,
            message: "naga panicked on this shader; it is malformed, or naga has a defect".to_owned(),
        })
    })
}

fn whole(places: &Places, span: Option<Span>, message: &str) -> ShaderDiagnostic {
    let span = span.unwrap_or(Span::UNDEFINED);
    ShaderDiagnostic { kernel: None, location: places.location(span), message: message.to_owned() }
}

/// All causes of an error, the outermost first.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

/// Reads WGSL.
pub(crate) fn wgsl(text: &str) -> Result<Shader, ShaderDiagnostic> {
    let places = Places::of_text(text);
    let module = guarded(|| {
        naga::front::wgsl::parse_str(text).map_err(|error| {
            let mut labels = error.labels();
            let first = labels.next();
            let mut message = error.message().to_owned();
            if let Some((_, label)) = first.filter(|(_, label)| !label.is_empty()) {
                message = format!("{message}: {label}");
            }
            for note in error.notes() {
                message = format!("{message}; {note}");
            }
            whole(&places, first.map(|(span, _)| span), &message)
        })
    })?;
    validated(module, places)
}

/// Reads SPIR-V.
pub(crate) fn spirv(bytes: &[u8]) -> Result<Shader, ShaderDiagnostic> {
    let options =
        spv::Options { adjust_coordinate_space: false, strict_capabilities: false, block_ctx_dump_prefix: None };
    let module =
        guarded(|| spv::parse_u8_slice(bytes, &options).map_err(|error| whole(&Places::Bytes, None, &chain(&error))))?;
    validated(module, Places::Bytes)
}

fn validated(module: Module, places: Places) -> Result<Shader, ShaderDiagnostic> {
    let info = guarded(|| {
        // What naga knows and texture IR does not is refused where it is used.
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        validator.validate(&module).map_err(|error: WithSpan<_>| {
            let span = error.spans().next().map(|(span, _)| *span);
            let message = chain(error.as_inner());
            ShaderDiagnostic {
                message: places.message(span.unwrap_or(Span::UNDEFINED), &message),
                ..whole(&places, span, "")
            }
        })
    })?;
    Ok(Shader { module, info, places })
}
