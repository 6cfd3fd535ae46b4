//! Imports compute and fragment shaders in WGSL and SPIR-V into texture IR.
//!
//! [naga](https://docs.rs/naga) reads and validates a shader; [`import_wgsl`] and [`import_spirv`] make a kernel of each of
//! its entry points for compute or fragments. Functions are inlined, variables become values, and what the platform gives a shader
//! becomes arguments with roles. Texture operations keep what the source says; which messages they become is decided
//! by lowering.
//!
//! The group and binding of a variable become an entry by one rule, which [`BoundVariable`] reports: textures and buffers
//! in the order of group and then binding are entries 0, 1, 2 and so on of the binding table, samplers in the same order
//! those of the sampler table.
//!
//! A fragment shader has a pixel a lane: [`FragmentInput`] says which arguments the host passes for each, and
//! [`FragmentOutput`] to which surfaces the colours go.
//!
//! What cannot be translated is a [`ShaderDiagnostic`] with its place, all of one shader at once, and does not keep other
//! kernels from being imported.
//!
//! # Example
//!
//! ```
//! let import = texvisa_naga::import_wgsl("
//!     @group(0) @binding(0) var source: texture_2d<f32>;
//!     @group(0) @binding(1) var target_: texture_storage_2d<rgba8unorm, write>;
//!
//!     @compute @workgroup_size(8, 8)
//!     fn copy(@builtin(global_invocation_id) id: vec3u) {
//!         textureStore(target_, id.xy, textureLoad(source, id.xy, 0));
//!     }
//! ")?;
//! assert_eq!(texvisa_ir::texture::verify(&import.module), []);
//! assert!(import.module.to_string().contains("load source [u: "));
//! assert_eq!(import.variables[1].entry, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bindings;
mod builtins;
mod control;
mod diagnostic;
mod expression;
mod fragment;
mod host;
mod image;
mod lanes;
mod math;
mod matrix;
mod memory;
mod operand;
mod packing;
mod plain;
mod platform_values;
mod quad;
mod read;
mod refusal;
mod shape;
mod spirv_switch;
mod ssa;
mod translator;

use std::borrow::Cow;

use naga::ShaderStage;
use naga::back::PipelineConstants;
use naga::back::pipeline_constants::process_overrides;
use texvisa_ir::source::Location;
use texvisa_ir::texture::{Kernel, Module, is_forbidden_in_names, is_group_size, verify, wrong_group_size};

pub use bindings::{BoundKind, BoundVariable};
pub use diagnostic::ShaderDiagnostic;
use host::OutputSurfaces;
pub use host::{FragmentInput, FragmentOutput, InputInterpolation};
use read::Shader;
use translator::{ShaderSource, Translator};

/// A shader as texture IR.
#[derive(Clone, Debug, Default)]
pub struct ShaderImport {
    /// The kernels and what they are bound to.
    pub module: Module,
    /// The variables of the shader that have a group and a binding, in the order of these.
    pub variables: Vec<BoundVariable>,
    /// What the host passes to the kernels of fragment shaders for each pixel.
    pub inputs: Vec<FragmentInput>,
    /// Where the kernels of fragment shaders write the colours of a pixel.
    pub outputs: Vec<FragmentOutput>,
    /// What is wrong with entry points that the module lacks for it.
    pub refused: Vec<ShaderDiagnostic>,
}

/// A shader of which nothing can be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ShaderError {
    /// Everything that is wrong.
    pub diagnostics: Vec<ShaderDiagnostic>,
}

/// Imports the compute and fragment shaders of WGSL.
///
/// # Errors
///
/// The text is no valid WGSL, or has no such shader that can be translated.
pub fn import_wgsl(text: &str) -> Result<ShaderImport, ShaderError> {
    on_large_stack(|| read::wgsl(text).map_err(one).and_then(|shader| import(&shader)))
}

/// Imports the compute and fragment shaders of a SPIR-V module.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/spirv/blur.spv");
/// let import = texvisa_naga::import_spirv(&std::fs::read(path)?)?;
/// let entries: Vec<String> = import.module.kernels.values().map(|kernel| kernel.name.clone()).collect();
/// assert_eq!(entries, ["main"]);
/// assert!(import.module.to_string().contains("sample source, smooth_ [u: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The bytes are no valid SPIR-V that naga reads, or have no such shader that can be translated.
pub fn import_spirv(bytes: &[u8]) -> Result<ShaderImport, ShaderError> {
    on_large_stack(|| read::spirv(bytes).map_err(one).and_then(|shader| import(&shader)))
}

fn one(diagnostic: ShaderDiagnostic) -> ShaderError {
    ShaderError { diagnostics: vec![diagnostic] }
}

fn message(message: impl Into<String>) -> ShaderDiagnostic {
    ShaderDiagnostic { kernel: None, location: Location::UNKNOWN, message: message.into() }
}

/// Bytes of the stack that shaders are read and translated on: both follow the nesting of the source.
const STACK_BYTES: usize = 256 << 20;

/// The name of the thread that reads and translates a shader. naga panics on some malformed shaders; a program that has a
/// hook for panics can leave out those of this thread, which become diagnostics.
pub const READER_THREAD: &str = "shader reader";

