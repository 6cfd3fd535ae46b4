//! Lockstep groups: registers, memory and errors are those of hardware threads that run one after the other, as they do when
//! messages are watched.

mod engine;

use engine::kernel;
use fastrand::Rng;
use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::HardwareThread;
use texvisa_emulator::environment::{Environment, Resource};
use texvisa_emulator::machine::{Machine, MachineError, MessageEvent};
use texvisa_emulator::unit::{Description, Filter, Format, Precision, Sampler, Surface, SurfaceKind};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{RegisterMap, VisaKernel};

/// Lanes of a thread; most instructions have the first half.
const LANES: usize = 16;
const THREADS: usize = 20;
/// What is bound, from entry 0 on: a picture, a buffer, a buffer and a surface to be written, a picture.
const ENTRIES: [u32; 5] = [0, 1, 2, 3, 4];

const DECLARATIONS: &str = ".decl T7 v_type=T num_elts=1\n.decl T8 v_type=T num_elts=1\n\
    .decl T9 v_type=T num_elts=1\n.decl T10 v_type=T num_elts=1\n.decl P3 v_type=P num_elts=16\n\
    .decl A v_type=G type=ud num_elts=8 align=GRF\n.decl B v_type=G type=ud num_elts=8 align=GRF\n\
    .decl U v_type=G type=f num_elts=8 align=GRF\n.decl V v_type=G type=f num_elts=8 align=GRF\n\
    .decl D v_type=G type=f num_elts=32 align=GRF\n.decl K v_type=G type=ud num_elts=8 align=GRF\n.decl N v_type=G type=ud num_elts=8 align=GRF\n\
    .decl C v_type=G type=ud num_elts=8 align=GRF\n.decl P1 v_type=P num_elts=16\n.decl P2 v_type=P num_elts=1";

/// Statements of a random kernel. `{}` is a label of the statement's own, which stands behind some of the next.
fn statement(rng: &mut Rng) -> &'static str {
    const STATEMENTS: [(u32, &str); 36] = [
        (4, "add (M1, 8) A(0,0)<1> A(0,0)<1;1,0> B(0,0)<1;1,0>"),
        (2, "mul (M1, 8) B(0,0)<1> A(0,0)<1;1,0> 0x5:ud"),
        (2, "and (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0xf:ud"),
        (2, "mad (M1, 8) U(0,0)<1> U(0,0)<1;1,0> 0x3f000000:f V(0,0)<1;1,0>"),
        (1, "(P1) sel (M1, 8) B(0,0)<1> A(0,0)<1;1,0> B(0,0)<1;1,0>"),
        (2, "cmp.lt (M1, 8) P1 A(0,0)<1;1,0> B(0,0)<1;1,0>"),
        // Of all threads alike, and of each its own.
        (2, "cmp.lt (M1_NM, 1) P2 N(0,0)<0;1,0> 0x4:ud"),
        (1, "cmp.lt (M1_NM, 1) P2 A(0,0)<0;1,0> 0x8:ud"),
        (2, "(P2) jmp (M1, 1) {}"),
        (1, "(P1) goto (M1, 8) {}"),
        (1, "goto (M1, 8) {}"),
        (3, "load_lz.RGBA (M1, 8) 0x0:uw T6 D.0 A.0 B.0"),
        (3, "sample_lz.RG (M1, 8) 0x0:uw S0 T6 D.0 U.0 V.0"),
        (2, "(P1) sample4.G (M1, 8) 0x0:uw S0 T6 D.0 U.0 V.0"),
        // The offset's upper bits, which are reserved, come from the thread.
        (1, "load_lz.R (M1, 8) C(0,0)<0;1,0> T6 D.0 A.0 B.0"),
        (1, "load_lz.R (M1, 8) 0x0:uw T9 D.0 A.0 B.0"),
        (2, "gather_scaled.4 (M1, 8) T7 0x0:ud A.0 B.0"),
        (2, "scatter_scaled.4 (M1, 8) T8 0x0:ud A.0 B.0"),
        (1, "gather_scaled.4 (M1, 8) %slm 0x0:ud A.0 B.0"),
        (1, "scatter_scaled.4 (M1, 8) %slm 0x0:ud A.0 B.0"),
        (1, "gather4_typed.RGBA (M1, 8) T6 A.0 B.0 %null.0 %null.0 D.0"),
        (2, "scatter4_typed.RG (M1, 8) T10 A.0 B.0 %null.0 %null.0 D.0"),
        (1, "(P1) scatter4_typed.RGBA (M3, 8) T10 A.0 B.0 %null.0 %null.0 D.0"),
        (2, "media_st.nomod (8,2) T10 0 A(0,0)<0;1,0> B(0,0)<0;1,0> D.0"),
        (1, "media_st.top (5,2) T10 0 A(0,0)<0;1,0> B(0,0)<0;1,0> D.0"),
        (1, "media_ld.nomod (5,2) T6 0 A(0,0)<0;1,0> B(0,0)<0;1,0> D.0"),
        (2, "scatter_scaled.1 (M1, 8) T8 0x0:ud A.0 B.0"),
        (1, "scatter_scaled.2 (M3, 8) T8 0x0:ud A.0 B.0"),
        (1, "gather_scaled.1 (M3, 8) T7 0x0:ud A.0 B.0"),
        (2, "(!P1) scatter4_scaled.GA (M1, 8) T8 0x0:ud A.0 D.0"),
        (1, "gather4_scaled.RB (M1, 8) T7 0x0:ud A.0 D.0"),
        (1, "setp (M1, 8) P3 A(0,0)<1;1,0>"),
        (1, "and (M1_NM, 16) P1 P1 P3"),
        (1, "(P1.any) jmp (M1, 8) {}"),
        (2, "(!P1) load_3d.RA (M3, 8) 0x0:uw T6 D.0 A.0 B.0 N.0"),
        (1, "sample_l.RGB (M1, 8) 0xf30:uw S0 T6 D.0 N.0 U.0 V.0"),
    ];
    let mut place = rng.u32(..STATEMENTS.iter().map(|statement| statement.0).sum::<u32>());
    let chosen = STATEMENTS.iter().find(|(weight, _)| match place.checked_sub(*weight) {
        Some(rest) => {
            place = rest;
            false
        }
        None => true,
    });
    chosen.expect("one of them").1
}

