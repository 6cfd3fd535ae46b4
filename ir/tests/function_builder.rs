//! The builder whose calls are checked: what each refuses, and that variables have the values that were assigned.

use std::collections::HashMap;

use proptest::prelude::*;
use texvisa_ir::texture::{
    Block, BuildError, BuiltBlock, BuiltValue, Dimension, FunctionBuilder, InstData, Kernel, LocalVariable, Module, Op,
    Role, SamplerId, Scalar, SurfaceId, TextureKind, TextureOp, Type, Value, ValueDef, verify,
};

struct Declared {
    module: Module,
    image: SurfaceId,
    cube: SurfaceId,
    samples: SurfaceId,
    output: SurfaceId,
    sampler: SamplerId,
}

fn declared() -> Declared {
    let mut module = Module::default();
    let image = module.add_surface("image", Dimension::D2, Some(Scalar::F32), 0);
    let cube = module.add_surface("cube", Dimension::Cube, Some(Scalar::F32), 1);
    let samples = module.add_surface("samples", Dimension::D2Ms, Some(Scalar::F32), 2);
    let output = module.add_surface("output", Dimension::Raw, None, 3);
    let sampler = module.add_sampler("sampler", 0);
    Declared { module, image, cube, samples, output, sampler }
}

/// A builder at its entry block.
fn begun(module: &Module) -> FunctionBuilder<'_> {
    let mut builder = FunctionBuilder::new(module, "k");
    let entry = builder.block("entry");
    builder.switch_to(entry).expect("the block is new");
    builder
}

fn text(error: &BuildError) -> String {
    error.to_string()
}

