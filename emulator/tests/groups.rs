//! Groups on all cores: memory is what it is when they run one after the other.

mod engine;

use engine::{kernel, module};
use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::Grid;
use texvisa_emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa_emulator::machine::{Machine, MachineError, MessageEvent, Trace};
use texvisa_emulator::unit::{Description, Format, Surface, SurfaceKind};
use texvisa_ir::target::Target;
use texvisa_ir::visa::{RegisterMap, VisaKernel};

/// Work items enough for many groups to run at the same time.
const ITEMS: u32 = 1 << 15;

/// A kernel that has the number of each work item in V32, at the byte where the interface puts the first argument.
fn numbered(body: &str) -> VisaKernel {
    let declarations = ".decl V32 v_type=G type=ud num_elts=8 align=GRF\n\
                        .decl A v_type=G type=ud num_elts=8 align=GRF\n.decl D v_type=G type=ud num_elts=8 align=GRF\n\
                        .decl X v_type=G type=ud num_elts=8 align=GRF\n.decl P1 v_type=P num_elts=8\n.input V32 offset=32 size=32";
    kernel(Target::Tgllp, declarations, &format!("{body}\n    ret (M1, 1)"))
}

fn run(body: &str, threads: usize, step_limit: u64, fill: UndefBits) -> (Vec<u8>, Result<(), MachineError>) {
    run_watched(body, threads, step_limit, fill, false)
}

/// The same; where its messages are watched, hardware threads run one by one.
fn run_watched(
    body: &str,
    threads: usize,
    step_limit: u64,
    fill: UndefBits,
    is_watched: bool,
) -> (Vec<u8>, Result<(), MachineError>) {
    let (module, id) = module("kernel @k(%v: i32) {\n^entry:\n  return\n}\n");
    let kernel = numbered(body);
    let map = RegisterMap::unbounded(&kernel);
    let mut environment = Environment::new();
    environment.step_limit = step_limit;
    environment.bind(0, Resource::Buffer((0..=255).cycle().take(4096).collect()));
    environment.bind(1, Resource::Buffer(vec![0; 4096]));
    let row = Surface::new(Description::new(SurfaceKind::D2, Format::R8Uint, [64, 1, 1])).expect("legal");
    environment.bind(2, Resource::Surface(row));
    environment.set_argument(0, ArgumentValue::PerItem((0..u64::from(ITEMS)).collect()));
    let grid = Grid { items: [ITEMS, 1, 1], group: [8, 1, 1] };
    let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let result = pool.install(|| {
        let mut watch = |_: &MessageEvent| ();
        let watch: Option<&mut Trace<'_>> = if is_watched { Some(&mut watch) } else { None };
        machine.run(&module, id, &mut environment, &grid, fill, watch)
    });
    ([1, 2].map(|entry| environment.resource(entry).expect("bound").bytes()).concat(), result)
}

/// Where the bytes of the surface begin, behind those of the buffer.
const ROW: usize = 4096 / 4;

/// Whatever is undefined differs wherever it is asked for.
const DIFFERING: UndefBits = UndefBits::differing(0x5a5a_5a5a_5a5a_5a5a, 3);

/// The same on one core, which runs the groups in their order, on three, and thread by thread; the memory that they leave,
/// the buffer's and then the surface's.
fn alike(body: &str) -> Vec<u8> {
    alike_with(body, DIFFERING)
}

fn alike_with(body: &str, fill: UndefBits) -> Vec<u8> {
    let [one, three] = [1, 3].map(|threads| run(body, threads, 1000, fill.clone()));
    assert_eq!(one.1, Ok(()));
    assert_eq!(one, three);
    assert_eq!(one, run_watched(body, 1, 1000, fill, true));
    one.0
}

fn dword(bytes: &[u8], index: usize) -> u32 {
    u32::from_le_bytes([bytes[4 * index], bytes[4 * index + 1], bytes[4 * index + 2], bytes[4 * index + 3]])
}

/// Work item i writes its number to dword i mod 64: of all that write to one place the last is left.
#[test]
fn of_writes_to_one_address_the_last_groups_wins() {
    let bytes = alike(
        "    and (M1, 8) A(0,0)<1> V32(0,0)<1;1,0> 0x3f:ud\n    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud\n\
         \x20   movs (M1_NM, 1) T6(0) 0x1:ud\n    scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 V32.0",
    );
    for index in 0..64 {
        assert_eq!(dword(&bytes, index), ITEMS - 64 + index as u32);
    }
}