fn program(rng: &mut Rng) -> String {
    // Now and then what is written is read, too.
    let written = if rng.u8(..4) == 0 { 1 } else { 2 };
    // An entry that is known only when it runs, and typed writes to what is read and to a buffer.
    let dynamic = match rng.u8(..6) {
        0 => "    and (M1_NM, 1) K(0,0)<1> K(0,0)<0;1,0> 0x4:ud\n    movs (M1_NM, 1) T6(0) K(0,0)<0;1,0>\n",
        _ => "",
    };
    let typed = [3, 3, 3, 0, 2][rng.usize(..5)];
    let states = [("T10", typed), ("T6", 0), ("T7", 1), ("T8", written), ("S0", 0)];
    let states = states.map(|(state, entry)| format!("    movs (M1_NM, 1) {state}(0) 0x{entry}:ud\n")).concat();
    let mut body = format!("{states}{dynamic}again:\n");
    let mut open: Vec<usize> = Vec::new();
    for number in 0..rng.usize(3..14) {
        let text = statement(rng);
        // One statement names an entry that nothing set, which ends the kernel where it is reached.
        if text.contains("T9") && rng.u8(..8) != 0 {
            continue;
        }
        body += &format!("    {}\n", text.replace("{}", &format!("l{number}")));
        if text.contains("{}") {
            open.push(number);
        }
        if rng.bool()
            && let Some(label) = open.pop()
        {
            body += &format!("l{label}:\n");
        }
        // Lanes may be pending elsewhere.
        if rng.u8(..8) == 0 {
            body += "    barrier\n";
        }
    }
    open.iter().rev().for_each(|label| body += &format!("l{label}:\n"));
    // Around again, three times.
    body += "    add (M1_NM, 1) N(0,0)<1> N(0,0)<0;1,0> 0x1:ud\n    cmp.lt (M1_NM, 1) P2 N(0,0)<0;1,0> 0x3:ud\n\
             \x20   (P2) jmp (M1, 1) again\n    ret (M1, 1)";
    body
}

fn environment(rng: &mut Rng) -> Environment {
    let mut environment = Environment::new();
    environment.precision = Precision::Intel;
    // Now and then some threads come to their ends and others do not.
    environment.step_limit = if rng.u8(..6) == 0 { rng.u64(10..60) } else { 1000 };
    let mut surface = Surface::new(Description::new(SurfaceKind::D2, Format::Rgba8Unorm, [9, 7, 1])).expect("legal");
    surface.bytes_mut().iter_mut().for_each(|byte| *byte = rng.u8(..));
    environment.bind(0, Resource::Surface(surface));
    environment.bind(1, Resource::Buffer(std::iter::repeat_with(|| rng.u8(..4)).take(256).collect()));
    environment.bind(2, Resource::Buffer(vec![0; 250]));
    let format = [Format::Rgba8Uint, Format::R32Uint, Format::Rg8Unorm, Format::Rgba8Unorm][rng.usize(..4)];
    let written = Surface::new(Description::new(SurfaceKind::D2, format, [9, 7, 1])).expect("legal");
    environment.bind(3, Resource::Surface(written));
    let mut narrow = Surface::new(Description::new(SurfaceKind::D2, Format::Bgra8Unorm, [1, 5, 1])).expect("legal");
    narrow.bytes_mut().iter_mut().for_each(|byte| *byte = rng.u8(..));
    environment.bind(4, Resource::Surface(narrow));
    if rng.bool() {
        environment.note_writers();
    }
    environment.bind_sampler(0, Sampler { min: Filter::Linear, mag: Filter::Linear, ..Sampler::default() });
    environment
}

