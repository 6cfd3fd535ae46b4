//! How fast the texture unit is, beside lavapipe and oclgrind: `./x bench`. Millions of operations a second on one
//! thread, the best of several runs: texels, bilinear samples of level 0, and gathers of a channel, of a picture of
//! four bytes a texel.
//!
//! Both do the same work: an invocation stands at a texel, goes on from there diagonally, sums up what it reads, and
//! writes the sum, which must be the same. texvisa's side is a kernel, compiled and executed from its registers on the
//! emulator's machine, with every message decoded, in the precision of Intel's filters. Beside it stands what the
//! messages of such a kernel alone cost, from registers to registers, without the arithmetic that lavapipe compiles and
//! the machine interprets.

use std::time::{Duration, Instant};

use texvisa::emulator::UndefBits;
use texvisa::emulator::dispatch::Grid;
use texvisa::emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa::emulator::machine::Machine;
use texvisa::emulator::unit::{Description, Filter, Format, Precision, Sampler, Surface, SurfaceKind};
use texvisa::ir::target::SimdWidth;
use texvisa::ir::texture::{Builder, Dimension, Module, Op, Role, Scalar, TextureKind, Type, Value};
use texvisa::{LoweringOptions, compile};
use texvisa_vulkan::{Access, Device, Image, OPERATIONS, Shape, Swizzle};

mod messages;
mod oclgrind;
mod scene;

use scene::{Failed, INSIDE, RUNS, SIZE, TARGET};

/// Work items along each axis: they go on without leaving the picture.
const ITEMS: u32 = SIZE - OPERATIONS;
/// Each is measured so often, in turn.
const ROUNDS: u32 = 8;
/// lavapipe filters in 8 bits; sums of so many values of 0 to 1 are so far apart at the most.
const APART: f32 = OPERATIONS as f32 / 100.0;

const PICTURE: u32 = 0;
const SUMS: u32 = 1;