#[test]
fn a_wrong_call_is_an_error_and_appends_nothing() {
    let Declared { module, image, cube, samples, output, sampler } = declared();
    let mut builder = begun(&module);
    let x = builder.argument("x", Type::I32, false);
    let u = builder.argument("u", Type::F32, false);
    let next = builder.block("next");
    let mut errors: Vec<(BuildError, &str)> = vec![
        (builder.op(Op::Sub, &[x]).expect_err("it is wrong"), "`sub` is given 1 operands; expected 2"),
        (builder.op(Op::Sub, &[x; 5]).expect_err("it is wrong"), "`sub` is given 5 operands; expected 2"),
        (
            builder.op(Op::Sub, &[x, u]).expect_err("it is wrong"),
            "`sub` has operands of type f32; expected i8, i16, i32 or i64",
        ),
        (builder.op(Op::ZExt, &[x]).expect_err("it is wrong"), "`zext` states the type of its result; use `convert`"),
        (builder.convert(Op::Add, x, Type::I32).expect_err("it is wrong"), "`add` is given 1 operands; expected 2"),
        (builder.vector(&[x]).expect_err("it is wrong"), "`vec` has 1 elements; expected 2 to 128"),
        (
            builder.extract(x, 0).expect_err("it is wrong"),
            "`%x` has type i32 and no element 0; expected an element of a vector",
        ),
    ];
    let mut texture = |kind, surface, sampler, params: &[(Role, BuiltValue)]| {
        builder.texture(kind, surface, sampler, params, Scalar::F32).expect_err("it is wrong")
    };
    let ai = texture(TextureKind::Sample, image, Some(sampler), &[(Role::U, u), (Role::V, u), (Role::Ai, u)]);
    errors.push((ai, "`sample` has `ai`, which a surface of dimension 2d has no use for; remove it"));
    let none = texture(TextureKind::Sample, image, None, &[(Role::U, u), (Role::V, u)]);
    errors.push((none, "`sample` needs a sampler; add one behind the surface, `t0, s0`"));
    let kind = texture(TextureKind::Load, samples, None, &[(Role::U, x), (Role::V, x)]);
    assert!(
        text(&kind).starts_with("`load` does not work on a surface of dimension 2d_ms; expected one of 1d"),
        "{kind}"
    );
    let params = [(Role::U, u), (Role::V, u), (Role::R, u)];
    let offset = builder
        .texture_with(TextureKind::Sample, cube, Some(sampler), &params, Scalar::F32, |op| op.offset = [1, 0, 0]);
    errors.push((
        offset.expect_err("it is wrong"),
        "`sample` has an offset along an axis that a surface of dimension cube lacks; remove it",
    ));
    errors.push((
        builder.branch(x, (next, &[]), (next, &[])).expect_err("it is wrong"),
        "the condition has type i32; expected i1",
    ));
    for (error, expected) in &errors {
        let found = text(error);
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    builder.store_raw(output, x, u).expect("it is right");
    builder.ret().expect("it is right");
    assert_eq!(builder.ret().expect_err("it is wrong"), BuildError::NoBlock);
}

#[test]
fn handles_of_another_builder_or_module_are_errors() {
    let Declared { module, image, output, .. } = declared();
    let mut other = begun(&module);
    let (foreign, variable) = (other.argument("x", Type::I32, false), other.variable(Type::I32));
    let block = other.block("");
    let mut builder = begun(&module);
    let x = builder.argument("x", Type::I32, false);
    assert_eq!(builder.op(Op::Add, &[x, foreign]).expect_err("it is wrong"), BuildError::Foreign { what: "value" });
    assert_eq!(builder.store_raw(output, foreign, x).expect_err("it is wrong"), BuildError::Foreign { what: "value" });
    assert_eq!(builder.jump(block, &[]).expect_err("it is wrong"), BuildError::Foreign { what: "block" });
    assert_eq!(builder.switch_to(block).expect_err("it is wrong"), BuildError::Foreign { what: "block" });
    assert_eq!(builder.assign(variable, x).expect_err("it is wrong"), BuildError::Foreign { what: "variable" });
    assert_eq!(builder.read(variable).expect_err("it is wrong"), BuildError::Foreign { what: "variable" });
    let empty = Module::default();
    let mut bare = begun(&empty);
    let x = bare.argument("x", Type::I32, false);
    let load = bare.texture(TextureKind::Load, image, None, &[(Role::U, x)], Scalar::F32);
    assert_eq!(load.expect_err("it is wrong"), BuildError::Foreign { what: "surface" });
}

#[test]
fn what_a_closure_sets_of_another_kernel_or_module_is_an_error() {
    let Declared { module, image, .. } = declared();
    let mut large = Module::default();
    let names: Vec<String> = (0..9).map(|index| format!("s{index}")).collect();
    let foreign = names.iter().map(|name| large.add_surface(name, Dimension::D2, None, 0)).last().expect("nine");
    let foreign_sampler = names.iter().map(|name| large.add_sampler(name, 0)).last().expect("nine");
    let far = Value::from_u32(77_777);
    let mut builder = begun(&module);
    let x = builder.argument("x", Type::I32, false);
    let mut with = |modify: fn(&mut TextureOp, SurfaceId, SamplerId, Value)| {
        let params = [(Role::U, x), (Role::V, x)];
        let set = |op: &mut TextureOp| modify(op, foreign, foreign_sampler, far);
        text(&builder.texture_with(TextureKind::Load, image, None, &params, Scalar::F32, set).expect_err("it is wrong"))
    };
    let foreign = |what| text(&BuildError::Foreign { what });
    assert_eq!(with(|op, surface, _, _| op.surface.surface = surface), foreign("surface"));
    assert_eq!(with(|op, _, sampler, _| op.sampler = Some(sampler.into())), foreign("sampler"));
    let value = "the value v77777 is of another kernel or module; expected one of this";
    assert_eq!(with(|op, _, _, value| op.surface.index = Some(value)), value);
    assert_eq!(with(|op, _, _, value| op.data = Some(value)), value);
}

#[test]
fn types_that_no_value_has_are_errors() {
    let Declared { module, output, .. } = declared();
    let mut builder = begun(&module);
    let offset = builder.int(Type::I32, 0);
    let nothing = Type::vector(Scalar::F32, 0);
    let expected = "`load_raw` has data of type f32x0; expected 1 to 4 elements";
    for error in [
        builder.load_raw(output, offset, nothing).expect_err("it is wrong"),
        builder.load_matrix(output, None, 0, (3, 0), Scalar::F32, 16).expect_err("it is wrong"),
    ] {
        assert!(text(&error).starts_with(expected), "{error}");
    }
    let nothing = builder.undef(nothing);
    let error = text(&builder.store_raw(output, offset, nothing).expect_err("it is wrong"));
    assert!(error.starts_with("`store_raw` has data of type f32x0; expected 1 to 4 elements"), "{error}");
    builder.argument("empty", Type::vector(Scalar::F32, 0), true);
    builder.ret().expect("it is right");
    let error = text(&builder.finish().expect_err("it is wrong"));
    assert_eq!(error, "argument `%empty` has 0 elements; expected 1 to 32");
}

#[test]
fn a_case_is_a_number_of_the_selector() {
    let module = declared().module;
    for (ty, number, fits) in [
        (Type::I8, 255, true),
        (Type::I8, -128, true),
        (Type::I8, 256, false),
        (Type::I8, -129, false),
        (Type::I32, i64::from(u32::MAX), true),
        (Type::I32, 1 << 32, false),
        (Type::I64, i64::MIN, true),
    ] {
        let mut builder = begun(&module);
        let selector = builder.argument("x", ty, false);
        let [case, otherwise] = ["case", "otherwise"].map(|name| builder.block(name));
        match builder.switch(selector, &[(number, case)], otherwise) {
            Ok(()) => assert!(fits, "{number} {ty}"),
            Err(error) => {
                assert!(!fits, "{number} {ty}");
                let expected = format!("case {number} is no number of the selector's type {ty}; remove it");
                assert_eq!(text(&error), expected);
            }
        }
    }
}

#[test]
fn a_kernel_that_is_not_finished_can_be_mended() {
    let module = declared().module;
    let mut builder = begun(&module);
    let error = text(&builder.finished_copy().expect_err("the block has no end"));
    assert!(error.contains("has no terminator"), "{error}");
    builder.ret().expect("it is right");
    let [copy, kernel] = [builder.finished_copy(), builder.finish()].map(|kernel| kernel.expect("it is right"));
    assert_eq!(copy.insts.len(), kernel.insts.len());
}

#[test]
fn a_multisampled_load_has_its_mcs_fetch() {
    let Declared { module, samples, output, .. } = declared();
    let mut builder = begun(&module);
    let x = builder.argument("x", Type::I32, false);
    let sample = builder.int(Type::I32, 1);
    let texel = builder.load_ms(samples, &[(Role::U, x), (Role::V, x)], sample, Scalar::F32).expect("it is right");
    let red = builder.extract(texel, 0).expect("it is right");
    builder.store_raw(output, x, red).expect("it is right");
    builder.ret().expect("it is right");
    let kernel = builder.finish().expect("it is right");
    let kinds: Vec<TextureKind> = kernel.textures.values().map(|op| op.kind).collect();
    assert_eq!(kinds, [TextureKind::LoadMcs, TextureKind::LoadMs]);
}

#[test]
fn a_variable_without_a_value_on_a_path_is_an_error() {
    let module = declared().module;
    let mut builder = begun(&module);
    let (x, variable) = (builder.argument("x", Type::I32, false), builder.variable(Type::I32));
    assert_eq!(builder.read(variable).expect_err("it is wrong"), BuildError::Unassigned { number: 0 });
    let [then, end] = ["then", "end"].map(|name| builder.block(name));
    let is_zero = builder.op(Op::Eq, &[x, x]).expect("it is right");
    builder.branch(is_zero, (then, &[]), (end, &[])).expect("it is right");
    builder.switch_to(then).expect("it is right");
    builder.assign(variable, x).expect("it is right");
    builder.jump(end, &[]).expect("it is right");
    builder.switch_to(end).expect("it is right");
    builder.read(variable).expect("predecessors may still come");
    assert_eq!(builder.seal(end).expect_err("it is wrong"), BuildError::Unassigned { number: 0 });
}

/// What a block of a random program does: assigns to variables sums of variables and numbers, then goes on.
#[derive(Clone, Debug)]
struct RandomBlock {
    steps: Vec<(usize, usize, i64)>,
    next: [usize; 3],
    selector: usize,
}

const VARIABLES: usize = 3;
const BLOCKS: usize = 6;

fn random_block() -> impl Strategy<Value = RandomBlock> {
    let step = (0..VARIABLES, 0..VARIABLES, 0..4_i64);
    let steps = prop::collection::vec(step, 0..3);
    (steps, prop::array::uniform3(0..=BLOCKS), 0..VARIABLES).prop_map(|(steps, next, selector)| RandomBlock {
        steps,
        next,
        selector,
    })
}

/// The variables behind a program that ends within `fuel` blocks.
fn run_reference(program: &[RandomBlock], x: u32, mut fuel: u32) -> Option<[u32; VARIABLES]> {
    let mut variables = [x; VARIABLES];
    let mut at = 0;
    while at < BLOCKS {
        fuel = fuel.checked_sub(1)?;
        for (to, from, number) in &program[at].steps {
            variables[*to] = variables[*from].wrapping_add(*number as u32);
        }
        at = match variables[program[at].selector] {
            0 => program[at].next[0],
            5 => program[at].next[1],
            _ => program[at].next[2],
        };
    }
    Some(variables)
}

fn build(module: &Module, output: SurfaceId, program: &[RandomBlock]) -> Result<Kernel, BuildError> {
    let mut builder = FunctionBuilder::new(module, "k");
    let entry = builder.block("entry");
    let blocks: Vec<BuiltBlock> = (0..=BLOCKS).map(|_| builder.block("")).collect();
    let variables: Vec<LocalVariable> = (0..VARIABLES).map(|_| builder.variable(Type::I32)).collect();
    let x = builder.argument("x", Type::I32, false);
    builder.switch_to(entry)?;
    for variable in &variables {
        builder.assign(*variable, x)?;
    }
    builder.jump(blocks[0], &[])?;
    for (block, RandomBlock { steps, next, selector }) in blocks.iter().zip(program) {
        builder.switch_to(*block)?;
        for (to, from, number) in steps {
            let (value, number) = (builder.read(variables[*from])?, builder.int(Type::I32, *number));
            let sum = builder.op(Op::Add, &[value, number])?;
            builder.assign(variables[*to], sum)?;
        }
        let selector = builder.read(variables[*selector])?;
        builder.switch(selector, &[(0, blocks[next[0]]), (5, blocks[next[1]])], blocks[next[2]])?;
    }
    builder.switch_to(blocks[BLOCKS])?;
    for variable in &variables {
        let value = builder.read(*variable)?;
        builder.store_raw(output, x, value)?;
    }
    builder.ret()?;
    builder.finish()
}

/// What a kernel of sums, comparisons and branches stores.
fn run_kernel(kernel: &Kernel, x: u32, mut fuel: u32) -> Option<Vec<u32>> {
    let mut values: HashMap<Value, u32> = HashMap::from([(kernel.arguments[0].value, x)]);
    let mut stored = Vec::new();
    let mut block: Block = kernel.entry().expect("a kernel has an entry");
    loop {
        for inst in &kernel.blocks[block].insts {
            let read = |value: Value| match kernel.values[value].def {
                ValueDef::Constant(bits) => bits.get() as u32,
                _ => values[&value],
            };
            let go = |call: &texvisa_ir::texture::BlockCall| {
                let given: Vec<u32> = call.args.as_slice(&kernel.lists).iter().map(|arg| read(*arg)).collect();
                (call.block, given)
            };
            let (next, given) = match &kernel.insts[*inst] {
                InstData::Plain { op, args } => {
                    let [a, b] = [read(args[0]), read(args[1])];
                    let result = if *op == Op::Add { a.wrapping_add(b) } else { u32::from(a == b) };
                    values.insert(kernel.result(*inst).expect("it has a result"), result);
                    continue;
                }
                InstData::Memory(id) => {
                    stored.push(read(kernel.memories[*id].values[0]));
                    continue;
                }
                InstData::Jump(call) => go(call),
                InstData::Branch { condition, targets } => go(&targets[usize::from(read(*condition) == 0)]),
                InstData::Return => return Some(stored),
                other => panic!("no other instruction was built: {other:?}"),
            };
            fuel = fuel.checked_sub(1)?;
            for (param, value) in kernel.blocks[next].params.iter().zip(given) {
                values.insert(*param, value);
            }
            block = next;
            break;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn variables_have_the_values_that_were_assigned(program in prop::collection::vec(random_block(), BLOCKS), x in 0..7_u32) {
        let Declared { mut module, output, .. } = declared();
        let kernel = build(&module, output, &program).unwrap_or_else(|error| panic!("{error}"));
        if let Some(expected) = run_reference(&program, x, 60) {
            let found = run_kernel(&kernel, x, 500).expect("it ends, too");
            prop_assert_eq!(found, expected.to_vec());
        }
        // A parameter that is always given one value is none.
        for (block, data) in &kernel.blocks {
            prop_assert!(data.params.len() <= VARIABLES, "{:?}", block);
        }
        module.add_kernel(kernel);
        prop_assert_eq!(verify(&module), []);
    }
}
