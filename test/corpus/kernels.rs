//! The tests of `test/corpus`.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use texvisa::emulator::UndefBits;
use texvisa::emulator::dispatch::Grid;
use texvisa::emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa::emulator::machine::Machine;
use texvisa::emulator::unit::{Description, Format, Surface, SurfaceKind, TexelPosition};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{Binding, KernelId, Module};
use texvisa::{Compiled, LoweringOptions, check, compile};
use texvisa_test::finalizer::Finalizer;
use texvisa_test::harness;

const NAMES: [&str; 8] =
    ["2d_ld_r", "2d_ld_ga", "3d_ld", "2d_sample_lod", "2d_loop", "2d_if", "2dms_ldms_r", "2dms_ldms_loop"];
const TARGETS: [Target; 3] = [Target::Skl, Target::Tgllp, Target::Dg2];

/// Random inputs for each kernel.
const TRIALS: u32 = 25;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in NAMES {
        for target in TARGETS {
            for simd in SimdWidth::ALL {
                let title = |what: &str| format!("{name}/{target}/{simd}/{what}");
                trials.push(harness::test(title("check"), move || {
                    let (module, id, compiled) = compiled(name, target, simd)?;
                    let options = check::TrialOptions { trials: TRIALS, ..check::TrialOptions::default() };
                    let report = check(&module, id, &compiled, &options)?;
                    harness::judge_check(&report.execution)
                }));
                trials.push(Finalizer::trial(&title("finalizer"), move |finalizer| {
                    let compiled = compiled(name, target, simd)?.2;
                    finalizer.accepts(&compiled.lowered.kernel, &compiled.visaasm())
                }));
                trials.push(harness::test(title("interface"), move || interface(name, target, simd)));
                if let Some(expected) = by_hand(name) {
                    trials.push(harness::test(title("values"), move || values(name, target, simd, &expected)));
                }
            }
        }
    }
    trials
}

/// The module that Intel's compiler made for TGLLP. It serves all platforms: what is of one platform in it, such as its
/// 16-bit multisampled loads, does not survive the import.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus").join(name).join("k.ll")
}

fn compiled(name: &str, target: Target, simd: SimdWidth) -> Result<(Module, KernelId, Compiled), Failed> {
    let module = texvisa_llvm::import_file(path(name))?.module;
    let id = module.kernel("k").ok_or("there is no kernel `k`")?;
    let compiled = compile(&module, id, target, simd, &LoweringOptions::default())?;
    Ok((module, id, compiled))
}

/// Offset and size of the `.input` lines that Intel's compiler writes for these kernels, which all have the arguments
/// of `source.cl` and the same implicit ones: at SIMD32 for `2d_ld_r`, at SIMD16 for `2d_loop`, and the same at SIMD8
/// where a kernel asks for it, on all three platforms.
const INTEL_SIMD32: [(u16, u16); 13] = [
    (32, 32),
    (64, 32),
    (96, 32),
    (128, 32),
    (160, 32),
    (192, 32),
    (224, 32),
    (256, 8),
    (264, 4),
    (268, 4),
    (272, 4),
    (276, 4),
    (288, 12),
];
const INTEL_NARROW: [(u16, u16); 10] =
    [(32, 32), (64, 32), (96, 32), (128, 32), (160, 8), (168, 4), (172, 4), (176, 4), (180, 4), (192, 12)];

/// Whether every argument is where Intel's compiler has one.
fn interface(name: &str, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    let (_, _, compiled) = compiled(name, target, simd)?;
    let found: Vec<(u16, u16)> =
        compiled.lowered.kernel.inputs.iter().map(|input| (input.offset, input.bytes)).collect();
    let mut expected = match simd {
        SimdWidth::Simd8 | SimdWidth::Simd16 => INTEL_NARROW.to_vec(),
        SimdWidth::Simd32 => INTEL_SIMD32.to_vec(),
    };
    // One more implicit argument, the number of samples, behind the last.
    if name == "2dms_ldms_loop" {
        expected.push(if simd == SimdWidth::Simd32 { (300, 4) } else { (204, 4) });
    }
    let is_expected = found.iter().all(|place| expected.contains(place));
    if is_expected && !found.is_empty() { Ok(()) } else { Err(format!("{found:?} are not all in {expected:?}").into()) }
}

/// A kernel whose result a person can work out.
#[derive(Clone)]
struct Expected {
    /// The image.
    image: fn() -> Surface,
    /// Argument `l`.
    level: u32,
    /// Dwords that a work item writes.
    dwords: usize,
    /// What work item (x, y) writes, by the program's source.
    value: fn(u32, u32) -> [f32; 4],
}

const WIDTH: u32 = 21;
const HEIGHT: u32 = 5;
/// More work items than texels along both axes: those outside read zero.
const ITEMS: [u32; 3] = [40, 6, 1];

/// The red channel of a texel: every one another, negative ones and denormals among them.
fn red(x: u32, y: u32, z: u32) -> f32 {
    if (x + y) % 7 == 3 { f32::from_bits(1 + x) } else { (x as f32) - 8.0 + 0.5 * (y as f32) + 100.0 * (z as f32) }
}

/// `read_imagef` flushes denormals.
fn flushed(value: f32) -> f32 {
    if value.is_subnormal() { 0.0f32.copysign(value) } else { value }
}

