//! Kernels that `FunctionBuilder` builds with vectors, matrices, positions and members of buffers, executed by the
//! interpreter of texture IR and by the machine. What they leave is calculated by hand; all numbers are small integers, so
//! that nothing is rounded.

use texvisa::check::TrialOptions;
use texvisa::emulator::dispatch::Grid;
use texvisa::emulator::environment::{Environment, Resource};
use texvisa::emulator::machine::Machine;
use texvisa::emulator::{UndefBits, interp};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{BuildError, Dimension, FunctionBuilder, KernelId, Module, Op, Scalar, Type};
use texvisa::{LoweringOptions, check, compile};

type Failed = Box<dyn std::error::Error>;

const UNDEF: u64 = 0x5a5a_5a5a_5a5a_5a5a;

/// The bytes of floats.
fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    words(bytes).into_iter().map(f32::from_bits).collect()
}

/// What the interpreter and the machine leave in the buffer at entry 1, with `input` at entry 0. Both must be the same.
fn executed(module: &Module, id: KernelId, grid: Grid, input: &[u8], size: usize) -> Result<Vec<u8>, Failed> {
    let environment = || {
        let mut environment = Environment::new();
        drop(environment.bind(0, Resource::Buffer(input.to_vec())));
        drop(environment.bind(1, Resource::Buffer(vec![0; size])));
        environment
    };
    let written = |environment: &Environment| environment.resource(1).map(|buffer| buffer.bytes().to_vec());
    let undef = || UndefBits::constant(UNDEF);
    let mut interpreted = environment();
    interp::run(module, id, &mut interpreted, &grid, SimdWidth::Simd16, undef())?;
    let interpreted = written(&interpreted).ok_or("the buffer is gone")?;
    for (target, simd) in [(Target::Skl, SimdWidth::Simd8), (Target::Dg2, SimdWidth::Simd16)] {
        let compiled = compile(module, id, target, simd, &LoweringOptions::default())?;
        check(module, id, &compiled, &TrialOptions { trials: 2, ..TrialOptions::default() })?;
        let mut left = environment();
        let machine = Machine::new(&compiled.lowered.kernel, &compiled.registers)?;
        machine.run(module, id, &mut left, &grid, undef(), None)?;
        assert_eq!(written(&left), Some(interpreted.clone()), "{} {simd}", target.name());
    }
    Ok(interpreted)
}

fn declared() -> Module {
    let mut module = Module::default();
    module.add_surface("input", Dimension::Raw, None, 0);
    module.add_surface("output", Dimension::Raw, None, 1);
    module
}

#[test]
fn matrices_are_multiplied_row_by_column() -> Result<(), Failed> {
    let mut module = declared();
    let mut builder = FunctionBuilder::new(&module, "products");
    let (input, output) = (builder.buffer_at(0)?, builder.buffer_at(1)?);
    let entry = builder.block("entry");
    builder.switch_to(entry)?;
    // Two columns of three elements, each 16 bytes behind the other, and three columns of two behind them.
    let tall = builder.load_matrix(input, None, 0, (2, 3), Scalar::F32, 16)?;
    let wide = builder.load_matrix(input, None, 32, (3, 2), Scalar::F32, 8)?;
    let product = builder.matrix_product(&tall, &wide)?;
    for (column, offset) in product.columns().to_vec().into_iter().zip([0, 12, 24]) {
        builder.store_member(output, None, offset, column)?;
    }
    let first = builder.load_member(input, None, 32, Type::vector(Scalar::F32, 2))?;
    let column = builder.matrix_times_vector(&tall, first)?;
    builder.store_member(output, None, 36, column)?;
    let row = builder.vector_times_matrix(first, &wide)?;
    builder.store_member(output, None, 48, row)?;
    let turned = builder.transposed(&wide)?;
    for (column, offset) in turned.columns().to_vec().into_iter().zip([60, 72]) {
        builder.store_member(output, None, offset, column)?;
    }
    builder.ret()?;
    let kernel = builder.finish()?;
    let id = module.add_kernel(kernel);
    // The number 99 lies between columns.
    let input = bytes(&[1.0, 2.0, 3.0, 99.0, 4.0, 5.0, 6.0, 99.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]);
    let left = executed(&module, id, Grid { items: [1, 1, 1], group: [1, 1, 1] }, &input, 84)?;
    // The rows of the first are (1 4), (2 5), (3 6); the columns of the second (7 8), (9 10), (11 12).
    let products = [39.0, 54.0, 69.0, 49.0, 68.0, 87.0, 59.0, 82.0, 105.0];
    let by_first = [39.0, 54.0, 69.0];
    // (7 8) times itself, times (9 10) and times (11 12).
    let row = [113.0, 143.0, 173.0];
    let turned = [7.0, 9.0, 11.0, 8.0, 10.0, 12.0];
    assert_eq!(floats(&left), [&products[..], &by_first, &row, &turned].concat());
    Ok(())
}

