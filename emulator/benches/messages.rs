//! How many samples a second the texture unit serves through the whole path of a message: parameters read from the
//! register file, texels filtered, responses written to it. `cargo bench -p texvisa-emulator [-- WORD]`; of several
//! runs the best, one thread.

use std::hint::black_box;
use std::time::{Duration, Instant};

use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::HardwareThread;
use texvisa_emulator::environment::{Environment, Resource};
use texvisa_emulator::machine::Machine;
use texvisa_emulator::unit::{
    AddressMode, Description, Filter, Format, MipFilter, Precision, Sampler, Surface, SurfaceKind,
};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{RegisterMap, asm};

/// Columns and rows of the surface.
const EXTENT: u32 = 512;
/// Messages of one turn of the loop, each with coordinates of its own.
const MESSAGES: usize = 32;
/// The lanes of all hardware threads: those of such a group run in lockstep.
const LANES: usize = 128;
/// Turns of the loop: few, so that most runs are over before another process gets the core.
const TURNS: u32 = 100;
/// A run is repeated for about so long.
const PATIENCE: Duration = Duration::from_millis(400);

/// A message to be measured.
struct Measured {
    name: &'static str,
    /// Its text, without lanes and operands.
    message: &'static str,
    /// Whether it has a sampler, and float coordinates.
    sampled: bool,
    /// Whether a level of detail comes first.
    level: bool,
}

const ROWS: [Measured; 5] = [
    Measured { name: "ld", message: "load_lz.RGBA", sampled: false, level: false },
    Measured { name: "sample_lz", message: "sample_lz.RGBA", sampled: true, level: false },
    Measured { name: "sample_l", message: "sample_l.RGBA", sampled: true, level: true },
    Measured { name: "sample", message: "sample_3d.RGBA", sampled: true, level: false },
    Measured { name: "gather4", message: "sample4.R", sampled: true, level: false },
];

/// What is bound while it is measured.
struct Setting {
    name: &'static str,
    format: Format,
    levels: u32,
    filter: Filter,
    address: AddressMode,
}

const SETTINGS: [Setting; 6] = [
    Setting {
        name: "rgba8",
        format: Format::Rgba8Unorm,
        levels: 1,
        filter: Filter::Linear,
        address: AddressMode::Clamp,
    },
    Setting {
        name: "rgba8 wrap",
        format: Format::Rgba8Unorm,
        levels: 1,
        filter: Filter::Linear,
        address: AddressMode::Wrap,
    },
    Setting {
        name: "rgba8 levels",
        format: Format::Rgba8Unorm,
        levels: 10,
        filter: Filter::Linear,
        address: AddressMode::Clamp,
    },
    Setting {
        name: "rgba8 nearest",
        format: Format::Rgba8Unorm,
        levels: 1,
        filter: Filter::Nearest,
        address: AddressMode::Clamp,
    },
    Setting {
        name: "rgba8 srgb",
        format: Format::Rgba8Srgb,
        levels: 1,
        filter: Filter::Linear,
        address: AddressMode::Clamp,
    },
    Setting {
        name: "rgba16f",
        format: Format::Rgba16Float,
        levels: 1,
        filter: Filter::Linear,
        address: AddressMode::Clamp,
    },
];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("million samples a second: exact, intel");
    for setting in &SETTINGS {
        for row in &ROWS {
            let name = format!("{} {}", setting.name, row.name);
            if !chosen.iter().all(|word| name.split(' ').any(|part| part == word)) {
                continue;
            }
            print!("{name:28}");
            for lanes in [8, 16, 32] {
                let rates = [Precision::Exact, Precision::Intel].map(|precision| rate(setting, row, lanes, precision));
                print!("   simd{lanes:<2} {:7.1} {:7.1}", rates[0], rates[1]);
            }
            println!();
        }
    }
}

