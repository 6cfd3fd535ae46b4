//! Fragment shaders, executed: what they leave was worked out by hand.

use texvisa::emulator::dispatch::Grid;
use texvisa::emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa::emulator::machine::Machine;
use texvisa::emulator::unit::{Description, Format, Surface, SurfaceKind};
use texvisa::emulator::{UndefBits, interp};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{Alu, Inst, Region, Src};
use texvisa::{LoweringOptions, compile};
use texvisa_naga::import_wgsl;

/// The picture: two groups beside each other.
const WIDTH: u32 = 16;
const HEIGHT: u32 = 4;
/// What the picture has before.
const BEFORE: f32 = -1.0;

/// Four channels of each pixel that a shader without bindings leaves, row by row: of the interpreter and of the machine at each
/// width, which are the same. The input `x` is twice the column, `y` three times the row.
fn drawn(text: &str) -> Vec<[f32; 4]> {
    let import = import_wgsl(text).expect("the shader is right");
    let id = import.module.kernels.keys().next().expect("a kernel");
    let kernel = &import.module.kernels[id];
    let mut before = Environment::new();
    let mut surface =
        Surface::new(Description::new(SurfaceKind::D2, Format::Rgba32Float, [WIDTH, HEIGHT, 1])).expect("a surface");
    surface.bytes_mut().chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&BEFORE.to_le_bytes()));
    before.bind(import.outputs[0].entry, Resource::Surface(surface));
    for (index, argument) in kernel.arguments.iter().enumerate() {
        let along: fn([u32; 2]) -> f32 = match kernel.value_name(argument.value) {
            Some("x") => |[x, _]| 2.0 * x as f32,
            Some("y") => |[_, y]| 3.0 * y as f32,
            _ => continue,
        };
        let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| [x, y]));
        let values = pixels.map(|pixel| along(pixel).to_bits().into()).collect();
        before.set_argument(index, ArgumentValue::PerItem(values));
    }
    let grid = Grid { items: [WIDTH, HEIGHT, 1], group: kernel.group_size.expect("a group of quads") };
    let picture = |environment: &Environment| -> Vec<[f32; 4]> {
        let bytes = environment.resource(import.outputs[0].entry).expect("the picture").bytes();
        let word = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        bytes.chunks_exact(16).map(|texel| [0, 4, 8, 12].map(|at| word(&texel[at..]))).collect()
    };
    let undef = || UndefBits::constant(0x5a5a_5a5a_5a5a_5a5a);
    let mut all = Vec::new();
    for simd in [SimdWidth::Simd8, SimdWidth::Simd16, SimdWidth::Simd32] {
        let mut environment = before.clone();
        interp::run(&import.module, id, &mut environment, &grid, simd, undef()).expect("it runs");
        all.push(picture(&environment));
        let compiled =
            compile(&import.module, id, Target::Tgllp, simd, &LoweringOptions::default()).expect("it compiles");
        let machine = Machine::new(&compiled.lowered.kernel, &compiled.registers).expect("the machine takes it");
        let mut environment = before.clone();
        machine.run(&import.module, id, &mut environment, &grid, undef(), None).expect("it runs");
        all.push(picture(&environment));
    }
    assert!(all.iter().all(|picture| *picture == all[0]), "{all:?}");
    all.swap_remove(0)
}

/// The picture that a function of the column and the row is.
fn picture(of: impl Fn(u32, u32) -> [f32; 4]) -> Vec<[f32; 4]> {
    (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| [x, y])).map(|[x, y]| of(x, y)).collect()
}

#[test]
fn the_derivative_of_a_linear_function_is_its_slope() {
    let found = drawn(
        "@fragment fn shade(@location(0) x: f32, @location(1) y: f32) -> @location(0) vec4f {
            return vec4f(dpdx(x), dpdy(y), dpdx(y) + dpdy(x), fwidth(x - y));
        }",
    );
    assert_eq!(found, picture(|_, _| [2.0, 3.0, 0.0, 5.0]));
}