fn on_large_stack<T: Send>(work: impl FnOnce() -> Result<T, ShaderError> + Send) -> Result<T, ShaderError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name(READER_THREAD.to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(one(message("the importer of shaders panicked; this is a defect of texvisa"))),
            Err(error) => Err(one(message(format!("no thread to read the shader on: {error}")))),
        }
    })
}

fn import(shader: &Shader) -> Result<ShaderImport, ShaderError> {
    let mut import = ShaderImport::default();
    let bindings = bindings::declare(&shader.module, &mut import.module);
    import.variables = bindings.variables;
    let is_surface = |variable: &&BoundVariable| variable.kind != BoundKind::Sampler;
    let next = import.variables.iter().filter(is_surface).map(|variable| variable.entry + 1).max().unwrap_or(0);
    let outputs = host::declare_outputs(&shader.module, &mut import.module, next);
    let mut others = Vec::new();
    for entry in &shader.module.entry_points {
        if !matches!(entry.stage, ShaderStage::Compute | ShaderStage::Fragment) {
            others.push(format!("`{}` is of the stage {:?}", entry.name, entry.stage));
            continue;
        }
        match kernel(shader, entry, &outputs, &import.module) {
            Ok((kernel, inputs)) => {
                import.outputs.extend(outputs.of(&shader.module, &entry.function, &kernel.name));
                import.inputs.extend(inputs);
                import.module.add_kernel(kernel);
            }
            Err(diagnostics) => import.refused.extend(diagnostics),
        }
    }
    if import.module.kernels.is_empty() {
        let mut diagnostics = std::mem::take(&mut import.refused);
        if diagnostics.is_empty() {
            let found = if others.is_empty() { "it has no entry point".to_owned() } else { others.join(", ") };
            diagnostics.push(message(format!(
                "the shader has no entry point for compute or fragments, which are translated: {found}"
            )));
        }
        return Err(ShaderError { diagnostics });
    }
    Ok(import)
}

fn of_kernel(name: &str, text: impl Into<String>) -> ShaderDiagnostic {
    ShaderDiagnostic { kernel: Some(name.to_owned()), ..message(text) }
}

/// A name of SPIR-V with what cannot stand in quotes replaced. Entry points of two stages can have one name there.
fn printable(name: &str, target: &Module) -> String {
    let mut name = if name.is_empty() { "main".to_owned() } else { name.replace(is_forbidden_in_names, "_") };
    while target.kernel(&name).is_some() {
        name.push('_');
    }
    name
}

/// The kernel of an entry point.
fn kernel(
    shader: &Shader,
    original: &naga::EntryPoint,
    outputs: &OutputSurfaces,
    target: &Module,
) -> Result<(Kernel, Vec<FragmentInput>), Vec<ShaderDiagnostic>> {
    let (name, stage) = (original.name.as_str(), original.stage);
    let (mut module, mut info) = (Cow::Borrowed(&shader.module), Cow::Borrowed(&shader.info));
    let has_overrides = !shader.module.overrides.is_empty();
    if has_overrides {
        let stage = Some((stage, name));
        (module, info) = process_overrides(&shader.module, &shader.info, stage, &PipelineConstants::default())
            .map_err(|error| vec![of_kernel(name, format!("{error}; give the override a value in the shader"))])?;
    }
    let found = module.entry_points.iter().enumerate().find(|(_, entry)| entry.name == name && entry.stage == stage);
    let (index, entry) = found.ok_or_else(|| vec![of_kernel(name, "the entry point is gone")])?;
    let group_size = if stage == ShaderStage::Fragment { fragment::PIXELS } else { entry.workgroup_size };
    if !is_group_size(group_size) {
        return Err(vec![of_kernel(name, wrong_group_size(group_size))]);
    }
    // Handles of a module whose overrides were evaluated are others; entries follow from groups and bindings of all.
    let bindings = if has_overrides {
        bindings::rebound(&shader.module, &module, target)
    } else {
        bindings::declare(&shader.module, &mut Module::default())
    };
    let source = ShaderSource { module: &module, info: &info, spans: &shader.spans, bindings: &bindings };
    let mut translator = Translator::new(&source, &printable(name, target), stage, group_size);
    let info = info.get_entry_point(index);
    match stage {
        ShaderStage::Fragment => translator.fragment(name, &entry.function, info, outputs),
        _ => translator.entry_point(name, &entry.function, info),
    }
    let (kernel, inputs) = translator.finish()?;
    let mut alone =
        Module { surfaces: target.surfaces.clone(), samplers: target.samplers.clone(), ..Module::default() };
    let id = alone.add_kernel(kernel);
    let errors = verify(&alone);
    if errors.is_empty() {
        return Ok((std::mem::take(&mut alone.kernels[id]), inputs));
    }
    // What is refused is refused before; this is what was not thought of.
    let defect = |error: texvisa_ir::texture::VerifyError| ShaderDiagnostic {
        kernel: Some(name.to_owned()),
        location: error.location,
        message: format!("{}; this is a defect of texvisa", error.message),
    };
    Err(errors.into_iter().map(defect).collect())
}