fn threads(rng: &mut Rng, kernel: &VisaKernel, map: &RegisterMap) -> Vec<(HardwareThread, Vec<u8>)> {
    let address = |name: &str| {
        let var = kernel.vars.keys().find(|var| kernel.names.var(*var) == Some(name)).expect("declared");
        map.address(kernel, var) as usize
    };
    let [a, b, u, v, n, c] = ["A", "B", "U", "V", "N", "C"].map(address);
    let no_lanes = rng.u8(..4) == 0;
    let has_traps = rng.u8(..4) == 0;
    let is_far = rng.u8(..4) == 0;
    let differ = rng.u8(..3) != 0;
    let mut words = Rng::with_seed(rng.u64(..));
    let count = rng.usize(1..THREADS);
    (0..count)
        .map(|number| {
            // Files may be longer than they need to be.
            let mut file = vec![0; map.bytes as usize + [0, 0, 64, 7][rng.usize(..4)]];
            let mut lane = |at: usize, value: u32| file[at..at + 4].copy_from_slice(&value.to_le_bytes());
            for index in 0..LANES / 2 {
                lane(a + 4 * index, words.u32(..12));
                lane(b + 4 * index, words.u32(..12));
                let far = if is_far && words.u8(..60) == 0 { 1e9 } else { 1.0 };
                lane(u + 4 * index, ((words.f32() * 2.0 - 0.5) * far).to_bits());
                lane(v + 4 * index, (words.f32() * 2.0 - 0.5).to_bits());
            }
            lane(n, 0);
            lane(c, if has_traps && words.u8(..8) == 0 { 0x1000 } else { 0 });
            if !differ {
                words = Rng::with_seed(1);
            }
            let active = match words.u8(..16) {
                0..4 => words.u32(1..0x1_0000),
                4 if no_lanes => 0,
                _ => 0xffff,
            };
            let items = std::array::from_fn(|lane| (number * LANES + lane) as u32);
            (HardwareThread { group: [0; 3], active, items, local: [[0; 3]; 32] }, file)
        })
        .collect()
}

#[test]
fn lockstep_groups_are_as_threads_one_by_one() {
    let mut rng = Rng::with_seed(5);
    let (mut ended, mut failed) = (0, 0);
    for turn in 0..6000 {
        let body = program(&mut rng);
        let mut kernel = kernel(Target::Tgllp, DECLARATIONS, &body);
        kernel.simd = SimdWidth::Simd16;
        let map = RegisterMap::unbounded(&kernel);
        let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{body}{error}"));
        let threads = threads(&mut rng, &kernel, &map);
        let state = environment(&mut rng);
        let run = |is_watched: bool| -> (Result<Vec<Vec<u8>>, MachineError>, Environment) {
            let mut environment = state.clone();
            let mut watch = |_: &MessageEvent| ();
            let fill = match turn % 5 {
                0 => UndefBits::kept(),
                1 => UndefBits::constant(0x0101_0000_8000_0003),
                2 => UndefBits::varied(turn),
                _ => UndefBits::differing(0x5a5a_5a5a_5a5a_5a5a, turn),
            };
            let files = machine.run_threads(&mut environment, threads.clone(), fill, is_watched.then_some(&mut watch));
            (files, environment)
        };
        let (together, apart) = (run(false), run(true));
        for entry in ENTRIES {
            let [bytes, others] = [&together, &apart].map(|run| run.1.resource(entry).expect("bound").bytes());
            assert!(bytes == others, "{body}\nentry {entry}");
            assert!(together.1.writers(entry) == apart.1.writers(entry), "{body}\nentry {entry}");
        }
        assert!(together.0 == apart.0, "{body}\n{:?}\n{:?}", together.0.err(), apart.0.err());
        *(if apart.0.is_ok() { &mut ended } else { &mut failed }) += 1;
    }
    assert!(ended > 1000 && failed > 200, "{ended} ended, {failed} failed");
}