fn main() {
    // No thread but the one that works, of which there is then one.
    texvisa_vulkan::process::with_variables(&[("LP_NUM_THREADS", "0"), ("RAYON_NUM_THREADS", "1")]);
    if let Err(error) = compare() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn compare() -> Result<(), Failed> {
    if oclgrind::is_asked(picture, SIZE)? {
        return Ok(());
    }
    let lavapipe = Device::find("llvmpipe");
    println!(
        "{TARGET}, picture of {SIZE}x{SIZE}, R8G8B8A8_UNORM; millions of operations a second on one thread, ratio to lavapipe"
    );
    match &lavapipe {
        Ok(device) => println!("lavapipe: {}", device.title),
        Err(absent) => println!("no lavapipe (Debian package mesa-vulkan-drivers): {absent}"),
    }
    print!("{:<10}", "");
    SimdWidth::ALL.iter().for_each(|simd| print!("{:>18}", format!("texvisa {simd}")));
    println!("{:>12}{:>12}", "lavapipe", "oclgrind");
    for (name, access) in [("ld", Access::Fetch), ("bilinear", Access::Sample), ("gather4", Access::Gather)] {
        report(name, access, lavapipe.as_ref().ok()).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

fn report(name: &str, access: Access, lavapipe: Option<&Device>) -> Result<(), Failed> {
    let bytes = picture();
    let mut theirs: Option<f64> = None;
    let (mut kernels, mut alone) = ([0.0f64; SimdWidth::ALL.len()], [0.0f64; SimdWidth::ALL.len()]);
    // The pace of a machine changes; each has its turn in each phase.
    for _ in 0..ROUNDS {
        let measured = match lavapipe {
            Some(device) => Some(ask(device, access, &bytes)?),
            None => None,
        };
        theirs = measured.map(|(rate, _)| theirs.unwrap_or(0.0).max(rate));
        for (place, simd) in SimdWidth::ALL.into_iter().enumerate() {
            let (time, sum) = emulated(access, simd, &bytes)?;
            if let Some((_, expected)) = measured
                && sum.iter().zip(expected).any(|(ours, theirs)| (ours - theirs).abs() > APART)
            {
                return Err(format!("the sums differ: texvisa {sum:?}, lavapipe {expected:?}").into());
            }
            kernels[place] = kernels[place].max(rate(time));
            alone[place] = alone[place].max(messages::rate(access, simd, &mut environment(&bytes)?)?);
        }
    }
    let line = |name: &str, rates: &[f64]| {
        print!("{name:<10}");
        for rate in rates {
            let ratio = theirs.map_or(String::new(), |theirs| format!(" ({:.2})", rate / theirs));
            print!("{:>18}", format!("{rate:.1}{ratio}"));
        }
    };
    let or_none = |rate: Option<f64>| rate.map_or("-".to_owned(), |rate| format!("{rate:.1}"));
    line(name, &kernels);
    println!("{:>12}{:>12}", or_none(theirs), or_none(oclgrind::rate(name)));
    line("  alone", &alone);
    println!();
    Ok(())
}

/// What lavapipe does in a second, and what its first work item sums up.
fn ask(device: &Device, access: Access, bytes: &[u8]) -> Result<(f64, [f32; 4]), Failed> {
    let image = Image {
        shape: Shape::D2,
        format: texvisa_vulkan::Format::Rgba8Unorm,
        size: [SIZE, SIZE, 1],
        layers: 1,
        levels: 1,
        samples: 1,
        swizzle: [Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A],
        bytes: bytes.to_vec(),
    };
    let linear = texvisa_vulkan::Filter::Linear;
    let sampler = texvisa_vulkan::Sampler { min: linear, mag: linear, ..texvisa_vulkan::Sampler::default() };
    let (time, sum) = device.measure(&image, &sampler, access, [ITEMS, ITEMS], RUNS)?;
    Ok((rate(time), sum))
}

fn rate(time: Duration) -> f64 {
    f64::from(ITEMS * ITEMS * OPERATIONS) / time.as_secs_f64() / 1e6
}

fn picture() -> Vec<u8> {
    let mut bytes = vec![0; (4 * SIZE * SIZE) as usize];
    fastrand::Rng::with_seed(1).fill(&mut bytes);
    bytes
}

/// The picture and the sampler that everything is measured with.
fn environment(bytes: &[u8]) -> Result<Environment, Failed> {
    let mut environment = Environment::new();
    environment.precision = Precision::Intel;
    let mut surface = Surface::new(Description::new(SurfaceKind::D2, Format::Rgba8Unorm, [SIZE, SIZE, 1]))?;
    surface.bytes_mut().copy_from_slice(bytes);
    environment.bind(PICTURE, Resource::Surface(surface));
    environment.bind_sampler(0, Sampler { min: Filter::Linear, mag: Filter::Linear, ..Sampler::default() });
    Ok(environment)
}

/// The best time of the whole grid, and what its first work item sums up.
fn emulated(access: Access, simd: SimdWidth, bytes: &[u8]) -> Result<(Duration, [f32; 4]), Failed> {
    let module = module(access);
    let id = module.kernel("rate").ok_or("the kernel is gone")?;
    let compiled = compile(&module, id, TARGET, simd, &LoweringOptions::default())?;
    let machine = Machine::new(&compiled.lowered.kernel, &compiled.registers)?;
    let mut environment = environment(bytes)?;
    environment.bind(SUMS, Resource::Buffer(vec![0; (16 * ITEMS * ITEMS) as usize]));
    let items = 0..u64::from(ITEMS * ITEMS);
    environment.set_argument(0, ArgumentValue::PerItem(items.clone().map(|item| item % u64::from(ITEMS)).collect()));
    environment.set_argument(1, ArgumentValue::PerItem(items.map(|item| item / u64::from(ITEMS)).collect()));
    let grid = Grid { items: [ITEMS, ITEMS, 1], group: [ITEMS, 1, 1] };
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        machine.run(&module, id, &mut environment, &grid, UndefBits::constant(0), None)?;
        best = best.min(start.elapsed());
    }
    let sums = environment.resource(SUMS).ok_or("the sums are gone")?.bytes();
    let word = |at: usize| f32::from_le_bytes([sums[at], sums[at + 1], sums[at + 2], sums[at + 3]]);
    Ok((best, [0, 4, 8, 12].map(word)))
}

/// The kernel: arguments are the work item's column and row.
fn module(access: Access) -> Module {
    let mut module = Module::default();
    let picture = module.add_surface("picture", Dimension::D2, Some(Scalar::F32), PICTURE);
    let sums = module.add_surface("sums", Dimension::Raw, None, SUMS);
    let sampler = module.add_sampler("sampler", 0);
    let mut builder = Builder::new("rate");
    let b = &mut builder;
    let [x, y] = ["x", "y"].map(|name| b.argument(name, Type::I32, false));
    let entry = b.create_block("entry");
    b.switch_to(entry);
    let int = |b: &mut Builder, value: u32| b.constant_int(Type::I32, i64::from(value));
    let step = b.constant_f32(1.0 / SIZE as f32);
    let mut at: [Value; 2] = if access == Access::Fetch {
        [x, y]
    } else {
        [(x, INSIDE[0]), (y, INSIDE[1])].map(|(place, inside)| {
            let place = b.convert(Op::SToF, place, Type::F32);
            let place = b.op(Op::FMul, Type::F32, &[place, step]);
            let inside = b.constant_f32(inside / SIZE as f32);
            b.op(Op::FAdd, Type::F32, &[place, inside])
        })
    };
    let [zero, one] = [0, 1].map(|value| int(b, value));
    let level = b.constant_f32(0.0);
    let mut total: Option<[Value; 4]> = None;
    for _ in 0..OPERATIONS {
        let [u, v] = at;
        let texel = match access {
            Access::Fetch => b.texture(TextureKind::Load, picture).param(Role::Lod, zero),
            Access::Sample => b.texture(TextureKind::Sample, picture).sampler(sampler).param(Role::Lod, level),
            Access::Gather => b.texture(TextureKind::Gather4, picture).sampler(sampler),
        };
        let texel = texel.param(Role::U, u).param(Role::V, v).result(Scalar::F32);
        let channels = [0, 1, 2, 3].map(|channel| b.extract(texel, channel));
        total = Some(match total {
            None => channels,
            Some(total) => [0, 1, 2, 3].map(|channel| b.op(Op::FAdd, Type::F32, &[total[channel], channels[channel]])),
        });
        at = at.map(|place| match access {
            Access::Fetch => b.op(Op::Add, Type::I32, &[place, one]),
            Access::Sample | Access::Gather => b.op(Op::FAdd, Type::F32, &[place, step]),
        });
    }
    let items = int(b, ITEMS);
    let row = b.op(Op::Mul, Type::I32, &[y, items]);
    let item = b.op(Op::Add, Type::I32, &[row, x]);
    let sixteen = int(b, 16);
    let first = b.op(Op::Mul, Type::I32, &[item, sixteen]);
    for (channel, value) in total.into_iter().flatten().enumerate() {
        let bytes = int(b, 4 * channel as u32);
        let place = b.op(Op::Add, Type::I32, &[first, bytes]);
        b.store_raw(sums, place, value);
    }
    b.ret();
    module.add_kernel(builder.finish());
    module
}
