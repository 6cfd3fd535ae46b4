//! Media blocks by hand, on both engines.

mod engine;

use engine::{FILL, kernel, module, row};
use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::HardwareThread;
use texvisa_emulator::environment::{AccessError, Environment, Resource, Writer};
use texvisa_emulator::interp::{self, InterpError};
use texvisa_emulator::machine::{Fault, Machine, MachineError};
use texvisa_emulator::unit::{Description, Format, Surface, SurfaceKind};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::RegisterMap;

/// An image of 16 by 8 bytes at entry 1, whose byte at column x and row y is `x + 16 y`, and 64 words at entry 0.
fn environment() -> Environment {
    let mut environment = engine::buffer(64);
    let mut image = Surface::new(Description::new(SurfaceKind::D2, Format::R8Uint, [16, 8, 1])).expect("legal");
    image.bytes_mut().iter_mut().enumerate().for_each(|(at, byte)| *byte = at as u8);
    environment.bind(1, Resource::Surface(image));
    environment
}

fn image(environment: &Environment) -> &[u8] {
    environment.resource(1).expect("bound").bytes()
}

/// Runs one instruction with D of 64 bytes at r2, which begins with `data`; what D has then.
fn execute(inst: &str, data: &[u8], environment: &mut Environment) -> Result<Vec<u8>, MachineError> {
    let body = format!("    movs (M1_NM, 1) T6(0) 0x1:ud\n    {inst}\n    ret (M1, 1)");
    let kernel = kernel(Target::Tgllp, ".decl D v_type=G type=d num_elts=16 align=GRF", &body);
    let mut map = RegisterMap::new(32);
    kernel.vars.keys().for_each(|var| map.set(var, 64));
    map.bytes = 128;
    let mut file = vec![0; 128];
    file[64..64 + data.len()].copy_from_slice(data);
    // No lane is active: blocks are moved all the same.
    let thread = HardwareThread { group: [0; 3], active: 0, items: [7; 32], local: [[0; 3]; 32] };
    let machine = Machine::new(&kernel, &map)?;
    Ok(machine.run_thread(environment, &thread, file, UndefBits::constant(0xa5a5_a5a5_a5a5_a5a5), None)?[64..].to_vec())
}

/// MEDIA_LD, Semantics: rows of 3 bytes lie 4 bytes apart, of 5 bytes 8. What is between them is undefined, and so is
/// what is behind the last, to the end of its register; the next register is not touched.
#[test]
fn the_machine_reads_rows_at_their_pitch() {
    let read = |inst| execute(inst, &[], &mut environment()).expect("it runs");
    let found = read("media_ld.nomod (3,2) T6 0 0x1:ud 0x2:ud D.0");
    assert_eq!(found[..8], [33, 34, 35, 0xa5, 49, 50, 51, 0xa5]);
    assert_eq!((&found[8..32], &found[32..]), (&[0xa5; 24][..], &[0; 32][..]));
    let found = execute("media_ld.nomod (8,5) T6 0 0x0:ud 0x0:ud D.0", &[], &mut environment()).expect("it runs");
    assert_eq!((&found[32..40], &found[40..]), (&[64, 65, 66, 67, 68, 69, 70, 71][..], &[0xa5; 24][..]));
    let found = read("media_ld.bottom (5,2) T6 0 0xfffffffe:ud 0x0:ud D.0");
    assert_eq!(found[..16], [16, 16, 16, 17, 18, 0xa5, 0xa5, 0xa5, 48, 48, 48, 49, 50, 0xa5, 0xa5, 0xa5]);
}

/// The writers of those bytes of surface 1.
fn writers(environment: &Environment, bytes: std::ops::Range<usize>) -> Vec<Writer> {
    let writers = environment.writers(1).expect("something was written");
    bytes.map(|offset| writers.of(offset)).collect()
}

#[test]
fn the_machine_writes_what_is_inside() {
    let mut environment = environment();
    environment.note_writers();
    let data: Vec<u8> = (100..116).collect();
    execute("media_st.nomod (6,2) T6 0 0xc:ud 0x7:ud D.0", &data, &mut environment).expect("it runs");
    assert_eq!(image(&environment)[122..], [122, 123, 100, 101, 102, 103]);
    assert_eq!(writers(&environment, 123..125), [Writer::None, Writer::Item(7)]);
    // Nothing is known of where the left edge is not that of a dword.
    execute("media_st.nomod (4,1) T6 0 0x2:ud 0x0:ud D.0", &data, &mut environment).expect("it runs");
    assert_eq!(writers(&environment, 0..9), [[Writer::Unaligned; 8].as_slice(), &[Writer::None]].concat());
}

/// MEDIA_LD, legal width and height combinations; Surface: a 2D surface.
#[test]
fn the_machine_refuses_illegal_blocks() {
    let refused = |inst: &str| execute(inst, &[], &mut environment()).expect_err("no block");
    let illegal = |width, height| Fault::Block { width, height, plane: 0 };
    let error = refused("media_ld.nomod (64,5) T6 0 0x0:ud 0x0:ud D.0");
    assert!(matches!(error, MachineError::Illegal { fault, .. } if fault == illegal(64, 5)));
    let error = refused("media_ld.nomod (16,5) T6 0 0x0:ud 0x0:ud D.0");
    assert!(matches!(error, MachineError::Illegal { fault: Fault::OutsideRegisters { end: 144, bytes: 128 }, .. }));
    let mut buffer = environment();
    buffer.bind(1, Resource::Buffer(vec![0; 64]));
    let error = execute("media_ld.nomod (4,1) T6 0 0x0:ud 0x0:ud D.0", &[], &mut buffer).expect_err("a buffer");
    assert!(error.to_string().contains("entry 1 holds a buffer"), "{error}");
}