/// The product is six times column times row, so that its derivative along x is six times the row. A coarse one is that of
/// the quad's first row or column.
#[test]
fn fine_derivatives_are_those_of_the_row_and_the_column() {
    let found = drawn(
        "@fragment fn shade(@location(0) x: f32, @location(1) y: f32) -> @location(0) vec4f {
            return vec4f(dpdxFine(x * y), dpdyFine(x * y), dpdxCoarse(x * y), dpdyCoarse(x * y));
        }",
    );
    let expected = picture(|x, y| [y, x, y & !1, x & !1].map(|factor| 6.0 * factor as f32));
    assert_eq!(found, expected);
}

#[test]
fn a_quad_has_two_columns_and_two_rows() {
    let found = drawn(
        "@fragment fn shade(@builtin(position) place: vec4f) -> @location(0) vec4f {
            let here = place.x + 100.0 * place.y;
            return vec4f(quadSwapX(here), quadSwapY(here), quadSwapDiagonal(here), quadBroadcast(here, 1u));
        }",
    );
    let at = |x: u32, y: u32| (x as f32 + 0.5) + 100.0 * (y as f32 + 0.5);
    assert_eq!(found, picture(|x, y| [at(x ^ 1, y), at(x, y ^ 1), at(x ^ 1, y ^ 1), at(x & !1 | 1, y & !1)]));
}

/// Pixels of odd columns are discarded: they have no colour, and their quads have derivatives all the same.
#[test]
fn a_pixel_that_is_discarded_takes_part_in_derivatives() {
    let found = drawn(
        "@fragment fn shade(@location(0) x: f32, @location(1) y: f32) -> @location(0) vec4f {
            if u32(x) % 4u == 2u { discard; }
            return vec4f(dpdx(x), dpdy(y), x, y);
        }",
    );
    let of = |x: u32, y: u32| [2.0, 3.0, 2.0 * x as f32, 3.0 * y as f32];
    assert_eq!(found, picture(|x, y| if x % 2 == 1 { [BEFORE; 4] } else { of(x, y) }));
}

/// `discard` in a function that is called, in a loop that goes on, and behind which nothing is returned.
#[test]
fn a_discard_does_not_end_the_function() {
    let found = drawn(
        "fn check(x: f32) -> f32 {
            if x > 20.0 { discard; }
            return x + 1.0;
        }
        @fragment fn shade(@location(0) x: f32, @location(1) y: f32) -> @location(0) vec4f {
            var sum = 0.0;
            for (var i = 0; i < 4; i++) {
                if f32(i) * 3.0 == y { if x < 4.0 { discard; } else { continue; } }
                sum += check(x);
            }
            return vec4f(sum);
        }",
    );
    let of = |x: u32| [3.0 * (2.0 * x as f32 + 1.0); 4];
    assert_eq!(found, picture(|x, _| if (2..=10).contains(&x) { of(x) } else { [BEFORE; 4] }));
}

/// Derivatives read one lane of each quad by a region. One that reads another lane is noticed, by the symbolic check, too.
#[test]
fn a_region_that_reads_another_lane_is_noticed() {
    let text = "@fragment fn shade(@location(0) x: f32) -> @location(0) f32 { return dpdx(x * x); }";
    let import = import_wgsl(text).expect("the shader is right");
    let id = import.module.kernels.keys().next().expect("a kernel");
    let options = LoweringOptions::default();
    let mut compiled = compile(&import.module, id, Target::Tgllp, SimdWidth::Simd16, &options).expect("it compiles");
    let trials = texvisa::check::TrialOptions { trials: 5, ..texvisa::check::TrialOptions::default() };
    texvisa::check(&import.module, id, &compiled, &trials).expect("it is right");
    let quad = Region { vertical: 4, width: 4, horizontal: 0 };
    let mut regions = compiled.lowered.kernel.insts.iter_mut().filter_map(|inst| match inst {
        Inst::Alu(Alu { srcs: [Src::Register { offset, region, .. }, ..], .. }) if *region == quad => Some(offset),
        _ => None,
    });
    let (near, far) = (regions.next().expect("the near lane"), regions.next().expect("the far lane"));
    assert_eq!([*near, *far], [0, 4]);
    // The pixel below is read for that beside.
    *far = 8;
    let error = texvisa::check(&import.module, id, &compiled, &trials).expect_err("it is wrong").to_string();
    assert!(error.contains("<4;4,0>") && error.contains("shuffle"), "{error}");
}
