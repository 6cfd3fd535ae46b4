//! Reads and validates shaders by naga.

use std::panic::{AssertUnwindSafe, catch_unwind};

use naga::front::spv;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, Span, WithSpan};
use texvisa_ir::source::Location;

use crate::diagnostic::{ShaderDiagnostic, SourceSpans};
use crate::spirv_switch::{WideSwitch, without_default_literals};

/// A shader that is valid.
pub(crate) struct Shader {
    pub module: Module,
    pub info: ModuleInfo,
    pub spans: SourceSpans,
}

/// What naga does with a shader that it should refuse must not end the process.
fn guarded<T>(work: impl FnOnce() -> Result<T, ShaderDiagnostic>) -> Result<T, ShaderDiagnostic> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("without a message");
        Err(ShaderDiagnostic {
            kernel: None,
            location: Location::UNKNOWN,
            message: format!("naga panicked on this shader, which is malformed or meets a defect of naga: {text}"),
        })
    })
}

fn whole(spans: &SourceSpans, span: Option<Span>, message: &str) -> ShaderDiagnostic {
    let span = span.unwrap_or(Span::UNDEFINED);
    ShaderDiagnostic { kernel: None, location: spans.location(span), message: message.to_owned() }
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
    let spans = SourceSpans::of_text(text);
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
            whole(&spans, first.map(|(span, _)| span), &message)
        })
    })?;
    validated(module, spans)
}

/// Reads SPIR-V.
pub(crate) fn spirv(bytes: &[u8]) -> Result<Shader, ShaderDiagnostic> {
    let options =
        spv::Options { adjust_coordinate_space: false, strict_capabilities: false, block_ctx_dump_prefix: None };
    let bytes = without_default_literals(bytes).map_err(|WideSwitch { byte }| {
        let message = format!(
            "byte {byte}: a switch over numbers of 64 bits, which naga misreads; switch over 32 bits, or compare"
        );
        whole(&SourceSpans::Bytes, None, &message)
    })?;
    let module = guarded(|| {
        spv::parse_u8_slice(&bytes, &options).map_err(|error| whole(&SourceSpans::Bytes, None, &chain(&error)))
    })?;
    validated(module, SourceSpans::Bytes)
}

fn validated(module: Module, spans: SourceSpans) -> Result<Shader, ShaderDiagnostic> {
    let info = guarded(|| {
        // What naga knows and texture IR does not is refused where it is used.
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        validator.validate(&module).map_err(|error: WithSpan<_>| {
            let span = error.spans().next().map(|(span, _)| *span);
            let message = chain(error.as_inner());
            ShaderDiagnostic {
                message: spans.message(span.unwrap_or(Span::UNDEFINED), &message),
                ..whole(&spans, span, "")
            }
        })
    })?;
    Ok(Shader { module, info, spans })
}
