//! Another peer: oclgrind, which interprets OpenCL a work item at a time and checks what it does. It has no gathers.
//!
//! It is asked in a process of its own, this program again, which finds it as the only platform of OpenCL.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use texvisa_opencl::{Address, Argument, Device, Filter, Image, Texel};
use texvisa_vulkan::OPERATIONS;

type Failed = Box<dyn std::error::Error>;

/// Where Debian's package oclgrind has it.
const LIBRARY: &str = "/usr/lib/oclgrind/liboclgrind-rt-icd.so";
const PLATFORM: &str = "Oclgrind";
/// What the other process is told first; then which access.
const ARGUMENT: &str = "--oclgrind";
/// Work items along each axis: it is slow.
const ITEMS: u32 = 64;
const RUNS: u32 = 3;

/// How each access reads the picture of `size` texels an axis at the place that is `i` from the work item's.
fn read(access: &str, size: u32) -> Option<String> {
    match access {
        "ld" => Some("read_imagef(picture, state, (int2)(x + i, y + i))".to_owned()),
        "bilinear" => Some(format!("read_imagef(picture, state, (float2)(x + i + 0.3f, y + i + 0.6f) / {size}.0f)")),
        _ => None,
    }
}

/// Million operations a second; `None` where there is no oclgrind, or it has no such access.
pub fn rate(access: &str) -> Option<f64> {
    if !Path::new(LIBRARY).exists() || read(access, 1).is_none() {
        return None;
    }
    let vendors = tempfile::tempdir().ok()?;
    std::fs::write(vendors.path().join("oclgrind.icd"), LIBRARY).ok()?;
    let program = std::env::current_exe().ok()?;
    let mut vendors_path = vendors.path().as_os_str().to_owned();
    vendors_path.push("/");
    let asked = Command::new(program).args([ARGUMENT, access]).env("OCL_ICD_VENDORS", vendors_path).output().ok()?;
    let said = String::from_utf8_lossy(&asked.stdout);
    match said.trim().parse() {
        Ok(rate) => Some(rate),
        Err(_) => {
            eprintln!("oclgrind, {access}: {}", String::from_utf8_lossy(&asked.stderr).trim());
            None
        }
    }
}

/// Whether this process is the one that asks oclgrind; it has then done so.
pub fn is_asked(picture: impl FnOnce() -> Vec<u8>, size: u32) -> Result<bool, Failed> {
    let mut arguments = std::env::args().skip(1).skip_while(|argument| argument != ARGUMENT).skip(1);
    let Some(access) = arguments.next() else { return Ok(false) };
    if let Some(read) = read(&access, size) {
        println!("{}", measure(&access, &read, picture(), size)?);
    }
    Ok(true)
}

fn measure(access: &str, read: &str, bytes: Vec<u8>, size: u32) -> Result<f64, Failed> {
    let device = Device::find(PLATFORM)?;
    let source = format!(
        "kernel void rate(read_only image2d_t picture, sampler_t state, write_only image2d_t sums) {{
            int x = get_global_id(0), y = get_global_id(1);
            float4 sum = 0.0f;
            for (int i = 0; i < {OPERATIONS}; i++) sum += {read};
            write_imagef(sums, (int2)(x, y), sum);
        }}"
    );
    let program = device.build(&source)?;
    let picture = Image { texel: Texel::Unorm8, size: (size, size, None), bytes };
    let sums = Image { texel: Texel::Float, size: (ITEMS, ITEMS, None), bytes: vec![0; (16 * ITEMS * ITEMS) as usize] };
    let state = match access {
        "ld" => Argument::Sampler { filter: Filter::Nearest, address: Address::Clamp, normalized: false },
        _ => Argument::Sampler { filter: Filter::Linear, address: Address::Repeat, normalized: true },
    };
    let arguments = [Argument::Source(&picture), state, Argument::Result(&sums)];
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        program.run("rate", &arguments, [ITEMS, ITEMS])?;
        best = best.min(start.elapsed());
    }
    Ok(f64::from(ITEMS * ITEMS * OPERATIONS) / best.as_secs_f64() / 1e6)
}