#[test]
fn operations_go_element_by_element_and_a_scalar_is_every_element() -> Result<(), Failed> {
    let mut module = declared();
    let mut builder = FunctionBuilder::new(&module, "elements");
    let (input, output) = (builder.buffer_at(0)?, builder.buffer_at(1)?);
    let entry = builder.block("entry");
    builder.switch_to(entry)?;
    let vector = builder.load_member(input, None, 0, Type::vector(Scalar::F32, 3))?;
    let two = builder.float(2.0);
    let twice = builder.op_each(Op::FMul, &[vector, two])?;
    let sum = builder.op_each(Op::FAdd, &[twice, vector])?;
    builder.store_member(output, None, 0, sum)?;
    let dot = builder.dot(vector, twice)?;
    builder.store_member(output, None, 12, dot)?;
    let whole = builder.convert_each(Op::FToS, sum, Scalar::I32)?;
    builder.store_member(output, None, 16, whole)?;
    builder.ret()?;
    let kernel = builder.finish()?;
    let id = module.add_kernel(kernel);
    let left = executed(&module, id, Grid { items: [1, 1, 1], group: [1, 1, 1] }, &bytes(&[1.0, -2.0, 3.0]), 28)?;
    assert_eq!(floats(&left)[..4], [3.0, -6.0, 9.0, 28.0]);
    assert_eq!(words(&left)[4..], [3, (-6_i32) as u32, 9]);
    Ok(())
}

#[test]
fn positions_are_those_of_the_grid() -> Result<(), Failed> {
    // With the group size as a constant, and as what the program passes.
    for group_size in [Some([4, 2, 1]), None] {
        let mut module = declared();
        let mut builder = FunctionBuilder::new(&module, "positions");
        let output = builder.buffer_at(1)?;
        if let Some(size) = group_size {
            builder.set_group_size(size)?;
        }
        let entry = builder.block("entry");
        builder.switch_to(entry)?;
        let [x, y] = [builder.global_id(0)?, builder.global_id(1)?];
        let width = builder.int(Type::I32, 8);
        let row = builder.op(Op::Mul, &[y, width])?;
        let index = builder.op(Op::Add, &[row, x])?;
        let base = builder.element_offset(None, index, 16)?;
        for (offset, value) in [(0, x), (4, y), (8, builder.group_id(0)?), (12, builder.group_count(1)?)] {
            builder.store_member(output, Some(base), offset, value)?;
        }
        builder.ret()?;
        let kernel = builder.finish()?;
        let id = module.add_kernel(kernel);
        let left = executed(&module, id, Grid { items: [8, 6, 1], group: [4, 2, 1] }, &[0; 4], 8 * 6 * 16)?;
        let expected: Vec<u32> = (0..6).flat_map(|y| (0..8).flat_map(move |x| [x, y, x / 4, 3])).collect();
        assert_eq!(words(&left), expected, "{group_size:?}");
    }
    Ok(())
}