/// The memory that the interpreter leaves, at SIMD8.
fn interpret(body: &str, environment: &Environment, items: u32, fill: UndefBits) -> Result<Environment, InterpError> {
    let (module, id) = module(&format!(
        "surface b0: raw @ table 0\nsurface t1: 2d @ table 1\nkernel @k(%lx: i16 = local_id_x) {{\n^entry:\n  %l = zext i16 %lx -> \
         i32\n  %to = shl i32 %l, 3\n{body}\n  return\n}}"
    ));
    let mut environment = environment.clone();
    environment.note_writers();
    interp::run(&module, id, &mut environment, &row(items), SimdWidth::Simd8, fill)?;
    Ok(environment)
}

#[test]
fn lanes_have_columns_and_elements_rows() {
    let body = "  %r = media_read t1 [x: 2, y: 1] -> i16x2
  %a = extract i16x2 %r, 0
  %b = extract i16x2 %r, 1
  %next = add i32 %to, 4
  store_raw b0 [x: %to], i16 %a
  store_raw b0 [x: %next], i16 %b";
    let found = interpret(body, &environment(), 8, UndefBits::constant(FILL)).expect("it runs");
    let words = engine::words(&found);
    // Lane 0 has columns 18, 19 of row 1 and 34, 35 of row 2; lane 7 is behind the last column, 31 and 47.
    assert_eq!(words[..4], [0x1312, 0x2322, 0x1514, 0x2524]);
    assert_eq!(words[14..16], [0x1f1f, 0x2f2f]);
}

/// Bytes of lanes beyond a block's width depend on the undefined bits, and on nothing else.
#[test]
fn lanes_beyond_the_width_are_undefined() {
    let body =
        "  %r = media_read t1 [x: 0, y: 0] width 3 -> i8\n  %w = zext i8 %r -> i32\n  store_raw b0 [x: %to], i32 %w";
    let run = |fill| engine::words(&interpret(body, &environment(), 8, fill).expect("it runs"));
    let [first, second] = [0x1111_1111_1111_1111, 0x2222_2222_2222_2222].map(|bits| run(UndefBits::constant(bits)));
    let lanes = |words: &[u32]| (0..8).map(|lane| words[2 * lane]).collect::<Vec<_>>();
    assert_eq!(lanes(&first), [0, 1, 2, 0x11, 0x11, 0x11, 0x11, 0x11]);
    assert_eq!(lanes(&second)[2..4], [2, 0x22]);
}

#[test]
fn inactive_lanes_write_undefined_bytes() {
    let body = "  %b = trunc i32 %l -> i8\n  %c = add i32 %l, 100\n  %d = trunc i32 %c -> i8\n  %v = vec i8 [%b, %d]\n  \
                media_write t1 [x: 12, y: 7] width 6, i8x2 %v";
    let run = |bits| interpret(body, &environment(), 3, UndefBits::constant(bits)).expect("it runs");
    // Columns 12 to 15 are inside, row 8 is not; lanes 3 and beyond do not exist.
    assert_eq!(image(&run(0))[124..], [0, 1, 2, 0]);
    assert_eq!(image(&run(0x7777_7777_7777_7777))[124..], [0, 1, 2, 0x77]);
    assert_eq!(writers(&run(0), 123..126), [Writer::None, Writer::Item(0), Writer::Item(1)]);
}

#[test]
fn blocks_of_missing_surfaces_and_planes() {
    let body = "  %r = media_read t1 [x: 0, y: 0] plane 2 -> i32\n  store_raw b0 [x: %to], i32 %r";
    let mut environment = environment();
    environment.bind(1, Resource::Surface(Surface::null()));
    let found = interpret(body, &environment, 8, UndefBits::constant(FILL)).expect("no surface is zeros");
    assert_eq!(engine::words(&found)[..8], [0; 8]);
    let nv12 = Surface::new(Description::new(SurfaceKind::D2, Format::Nv12, [16, 8, 1])).expect("legal");
    environment.bind(1, Resource::Surface(nv12));
    let error = interpret(body, &environment, 8, UndefBits::constant(FILL)).expect_err("NV12 has two planes");
    assert!(matches!(&error, InterpError::Access { reason: AccessError::Block { entry: 1, .. }, .. }), "{error}");
    assert!(error.to_string().contains("there is no media block of plane 2 of a 2D surface of NV12"), "{error}");
}

/// Neither the sampler nor typed accesses support them.
#[test]
fn only_media_blocks_accept_video_formats() {
    let mut environment = environment();
    let yuy2 = Surface::new(Description::new(SurfaceKind::D2, Format::YcrcbNormal, [16, 8, 1])).expect("legal");
    environment.bind(1, Resource::Surface(yuy2));
    for (body, reason) in [
        ("  %r = load t1 [u: 0, v: 0, lod: 0] -> f32x4", "Load does not work on YCRCB_NORMAL"),
        ("  %r = read t1 [u: 0, v: 0] -> f32x4", "YCRCB_NORMAL, which only media blocks read"),
        (
            "  %v = vec f32 [1.0, 1.0, 1.0, 1.0]\n  write t1 [u: 0, v: 0], f32x4 %v",
            "YCRCB_NORMAL, which cannot be written",
        ),
    ] {
        let error = interpret(body, &environment, 8, UndefBits::constant(FILL)).expect_err(body);
        assert!(error.to_string().contains(reason), "{error}");
    }
}
