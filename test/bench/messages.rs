//! What messages cost without a kernel around them: their parameters are in the registers, and their responses stay
//! there.

use std::time::{Duration, Instant};

use texvisa::emulator::UndefBits;
use texvisa::emulator::dispatch::HardwareThread;
use texvisa::emulator::environment::Environment;
use texvisa::emulator::machine::Machine;
use texvisa::ir::target::SimdWidth;
use texvisa::ir::visa::{RegisterMap, asm};
use texvisa_vulkan::{Access, OPERATIONS};

use super::scene::{Failed, INSIDE, RUNS, SIZE, TARGET};

/// How often all messages of a hardware thread are sent, so that what a hardware thread costs besides is little.
const TURNS: u32 = 200;
/// The lanes of all threads, which are a group's.
const LANES: u32 = 256;
/// The most lanes of a message here.
const MESSAGE_LANES: u32 = 16;

/// How many operations a second, in millions, threads make that stand in the middle of the picture that `environment`
/// has, each in a row of its own, and go on from there as the kernel's threads do.
pub fn rate(access: Access, simd: SimdWidth, environment: &mut Environment) -> Result<f64, Failed> {
    let lanes = simd.lanes().min(MESSAGE_LANES);
    let (message, state, ty) = match access {
        Access::Fetch => ("load_lz.RGBA", "T6", "ud"),
        Access::Sample => ("sample_lz.RGBA", "S0 T6", "f"),
        Access::Gather => ("sample4.R", "S0 T6", "f"),
    };
    let mut declarations = format!(".decl D v_type=G type=f num_elts={} align=GRF\n", 4 * lanes);
    let mut body = String::new();
    for operation in 0..OPERATIONS {
        for half in 0..simd.lanes() / lanes {
            let mask = if half == 0 { "M1" } else { "M5" };
            let [u, v] = ["U", "V"].map(|axis| format!("{axis}{operation}_{half}"));
            for name in [&u, &v] {
                declarations += &format!(".decl {name} v_type=G type={ty} num_elts={lanes} align=GRF\n");
            }
            body += &format!("    {message} ({mask}, {lanes}) 0x0:uw {state} D.0 {u}.0 {v}.0\n");
        }
    }
    let text = format!(
        ".version 4.1\n.kernel \"messages\"\n.decl T6 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n{declarations}\
         .decl N v_type=G type=d num_elts=1 align=GRF\n.decl P1 v_type=P num_elts=1\n.kernel_attr Target=\"3d\"\n\n.function \"_main_0\"\n\
         \x20   movs (M1_NM, 1) T6(0) 0x0:ud\n    movs (M1_NM, 1) S0(0) 0x0:ud\n    mov (M1_NM, 1) N(0,0)<1> 0x0:d\n\
         again:\n{body}    add (M1_NM, 1) N(0,0)<1> N(0,0)<0;1,0> 0x1:d\n\
         \x20   cmp.lt (M1_NM, 1) P1 N(0,0)<0;1,0> 0x{TURNS:x}:d\n    (P1) jmp (M1, 1) again\n    ret (M1, 1)\n"
    );
    let mut kernel = asm::parse(&text, TARGET)?;
    kernel.simd = simd;
    let map = RegisterMap::unbounded(&kernel);
    let machine = Machine::new(&kernel, &map)?;
    let mut threads = Vec::new();
    for row in 0..LANES / simd.lanes() {
        let mut file = vec![0; map.bytes as usize];
        for var in kernel.vars.keys() {
            let Some((axis, place)) = kernel.names.var(var).and_then(|name| name.split_at_checked(1)) else { continue };
            let Some((operation, half)) = place.split_once('_') else { continue };
            let (operation, half): (u32, u32) = (operation.parse()?, half.parse()?);
            let address = map.address(&kernel, var) as usize;
            for lane in 0..lanes {
                let along = usize::from(axis == "V");
                let start = SIZE / 2 + if axis == "U" { half * lanes + lane } else { row };
                let texel = start + operation;
                let word = match access {
                    Access::Fetch => texel,
                    Access::Sample | Access::Gather => ((texel as f32 + INSIDE[along]) / SIZE as f32).to_bits(),
                };
                file[address + 4 * lane as usize..][..4].copy_from_slice(&word.to_le_bytes());
            }
        }
        let active = u32::MAX >> (32 - simd.lanes());
        threads.push((HardwareThread { group: [0; 3], active, items: [0; 32], local: [[0; 3]; 32] }, file));
    }
    environment.step_limit = u64::MAX;
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let threads = threads.clone();
        let start = Instant::now();
        machine.run_threads(environment, threads, UndefBits::constant(0), None)?;
        best = best.min(start.elapsed());
    }
    Ok(f64::from(TURNS * OPERATIONS * LANES) / best.as_secs_f64() / 1e6)
}