/// Each adds 1 to dword 0 of what it writes: groups see what those before them wrote, however many cores there are.
#[test]
fn what_is_read_and_written_is_run_in_order() {
    let bytes = alike(
        "    mov (M1, 8) A(0,0)<1> 0x0:ud\n    movs (M1_NM, 1) T6(0) 0x1:ud\n\
         \x20   gather_scaled.4 (M1, 8) T6 0x0:ud A.0 D.0\n    add (M1, 8) D(0,0)<1> D(0,0)<1;1,0> 0x1:ud\n\
         \x20   scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 D.0",
    );
    assert_eq!(dword(&bytes, 0), ITEMS / 8);
}

/// Group g writes the number of its first work item to dword g mod 16 of a surface, as a media block.
#[test]
fn of_blocks_at_one_position_that_of_the_last_group_wins() {
    let bytes = alike(
        "    shr (M1, 8) A(0,0)<1> V32(0,0)<1;1,0> 0x1:ud\n    and (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x3c:ud\n\
         \x20   movs (M1_NM, 1) T6(0) 0x2:ud\n    media_st.nomod (4,1) T6 0 A(0,0)<0;1,0> 0x0:ud V32.0",
    );
    for index in 0..16 {
        assert_eq!(dword(&bytes, ROW + index), ITEMS - 8 * (16 - index as u32));
    }
}

/// Each adds 1 to the block that those before it wrote.
#[test]
fn blocks_that_are_read_and_written_are_so_in_order() {
    let bytes = alike(
        "    movs (M1_NM, 1) T6(0) 0x2:ud\n    media_ld.nomod (4,1) T6 0 0x0:ud 0x0:ud D.0\n\
         \x20   add (M1, 8) D(0,0)<1> D(0,0)<1;1,0> 0x1:ud\n    media_st.nomod (4,1) T6 0 0x0:ud 0x0:ud D.0",
    );
    assert_eq!(dword(&bytes, ROW), ITEMS / 8);
}

/// One entry is read, another is written through the same state variable; and X is undefined.
#[test]
fn what_is_undefined_is_the_same_on_any_number_of_cores() {
    let bytes = alike(
        "    and (M1, 8) A(0,0)<1> V32(0,0)<1;1,0> 0x3ff:ud\n    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud\n\
         \x20   movs (M1_NM, 1) T6(0) 0x0:ud\n    gather_scaled.4 (M1, 8) T6 0x0:ud A.0 D.0\n\
         \x20   and (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0xff000000:ud\n    and (M1, 8) D(0,0)<1> D(0,0)<1;1,0> 0xffffff:ud\n\
         \x20   or (M1, 8) D(0,0)<1> D(0,0)<1;1,0> X(0,0)<1;1,0>\n    movs (M1_NM, 1) T6(0) 0x1:ud\n\
         \x20   scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 D.0",
    );
    assert_eq!(bytes[4..7], [4, 5, 6]);
}

/// Each group reads local memory, and leaves something there.
#[test]
fn where_nothing_is_overwritten_local_memory_is_zero_when_a_group_begins() {
    let bytes = alike_with(
        "    and (M1, 8) A(0,0)<1> V32(0,0)<1;1,0> 0x7:ud\n    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud\n\
         \x20   gather_scaled.4 (M1, 8) %slm 0x0:ud A.0 D.0\n    scatter_scaled.4 (M1, 8) %slm 0x0:ud A.0 V32.0\n\
         \x20   and (M1, 8) A(0,0)<1> V32(0,0)<1;1,0> 0x3ff:ud\n    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud\n\
         \x20   movs (M1_NM, 1) T6(0) 0x1:ud\n    scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 D.0",
        UndefBits::kept(),
    );
    assert_eq!(bytes[..4096], [0; 4096]);
}

/// The hardware thread whose first work item is 16384 jumps back for ever: those before it have written, those after it have not.
#[test]
fn the_first_group_that_fails_ends_the_run() {
    let body = "    movs (M1_NM, 1) T6(0) 0x1:ud\n    shr (M1, 8) A(0,0)<1> V32(0,0)<1;1,0> 0x3:ud\n\
                \x20   scatter_scaled.1 (M1, 8) T6 0x0:ud A.0 V32.0\nagain:\n\
                \x20   cmp.eq (M1_NM, 1) P1 V32(0,0)<0;1,0> 0x4000:ud\n    (P1) jmp (M1, 1) again";
    let declared = |threads| run(body, threads, 100, DIFFERING);
    let [one, three] = [1, 3].map(declared);
    assert_eq!(one.1, Err(MachineError::StepLimit { limit: 100 }));
    assert_eq!(one, three);
    // Thread n writes the low byte of 8 n + 7 to byte n.
    assert_eq!(one.0[2047..2050], [0xff, 7, 0]);
}
