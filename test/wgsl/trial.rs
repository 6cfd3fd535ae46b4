//! One shader.

use std::path::Path;

use libtest_mimic::{Completion, Failed};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{EntryPoint, Module, ShaderStage};
use texvisa::check::TrialOptions;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::{LoweringOptions, check, compile};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_vulkan::{Device, ProgramStage};

use crate::compare::{self, Compared, compare};
use crate::directives::Directives;
use crate::emulated::Job;
use crate::oracle::Run;
use crate::{fragment, inputs, oracle, reflection};

/// Seeds of a shader in `./x test` and in `./x world`.
const SEEDS: [u64; 2] = [2, 24];

/// The targets and widths that shaders are compiled for first: registers of 32 and of 64 bytes, messages that are split.
const FIRST: [(Target, SimdWidth); 4] = [
    (Target::Skl, SimdWidth::Simd8),
    (Target::Tgllp, SimdWidth::Simd16),
    (Target::Dg2, SimdWidth::Simd8),
    (Target::Tgllp, SimdWidth::Simd32),
];

/// Every target and width that a shader can be compiled for, in the order in which seeds take them.
fn ways(directives: &Directives) -> Vec<(Target, SimdWidth)> {
    let all = Target::ALL
        .into_iter()
        .filter(|target| target.platform().has_sampler)
        .flat_map(|target| [SimdWidth::Simd8, SimdWidth::Simd16, SimdWidth::Simd32].map(|simd| (target, simd)))
        .filter(|way @ (target, simd)| simd.is_legal(*target) && !FIRST.contains(way));
    let is_meant = |(target, simd): &(Target, SimdWidth)| {
        (directives.targets.is_empty() || directives.targets.iter().any(|name| name == target.name()))
            && directives.lanes.is_none_or(|lanes| lanes == simd.lanes())
    };
    FIRST.into_iter().chain(all).filter(is_meant).collect()
}

/// Runs a shader everywhere and compares.
pub fn run(device: &Device, file: &Path) -> Result<Completion, Failed> {
    let text = std::fs::read_to_string(file)?;
    let directives = Directives::of(&text)?;
    if text.contains("enable f16;") && !device.has_half_floats {
        return Oracle::Lavapipe.missing(format!("{} has no half floats in shaders", device.title));
    }
    checked(&text, &directives)?;
    let seeds = harness::size("TEXVISA_SEEDS", SEEDS[0], SEEDS[1]);
    let all = compare_shader(device, &text, &directives, seeds, true)?;
    harness::count("pixels compared", all.pixels);
    harness::count("numbers compared", all.numbers);
    harness::count("numbers changed", all.changed);
    Ok(Completion::Completed)
}

/// Checks the kernel that is compiled first, as `texvisa check` does.
fn checked(text: &str, directives: &Directives) -> Result<(), Failed> {
    let import = texvisa_naga::import_wgsl(text)?;
    let (target, simd) = *ways(directives).first().ok_or("`targets` names no target with a sampler")?;
    for id in import.module.kernels.keys() {
        let compiled = compile(&import.module, id, target, simd, &LoweringOptions::default())?;
        let report = check(&import.module, id, &compiled, &TrialOptions { trials: 3, ..TrialOptions::default() })?;
        harness::count("kernels checked", 1);
        harness::count("stores of kernels compared", report.execution.compared_stores);
    }
    Ok(())
}

/// A shader as naga reads it.
fn read(text: &str) -> Result<(Module, ModuleInfo), Failed> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let info = validator.validate(&module).map_err(|error| error.emit_to_string(text))?;
    Ok((module, info))
}

/// Compares what a shader leaves, from so many seeds; with `from_spirv` imported from SPIR-V, too.
pub fn compare_shader(
    device: &Device,
    text: &str,
    directives: &Directives,
    seeds: u64,
    from_spirv: bool,
) -> Result<Compared, Failed> {
    let (module, info) = read(text)?;
    let is_run = |entry: &&EntryPoint| matches!(entry.stage, ShaderStage::Compute | ShaderStage::Fragment);
    let point = module.entry_points.iter().find(is_run).ok_or("the shader has no entry point that is run")?;
    let entry = &point.name;
    let code = oracle::spirv(&module, &info)?;
    let mut variables = reflection::variables(&module, directives.elements)?;
    let vertex_code;
    let mut outputs = Vec::new();
    let run = if point.stage == ShaderStage::Fragment {
        let size = fragment::size(directives.groups);
        let vertex = fragment::vertex_shader(&module, point, size)?;
        let (vertex_module, vertex_info) = read(&vertex)?;
        vertex_code = oracle::spirv(&vertex_module, &vertex_info)?;
        let (targets, before) = fragment::outputs(&module, point, size)?;
        variables.extend(targets);
        outputs = before;
        let vertex = ProgramStage { code: &vertex_code, entry: "place" };
        Run::Draw { vertex, fragment: ProgramStage { code: &code, entry } }
    } else {
        Run::Compute { code: &code, entry, groups: directives.groups }
    };
    let mut imports = vec![("WGSL", texvisa_naga::import_wgsl(text)?)];
    if from_spirv {
        // What naga writes is a test of the reader of SPIR-V, too.
        let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
        match (texvisa_naga::import_spirv(&bytes), &directives.not_from_spirv) {
            (Ok(import), None) => imports.push(("SPIR-V", import)),
            (Ok(_), Some(_)) => return Err("naga reads its SPIR-V now; remove `not from SPIR-V`".into()),
            (Err(error), Some(said)) if error.to_string().contains(said.as_str()) => {}
            (Err(error), _) => return Err(format!("from SPIR-V: {error}").into()),
        }
    }
    let ways = ways(directives);
    if ways.is_empty() {
        return Err("`targets` names no target with a sampler".into());
    }
    let mut turn = 0;
    let mut all = Compared::default();
    for seed in 0..seeds {
        let bound = &variables[..variables.len() - outputs.len()];
        let mut inputs = inputs::inputs(bound, directives, seed)?;
        inputs.extend_from_slice(&outputs);
        let theirs = oracle::outputs(device, &run, &variables, &inputs)?;
        for (language, import) in &imports {
            if let Some(refused) = import.refused.first() {
                return Err(format!("from {language}: {refused}").into());
            }
            let id = import.module.kernel(entry).ok_or("the kernel is gone")?;
            let job = Job { import, id, variables: &variables, inputs: &inputs, groups: directives.groups };
            let (target, simd) = ways[turn % ways.len()];
            turn += 1;
            let who = |engine: &str| format!("texvisa from {language}, {engine}, {} {simd}", target.name());
            let at = |engine: &str, error: String| format!("seed {seed}, {}: {error}", who(engine));
            for engine in ["interpreted", "executed"] {
                let ours = match engine {
                    "interpreted" => job.interpreted(simd),
                    _ => job.executed(target, simd),
                };
                let ours = ours.map_err(|error| at(engine, error.to_string()))?;
                let compared = compare(&who(engine), &variables, &inputs, &ours, &theirs, directives)
                    .map_err(|error| at(engine, error))?;
                all.pixels += compared.pixels;
                all.numbers += compared.numbers;
                all.changed += compared.changed;
                all.near += compared.near;
            }
        }
    }
    if all.pixels + all.numbers == 0 || all.changed == 0 {
        return Err(format!("nothing was compared that the shader changed: {all:?}").into());
    }
    compare::add(all);
    Ok(all)
}
