//! One shader.

use std::path::Path;

use libtest_mimic::Failed;
use naga::ShaderStage;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa_test::harness;
use texvisa_vulkan::Device;

use crate::compare::{self, Compared, compare};
use crate::directives::Directives;
use crate::emulated::Job;
use crate::{inputs, oracle, reflection};

/// Seeds of a shader in `./x test` and in `./x world`.
const SEEDS: [u64; 2] = [2, 10];

/// Targets and widths that a shader is compiled for: registers of 32 and of 64 bytes, with and without split payloads.
const WAYS: [(Target, SimdWidth); 4] = [
    (Target::Skl, SimdWidth::Simd8),
    (Target::Tgllp, SimdWidth::Simd16),
    (Target::Dg2, SimdWidth::Simd8),
    (Target::Tgllp, SimdWidth::Simd32),
];

/// Runs a shader everywhere and compares.
pub fn run(device: &Device, file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let directives = Directives::of(&text)?;
    let module = naga::front::wgsl::parse_str(&text).map_err(|error| error.emit_to_string(&text))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .map_err(|error| error.emit_to_string(&text))?;
    let entry = module.entry_points.iter().find(|entry| entry.stage == ShaderStage::Compute);
    let entry = &entry.ok_or("the shader has no compute entry point")?.name;
    let code = oracle::spirv(&module, &info)?;
    let variables = reflection::variables(&module, directives.elements)?;
    // What naga writes is a test of the reader of SPIR-V, too.
    let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
    let imports = [("WGSL", texvisa_naga::import_wgsl(&text)?), ("SPIR-V", texvisa_naga::import_spirv(&bytes)?)];
    let mut all = Compared::default();
    for seed in 0..harness::size("TEXVISA_SEEDS", SEEDS[0], SEEDS[1]) {
        let inputs = inputs::inputs(&variables, &directives, seed)?;
        let theirs = oracle::outputs(device, &code, entry, &variables, &inputs, directives.groups)?;
        for (language, import) in &imports {
            if let Some(refused) = import.refused.first() {
                return Err(format!("from {language}: {refused}").into());
            }
            let id = import.module.kernel(entry).ok_or("the kernel is gone")?;
            let job = Job { import, id, variables: &variables, inputs: &inputs, groups: directives.groups };
            let (target, simd) = WAYS[(seed as usize + usize::from(*language == "SPIR-V")) % WAYS.len()];
            let who = |engine: &str| format!("texvisa from {language}, {engine}, {} {simd}", target.name());
            let at = |engine: &str, error: String| format!("seed {seed}, {}: {error}", who(engine));
            for engine in ["interpreted", "executed"] {
                let ours = match engine {
                    "interpreted" => job.interpreted(simd),
                    _ => job.executed(target, simd),
                };
                let ours = ours.map_err(|error| at(engine, error.to_string()))?;
                let compared = compare(&who(engine), &variables, &inputs, &ours, &theirs, &directives)
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
    harness::count("pixels compared", all.pixels);
    harness::count("numbers compared", all.numbers);
    harness::count("numbers changed", all.changed);
    compare::add(all);
    Ok(())
}