fn rate(setting: &Setting, row: &Measured, lanes: usize, precision: Precision) -> f64 {
    let simd = match lanes {
        8 => SimdWidth::Simd8,
        16 => SimdWidth::Simd16,
        _ => SimdWidth::Simd32,
    };
    // Registers of 64 bytes hold SIMD32 messages.
    let target = if lanes == 32 { Target::Lnl } else { Target::Tgllp };
    let variable = |name: &str, count: usize| format!(".decl {name} v_type=G type=f num_elts={count} align=GRF\n");
    let mut declarations = variable("D", 4 * lanes.max(64 / 4)) + &variable("L", lanes);
    let mut body = String::new();
    for message in 0..MESSAGES {
        declarations += &(variable(&format!("U{message}"), lanes) + &variable(&format!("V{message}"), lanes));
        let state = if row.sampled { "S0 T6" } else { "T6" };
        let level = if row.level { "L.0 " } else { "" };
        body += &format!("    {} (M1, {lanes}) 0x0:uw {state} D.0 {level}U{message}.0 V{message}.0\n", row.message);
    }
    if !row.sampled {
        declarations = declarations.replace("type=f", "type=ud");
    }
    let text = format!(
        ".version 4.1\n.kernel \"k\"\n.decl T6 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n{declarations}\
         .decl N v_type=G type=d num_elts=1 align=GRF\n.decl P1 v_type=P num_elts=32\n.kernel_attr Target=\"3d\"\n\n.function \"_main_0\"\n\
         \x20   movs (M1_NM, 1) T6(0) 0x0:ud\n    movs (M1_NM, 1) S0(0) 0x0:ud\n    mov (M1_NM, 1) N(0,0)<1> 0x0:d\n\
         again:\n{body}    add (M1_NM, 1) N(0,0)<1> N(0,0)<0;1,0> 0x1:d\n\
         \x20   cmp.lt (M1_NM, 1) P1 N(0,0)<0;1,0> 0x{TURNS:x}:d\n    (P1) jmp (M1, 1) again\n    ret (M1, 1)\n"
    );
    let mut kernel = asm::parse(&text, target).unwrap_or_else(|errors| panic!("{errors:?}"));
    kernel.simd = simd;
    let map = RegisterMap::unbounded(&kernel);
    let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));

    let mut rng = fastrand::Rng::with_seed(1);
    let description = Description {
        levels: setting.levels,
        ..Description::new(SurfaceKind::D2, setting.format, [EXTENT, EXTENT, 1])
    };
    let mut surface = Surface::new(description).expect("legal");
    // Below 0x7c every binary16 is a number.
    surface.bytes_mut().iter_mut().for_each(|byte| *byte = rng.u8(..0x7c));
    let mut environment = Environment::new();
    environment.precision = precision;
    environment.step_limit = u64::MAX;
    environment.bind(0, Resource::Surface(surface));
    let sampler = Sampler {
        address: [setting.address; 3],
        min: setting.filter,
        mag: setting.filter,
        mip: MipFilter::Linear,
        ..Sampler::default()
    };
    environment.bind_sampler(0, sampler);

    // Neighbouring lanes are neighbouring pixels of a picture that is turned a little.
    let mut file = vec![0; map.bytes as usize];
    let mut put = |name: String, value: &dyn Fn(usize) -> u32| {
        let var = kernel.vars.keys().find(|var| kernel.names.var(*var) == Some(&*name)).expect("declared");
        let address = map.address(&kernel, var) as usize;
        for lane in 0..lanes {
            file[address + 4 * lane..][..4].copy_from_slice(&value(lane).to_le_bytes());
        }
    };
    for message in 0..MESSAGES {
        let origin: [f32; 2] = std::array::from_fn(|_| rng.f32() * (EXTENT - 48) as f32 + 2.0);
        let place = |lane: usize| {
            let [x, y] = [(lane % 8) as f32, (lane / 8) as f32];
            [origin[0] + 0.92 * x + 0.39 * y, origin[1] - 0.2 * x + 0.92 * y]
        };
        for (axis, name) in [format!("U{message}"), format!("V{message}")].into_iter().enumerate() {
            put(name, &|lane| {
                let texel = place(lane)[axis];
                if row.sampled { (texel / EXTENT as f32).to_bits() } else { texel.max(0.0) as u32 }
            });
        }
    }
    put("L".to_owned(), &|_| 0.75f32.to_bits());

    let thread = HardwareThread {
        group: [0; 3],
        active: u32::MAX >> (32 - lanes),
        items: std::array::from_fn(|lane| lane as u32),
        local: [[0; 3]; 32],
    };
    let threads = vec![(thread, file); LANES / lanes];
    let mut best = f64::INFINITY;
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        let threads = threads.clone();
        let before = Instant::now();
        let files = machine.run_threads(&mut environment, threads, UndefBits::constant(0), None);
        black_box(files.unwrap_or_else(|error| panic!("{error}")));
        best = best.min(before.elapsed().as_secs_f64());
    }
    (TURNS as usize * MESSAGES * LANES) as f64 / best / 1e6
}
