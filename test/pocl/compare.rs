//! The tests: each runs a kernel, as compiled for one target and width, on all of its inputs, and compares.

use std::sync::Mutex;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa_opencl::{Image, Texel};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;

use crate::emulated::Emulated;
use crate::oracle::{Presence, answers, presence};
use crate::programs::{SUBJECTS, Tolerance};

const TARGETS: [Target; 4] = [Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2];

/// What was compared of a subject.
#[derive(Clone, Copy)]
struct Count {
    pixels: u64,
    /// Those of which all bits are the same.
    identical: u64,
    /// The largest difference of a channel, in steps of 1/255: of floats and of bytes, which are rounded.
    worst: [f64; 2],
}

static COUNTS: Mutex<[Count; SUBJECTS.len()]> =
    Mutex::new([Count { pixels: 0, identical: 0, worst: [0.0; 2] }; SUBJECTS.len()]);

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (index, subject) in SUBJECTS.iter().enumerate() {
        for target in TARGETS {
            for simd in SimdWidth::ALL {
                let name = format!("{}/{target}/{simd}", subject.kernel);
                trials.push(harness::test_or_skip(name, move || match presence() {
                    Presence::Here(_) => trial(index, target, simd).map(|()| Completion::Completed),
                    Presence::Absent(reason) => Oracle::Pocl.missing(reason),
                    Presence::Broken(how) => Err(format!("pocl: {how}").into()),
                }));
            }
        }
    }
    trials
}

fn trial(index: usize, target: Target, simd: SimdWidth) -> Result<(), Failed> {
    let subject = &SUBJECTS[index];
    let emulated = Emulated::new(subject, target, simd).map_err(|error| error.to_string())?;
    let expected = answers(index)?;
    let mut wrong = Vec::new();
    for (run, expected) in (subject.runs)().iter().zip(expected) {
        let found = emulated.run(run).map_err(|error| format!("{}: {error}", run.title))?;
        if found.len() != expected.len() || found.is_empty() {
            return Err(format!("{}: {} images and {}", run.title, found.len(), expected.len()).into());
        }
        for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
            let count = compared(found, expected, subject.tolerance).map_err(|first| {
                wrong.push(format!("{}, image {number}: {first}", run.title));
            });
            let mut counts = COUNTS.lock().map_err(|_| "another test failed")?;
            if let Ok(count) = count {
                harness::count("pixels compared", count.pixels);
                counts[index].pixels += count.pixels;
                counts[index].identical += count.identical;
                for (worst, other) in counts[index].worst.iter_mut().zip(count.worst) {
                    *worst = worst.max(other);
                }
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Compares two images of one size; what the first pixels are that are too far apart.
fn compared(found: &Image, expected: &Image, tolerance: Tolerance) -> Result<Count, String> {
    let mut count = Count { pixels: 0, identical: 0, worst: [0.0; 2] };
    let mut far = Vec::new();
    let bytes = found.texel.bytes();
    if found.bytes.len() != expected.bytes.len() {
        return Err(format!("{} bytes and {}", found.bytes.len(), expected.bytes.len()));
    }
    for (index, (ours, theirs)) in found.bytes.chunks(bytes).zip(expected.bytes.chunks(bytes)).enumerate() {
        count.pixels += 1;
        if ours == theirs {
            count.identical += 1;
            continue;
        }
        let [a, b] = [ours, theirs].map(|texel| channels(found.texel, texel));
        let distance = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, |most: f64, distance| {
            // A number and a NaN are not near each other.
            if distance.is_nan() { f64::INFINITY } else { most.max(distance) }
        });
        let worst = &mut count.worst[usize::from(!matches!(found.texel, Texel::Float | Texel::RFloat))];
        *worst = worst.max(distance);
        if tolerance == Tolerance::Exact || distance > 1.0 {
            let width = found.size.0 as usize;
            far.push(format!("({}, {}): texvisa {a:?}, pocl {b:?}", index % width, index / width));
        }
    }
    if far.is_empty() {
        return Ok(count);
    }
    Err(format!(
        "{} of {} pixels differ (integers as they are, others times 255): {}",
        far.len(),
        count.pixels,
        far[..far.len().min(4)].join("; ")
    ))
}

/// The channels of a pixel in steps of 1/255; integers in ones. Those that it has not are 0.
fn channels(texel: Texel, bytes: &[u8]) -> [f64; 4] {
    std::array::from_fn(|channel| match texel {
        _ if channel >= texel.channels() => 0.0,
        Texel::Unorm8 | Texel::Uint8 | Texel::RUint8 => f64::from(bytes[channel]),
        Texel::Uint16 => f64::from(u16::from_le_bytes([bytes[2 * channel], bytes[2 * channel + 1]])),
        Texel::Float | Texel::RFloat => {
            let word = std::array::from_fn(|byte| bytes[4 * channel + byte]);
            255.0 * f64::from(f32::from_le_bytes(word))
        }
    })
}

/// Says how much was compared.
pub fn summarize() {
    let Ok(counts) = COUNTS.lock() else { return };
    match presence() {
        Presence::Absent(reason) => println!("nothing was compared: {reason}"),
        Presence::Broken(how) => println!("nothing was compared: pocl: {how}"),
        Presence::Here(title) => {
            println!("compared with {title}:");
            let counted = SUBJECTS.iter().zip(counts.iter()).filter(|(_, count)| count.pixels > 0);
            for (subject, count) in counted {
                println!(
                    "  {:<18}{:>8} pixels, {:>8} of them bit for bit; floats at most {:.5}/255 apart, bytes {}/255",
                    subject.kernel, count.pixels, count.identical, count.worst[0], count.worst[1]
                );
            }
        }
    }
}