#[test]
fn what_does_not_fit_is_an_error_and_appends_nothing() -> Result<(), Failed> {
    let module = declared();
    let mut builder = FunctionBuilder::new(&module, "wrong");
    let input = builder.buffer_at(0)?;
    let entry = builder.block("entry");
    builder.switch_to(entry)?;
    let [zero, one] = [0.0, 1.0].map(|number| builder.float(number));
    let (two, three) = (builder.vector(&[zero, one])?, builder.vector(&[zero, one, one])?);
    let word = builder.int(Type::I32, 1);
    let matrix = builder.matrix(&[two, two, two])?;
    let errors = [
        (builder.buffer_at(2).map(|_| ()), "the module declares no raw surface at entry 2 of the binding table"),
        (builder.op_each(Op::FAdd, &[two, three]).map(|_| ()), "a vector has 3 elements; expected 2"),
        (builder.op_each(Op::FAdd, &[two, word]).map(|_| ()), "`fadd` has operands of type"),
        (builder.dot(three, two).map(|_| ()), "a vector has 2 elements; expected 3"),
        (builder.matrix(&[]).map(|_| ()), "a matrix has no columns; expected at least one"),
        (
            builder.matrix(&[two, three]).map(|_| ()),
            "a column of a matrix has type f32x3; expected f32x2, as the first",
        ),
        (builder.matrix(&[word]).map(|_| ()), "a column of a matrix has type i32; expected a vector of floats"),
        (builder.matrix_times_vector(&matrix, two).map(|_| ()), "a vector has 2 elements; expected 3"),
        (builder.vector_times_matrix(three, &matrix).map(|_| ()), "a vector has 2 elements; expected 3"),
        (builder.matrix_product(&matrix, &matrix).map(|_| ()), "a vector has 2 elements; expected 3"),
        (builder.global_id(3).map(|_| ()), "the axis is 3; expected 0, 1 or 2: x, y or z"),
        (builder.group_count(300).map(|_| ()), "the axis is 300; expected 0, 1 or 2: x, y or z"),
        (builder.set_group_size([0, 1, 1]), "a group of 0 x 1 x 1 work items; expected at least 1"),
        (builder.element_offset(Some(one), word, 4).map(|_| ()), "operand `1.0` has type f32; expected i32"),
        (builder.load_matrix(input, None, 0, (2, 1), Scalar::F32, 4).map(|_| ()), "a column of a matrix has type f32"),
    ];
    for (result, expected) in errors {
        let said = result.expect_err(expected).to_string();
        assert!(said.starts_with(expected), "{said}\n{expected}");
    }
    builder.ret()?;
    let kernel = builder.finish()?;
    // The two vectors and the return.
    assert_eq!(kernel.blocks[kernel.entry().ok_or("no entry")?].insts.len(), 3);
    let mut other = FunctionBuilder::new(&module, "other");
    let entry = other.block("entry");
    other.switch_to(entry)?;
    assert_eq!(other.transposed(&matrix), Err(BuildError::Foreign { what: "value" }));
    Ok(())
}

/// `compile` takes any kernel and any id, and says what is wrong with it.
#[test]
fn what_is_of_another_module_is_an_error() -> Result<(), Failed> {
    let large = declared();
    let mut small = Module::default();
    small.add_surface("only", Dimension::Raw, None, 0);
    let mut builder = FunctionBuilder::new(&large, "k");
    let entry = builder.block("entry");
    builder.switch_to(entry)?;
    let zero = builder.int(Type::I32, 0);
    builder.store_raw(large.surfaces.keys().next_back().ok_or("two are declared")?, zero, zero)?;
    builder.ret()?;
    let id = small.add_kernel(builder.finish()?);
    let said = |module: &Module| {
        compile(module, id, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default())
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        said(&small),
        Err("the surface surface1 is of another kernel or module; expected one of this".to_owned())
    );
    let expected = "the module has no kernel with the id 0; expected one of its 0 kernels";
    assert_eq!(said(&large), Err(expected.to_owned()));
    Ok(())
}