fn filled(description: Description, channels: fn(TexelPosition) -> [f32; 4]) -> Surface {
    let mut surface = Surface::new(description).expect("a legal surface");
    let format = surface.format();
    let samples = surface.samples();
    let [width, height, depth] = surface.level_size(0);
    for layer in 0..depth {
        for y in 0..height {
            for x in 0..width {
                for sample in 0..samples {
                    let place = TexelPosition { level: 0, x, y, layer, sample };
                    let texel = surface.texel_mut(place).expect("a texel of the surface");
                    format.encode(channels(place).map(f32::to_bits), 0xf, texel);
                }
            }
        }
    }
    surface
}

fn by_hand(name: &str) -> Option<Expected> {
    match name {
        // `((float*)o)[Y*1024+X] = read_imagef(a, (int2)(X,Y)).x`
        "2d_ld_r" => Some(Expected {
            image: || {
                let description = Description::new(SurfaceKind::D2, Format::R32Float, [WIDTH, HEIGHT, 1]);
                filled(description, |place| [red(place.x, place.y, 0), 0.0, 0.0, 1.0])
            },
            level: 9,
            dwords: 1,
            value: |x, y| {
                let value = if x < WIDTH && y < HEIGHT { flushed(red(x, y, 0)) } else { 0.0 };
                [value, 0.0, 0.0, 0.0]
            },
        }),
        // `o[Y*1024+X] = read_imagef(a, (int4)(X,Y,l,0))`
        "3d_ld" => Some(Expected {
            image: || {
                let description = Description::new(SurfaceKind::D3, Format::Rgba32Float, [WIDTH, HEIGHT, 4]);
                filled(description, |place| {
                    let red = red(place.x, place.y, place.layer);
                    [red, -red, place.layer as f32, 0.25]
                })
            },
            level: 3,
            dwords: 4,
            value: |x, y| {
                if x >= WIDTH || y >= HEIGHT {
                    return [0.0; 4];
                }
                let red = red(x, y, 3);
                [red, -red, 3.0, 0.25].map(flushed)
            },
        }),
        // `((float*)o)[Y*1024+X] = read_imagef(a, (int2)(X,Y), 2).x`; where the MCS value says so, sample 2 is
        // in another slice: two bits a sample where there are four.
        "2dms_ldms_r" => Some(Expected {
            image: || {
                let description = Description::new(SurfaceKind::D2, Format::R32Float, [WIDTH, HEIGHT, 1]);
                let description = Description { samples: 4, ..description };
                let mut surface = filled(description, |place| [red(place.x, place.y, place.sample), 0.0, 0.0, 1.0]);
                surface.compress(|place| u64::from(compression(place.x, place.y)));
                surface
            },
            level: 0,
            dwords: 1,
            value: |x, y| {
                let slice = compression(x, y) >> 4 & 3;
                let value = if x < WIDTH && y < HEIGHT { flushed(red(x, y, slice)) } else { 0.0 };
                [value, 0.0, 0.0, 0.0]
            },
        }),
        _ => None,
    }
}

/// Sample i of a pixel in slice i, or all four in the same slice; all ones would mean a cleared pixel.
fn compression(x: u32, y: u32) -> u32 {
    [0b11_10_01_00, 0b00_00_00_00, 0b01_01_01_01, 0b10_11_00_01][((x + y) % 4) as usize]
}

fn values(name: &str, target: Target, simd: SimdWidth, expected: &Expected) -> Result<(), Failed> {
    let (module, id, compiled) = compiled(name, target, simd)?;
    let kernel = &module.kernels[id];
    let entry = |argument: &str| {
        let named = module.surfaces.values().find(|decl| decl.argument.as_deref() == Some(argument));
        match named.map(|decl| decl.binding) {
            Some(Binding::Table(entry)) => Ok(entry),
            other => Err(format!("argument {argument} is at {other:?}")),
        }
    };
    let mut environment = Environment::new();
    environment.bind(entry("a")?, Resource::Surface((expected.image)()));
    let bytes = 4 * expected.dwords * 1024 * ITEMS[1] as usize;
    environment.bind(entry("o")?, Resource::Buffer(vec![0xee; bytes]));
    for (index, argument) in kernel.arguments.iter().enumerate() {
        match kernel.value_name(argument.value) {
            Some("sx" | "sy") => environment.set_argument(index, ArgumentValue::uniform(0)),
            Some("l") => environment.set_argument(index, ArgumentValue::uniform(u64::from(expected.level))),
            _ => {}
        }
    }
    let grid = Grid { items: ITEMS, group: [20, 2, 1] };
    let machine = Machine::new(&compiled.lowered.kernel, &compiled.registers)?;
    machine.run(&module, id, &mut environment, &grid, UndefBits::constant(0xcdcd_cdcd_cdcd_cdcd), None)?;
    let found = environment.resource(entry("o")?).map(Resource::bytes).ok_or("the buffer is gone")?;
    let mut wanted = vec![0xee; bytes];
    for y in 0..ITEMS[1] {
        for x in 0..ITEMS[0] {
            let start = 4 * expected.dwords * (y * 1024 + x) as usize;
            let value = (expected.value)(x, y);
            for (index, channel) in value[..expected.dwords].iter().enumerate() {
                wanted[start + 4 * index..start + 4 * index + 4].copy_from_slice(&channel.to_bits().to_le_bytes());
            }
        }
    }
    match found.iter().zip(&wanted).position(|(found, wanted)| found != wanted) {
        None => Ok(()),
        Some(byte) => Err(format!("byte {byte:#x} is {:#x} and should be {:#x}", found[byte], wanted[byte]).into()),
    }
}
