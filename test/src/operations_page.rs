//! The page `docs/operations.md`: every operation of texture IR with an example, from the tables.

use std::fmt::Write;

use texvisa_ir::texture::{
    Coordinates, Dimension, MemoryAccess, MemoryKind, MemorySpace, Op, Operands, Results, Returns, Role, Scalar,
    SurfaceClass, SyncKind, TextureKind, Type,
};

const TITLE: &str = "# Operations of texture IR

Every operation, with an example. [Texture IR](texture-ir.md) describes the text around them. The page is generated from the tables by
which texvisa reads, verifies and compiles them: `ir/src/texture/ops.rs`, `ir/src/texture/texture_op.rs` and
`ir/src/texture/memory_op.rs`. `./x test --bless` updates it. A test compiles every example.
";

/// An operation at work.
#[derive(Clone, Debug)]
pub struct Example {
    /// The operation.
    pub name: String,
    /// The instruction.
    pub line: String,
    /// A module in which something is made of every result.
    pub module: String,
}

/// An example of every operation, in the order of the page.
pub fn examples() -> Vec<Example> {
    let plain = Op::ALL.iter().map(|op| plain_example(*op));
    let textures = TextureKind::ALL.iter().map(|kind| texture_example(*kind));
    let memories = MemoryKind::all().map(memory_example);
    let syncs = SyncKind::ALL.into_iter().map(|kind| example(kind.name(), kind.name().to_owned(), &[]));
    let parts = [
        ("vec", "vec f32 [%f, %g, 0.0]", Type::vector(Scalar::F32, 3)),
        ("extract", "extract f32x4 %texel, 3", Type::F32),
        ("element", "element f32x4 %texel, %i", Type::F32),
        ("insert", "insert f32x4 %texel, %i, %f", Type::vector(Scalar::F32, 4)),
    ];
    let parts = parts.map(|(name, line, ty)| example(name, format!("%r = {line}"), &[ty]));
    let ends = ENDS.map(|(name, line, _)| end_example(name, line));
    plain.chain(parts).chain(textures).chain(memories).chain(syncs).chain(ends).collect()
}

/// What ends a block: its name, an example, and what it does.
const ENDS: [(&str, &str, &str); 3] = [
    ("jump", "jump ^next(%i)", "Goes to a block, with a value for each of its parameters"),
    (
        "branch",
        "branch %c, ^next(%i), ^next(i32 1)",
        "Each lane goes to the first block where its condition is true, else to the second",
    ),
    ("return", "return", "Ends the lane"),
];

/// The values that examples use, made where they are no arguments.
const HEAD: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
surface w0: 2d f32 @ table 2
surface w1: 2d i32 @ table 3
surface t1: 2d_ms f32 @ table 4
sampler s0 @ 0

kernel @example(%i: i32, %j: i32, %k: i32, %n: uniform i32, %f: f32, %g: f32, %h: f32, %p: uniform i64) scratch 64 {
^entry:
  %c = icmp.slt i32 %i, 4
  %address = zext i32 %i -> i64
  %half = fptrunc f32 %f -> f16
  %word = trunc i32 %i -> i16
  %texel = vec f32 [%f, %g, %h, 1.0]
  %mcs = load_mcs t1 [u: %i, v: %j, lod: 0] -> i32x4
";

/// The example whose instruction is `line`, with results `%r` and `%s` of these types.
fn example(name: &str, line: String, results: &[Type]) -> Example {
    let mut module = format!("{HEAD}  {line}\n");
    for (value, ty) in ["%r", "%s"].into_iter().zip(results) {
        let made = format!("{value}.used");
        let mut part = value.to_owned();
        // Writing to a string does not fail.
        if !ty.is_scalar() {
            let _ = writeln!(module, "  {value}.last = extract {ty} {value}, {}", ty.lanes - 1);
            part = format!("{value}.last");
        }
        let _ = match ty.scalar {
            Scalar::I1 => writeln!(module, "  {made} = zext i1 {part} -> i32\n  store_raw b0 [x: %k], i32 {made}"),
            scalar => writeln!(module, "  store_raw b0 [x: %k], {scalar} {part}"),
        };
    }
    module.push_str("  return\n}\n");
    Example { name: name.to_owned(), line, module }
}

fn end_example(name: &str, line: &str) -> Example {
    let next = if name == "return" { "" } else { "^next(%m: i32):\n  store_raw b0 [x: %k], i32 %m\n  return\n" };
    Example { name: name.to_owned(), line: line.to_owned(), module: format!("{HEAD}  {line}\n{next}}}\n") }
}

/// Values of a type that examples have.
fn values(ty: Type) -> [&'static str; 3] {
    match ty.scalar {
        Scalar::F32 => ["%f", "%g", "%h"],
        Scalar::F16 => ["%half", "%half", "%half"],
        Scalar::I16 => ["%word", "%word", "%word"],
        Scalar::I1 => ["%c", "%c", "%c"],
        Scalar::I64 => ["%address", "%address", "%address"],
        _ => ["%i", "%j", "%k"],
    }
}

/// The type that examples of an operation state, and that of what a conversion returns.
fn stated(op: Op) -> (Type, Type) {
    let types = [Type::I32, Type::F32, Type::I16, Type::F16, Type::I1];
    let pairs = types.into_iter().flat_map(|from| types.map(|to| (from, to)));
    let fits = |(from, to): &(Type, Type)| {
        op.admits(*from) && (!op.states_result() || (from != to && op.converts(from.scalar, to.scalar)))
    };
    pairs.into_iter().find(fits).unwrap_or((Type::I32, Type::I32))
}

fn plain_example(op: Op) -> Example {
    let (ty, to) = stated(op);
    let results = match op.results() {
        Results::Same => vec![ty],
        Results::SameTwice => vec![ty, ty],
        Results::Bool => vec![Type::I1],
        Results::I32 => vec![Type::I32],
        Results::TwiceAsWide => vec![ty.twice_as_wide()],
        Results::Stated => vec![to],
    };
    let mut line = format!("%r{} = {}", if results.len() > 1 { ", %s" } else { "" }, op.name());
    if op.arity() > 0 {
        let operands = (0..op.arity()).map(|index| values(op.operand_type(ty, index))[index]);
        let _ = write!(line, " {ty} {}", operands.collect::<Vec<_>>().join(", "));
    }
    if op.states_result() {
        let _ = write!(line, " -> {to}");
    }
    example(op.name(), line, &results)
}

fn texture_example(kind: TextureKind) -> Example {
    let surface = if kind.surfaces() == SurfaceClass::Multisampled { "t1" } else { "t0" };
    let sampler = if kind.has_sampler() { ", s0" } else { "" };
    let mut roles: Vec<Role> = kind.required().iter().collect();
    // An image has two coordinates.
    let is_plane = kind.optional().contains(Role::V);
    roles.extend(is_plane.then_some(Role::V));
    roles.extend([Role::Lod].into_iter().filter(|role| is_plane && kind.optional().contains(*role)));
    let value = |role: &Role| match (role, kind.coordinates()) {
        (Role::Mcs, _) => "%mcs",
        (Role::Lod, Coordinates::Float) => "0.0",
        (Role::Lod, _) => "0",
        (Role::X, _) => "4",
        (Role::Y, _) => "%n",
        (Role::V, Coordinates::Float) => "%g",
        (_, Coordinates::Float) => "%f",
        (Role::V, _) => "%j",
        (Role::Si, _) => "%k",
        _ => "%i",
    };
    let params: Vec<String> = roles.iter().map(|role| format!("{}: {}", role.name(), value(role))).collect();
    let name = kind.name();
    let operation = format!("{name} {surface}{sampler} [{}]", params.join(", "));
    match kind.returns() {
        Returns::Nothing => example(name, format!("{operation}, i32 %k"), &[]),
        returns => {
            let ty = match returns {
                Returns::Texel | Returns::Gathered | Returns::Level => Type::vector(Scalar::F32, 4),
                Returns::BlockRows => Type::I32,
                _ => Type::vector(Scalar::I32, 4),
            };
            example(name, format!("%r = {operation} -> {ty}"), &[ty])
        }
    }
}

fn memory_example(kind: MemoryKind) -> Example {
    let is_once = matches!(kind.access, MemoryAccess::AtomicOnce(_));
    let is_atomic = kind.access.atomic().is_some();
    let ty = match kind.access.atomic() {
        Some(op) if op.is_float() => Type::F32,
        Some(_) => Type::I32,
        None if kind.space == MemorySpace::Typed => Type::vector(Scalar::F32, 4),
        None => Type::F32,
    };
    let surface = match kind.space {
        MemorySpace::Raw => " b0",
        MemorySpace::Typed if is_atomic => " w1",
        MemorySpace::Typed => " w0",
        _ => "",
    };
    let address = match kind.space {
        MemorySpace::Typed => "u: %i, v: %j",
        MemorySpace::Pointer if is_once => "x: %p",
        MemorySpace::Pointer => "x: %address",
        _ if is_once => "x: %n",
        _ => "x: %i",
    };
    let stored = if ty.is_scalar() { values(ty) } else { ["%texel"; 3] };
    // Once for all lanes: of a uniform value.
    let stored = if is_once { ["%n"; 3] } else { stored };
    let stored: String = (0..kind.values()).map(|index| format!(", {ty} {}", stored[index])).collect();
    let name = kind.name().concat();
    let operation = format!("{name}{surface} [{address}]{stored}");
    if kind.has_result() {
        example(&name, format!("%r = {operation} -> {ty}"), &[ty])
    } else {
        example(&name, operation, &[])
    }
}

/// The text of the page.
pub fn operations_page() -> String {
    let examples = examples();
    let line = |name: &str| examples.iter().find(|known| known.name == name).map_or("", |known| known.line.as_str());
    let mut page = TITLE.to_owned();
    page.push_str(
        "\n## Plain operations\n\nConversions state their result. Integer arithmetic wraps. Float arithmetic is IEEE 754, rounds to nearest \
         even where nothing\nelse is said, and keeps denormals.\n\n| operation | operands | returns | example |\n|---|---|---|---|\n",
    );
    for op in Op::ALL {
        row(&mut page, &[&code(op.name()), &operands(*op), &readable(op.summary()), &code(line(op.name()))]);
    }
    for (name, operands, says) in [
        ("vec", "2 to 128 scalars in brackets", "Their vector"),
        ("extract", "vector, number", "That element; the first is 0"),
        ("element", "vector, i32", "The element of that number, unsigned; undefined where there is none"),
        (
            "insert",
            "vector, i32, element",
            "The vector with another element of that number; undefined where there is none",
        ),
    ] {
        row(&mut page, &[&code(name), operands, says, &code(line(name))]);
    }
    page.push_str("\n## Texture operations\n");
    for kind in TextureKind::ALL {
        texture(&mut page, *kind, line(kind.name()));
    }
    page.push_str("\n## Memory operations\n\n| operation | memory | effect | example |\n|---|---|---|---|\n");
    for kind in MemoryKind::all() {
        let name = kind.name().concat();
        row(&mut page, &[&code(&name), memory(kind.space), &effect(kind.access), &code(line(&name))]);
    }
    page.push_str("\n## Order and control\n\n| operation | effect | example |\n|---|---|---|\n");
    for kind in SyncKind::ALL {
        row(&mut page, &[&code(kind.name()), order(kind), &code(line(kind.name()))]);
    }
    for (name, example, says) in ENDS {
        row(&mut page, &[&code(name), says, &code(example)]);
    }
    page
}

fn row(page: &mut String, cells: &[&str]) {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    let _ = writeln!(page, "| {} |", cells.join(" | "));
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A row's words for readers of the text: without the dot at the end, and with names of the text for those of the sources.
fn readable(summary: &str) -> String {
    let mut text = summary.trim().trim_end_matches('.').to_owned();
    for op in Op::ALL {
        text = text.replace(&format!("[`Op::{op:?}`]"), &code(op.name()));
    }
    text = text.replace("[`TextureOp::width`]", "`width`");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn operands(op: Op) -> String {
    let count = op.arity();
    match op.operands() {
        Operands::None => "none".to_owned(),
        Operands::Choice => "`i1`, two of any type".to_owned(),
        Operands::Bool => "`i1`".to_owned(),
        Operands::AnyAndLane => "any but `i1`; `i32`".to_owned(),
        types => format!("{count} of {types}"),
    }
}

fn texture(page: &mut String, kind: TextureKind, example: &str) {
    let names = |roles: Vec<&str>| match roles.is_empty() {
        true => "none".to_owned(),
        false => roles.iter().map(|role| code(role)).collect::<Vec<_>>().join(", "),
    };
    let roles = |set: texvisa_ir::texture::RoleSet| names(set.iter().map(Role::name).collect());
    let dimensions = Dimension::all().skip(1).filter(|dimension| kind.surfaces().contains(*dimension));
    let dimensions = names(dimensions.map(Dimension::name).collect());
    let modifiers = names(kind.modifiers().iter().map(|modifier| modifier.name()).collect());
    let types = Scalar::ALL.into_iter().filter(|scalar| kind.admits_result(*scalar));
    let returns = match kind.returns() {
        Returns::Nothing => "nothing".to_owned(),
        Returns::BlockRows => "an integer or a vector of them, an element a row".to_owned(),
        _ => types.map(|scalar| code(&format!("{scalar}x4"))).collect::<Vec<_>>().join(", "),
    };
    let coordinates = match kind.coordinates() {
        Coordinates::Int => "`i32`",
        Coordinates::IntOrWord => "`i32` or `i16`, all alike",
        Coordinates::Float => "`f32` or `f16`, all alike",
    };
    let _ = writeln!(
        page,
        "\n### {}\n\n{}.\n\n```text\n{example}\n```\n\n- surfaces: {dimensions}\n- required: {}\n- optional: {}\n- coordinates: \
         {coordinates}\n- modifiers: {modifiers}\n- returns: {returns}",
        kind.name(),
        readable(kind.summary()),
        roles(kind.required()),
        roles(kind.optional()),
    );
}

const fn memory(space: MemorySpace) -> &'static str {
    match space {
        MemorySpace::Raw => "bytes of a raw surface",
        MemorySpace::Typed => "an element of a typed surface",
        MemorySpace::Pointer => "bytes at a 64-bit address",
        MemorySpace::Local => "bytes that a group shares",
        MemorySpace::Scratch => "bytes of the thread's scratch memory",
    }
}

fn effect(access: MemoryAccess) -> String {
    match access {
        MemoryAccess::Load => "Returns what is there".to_owned(),
        MemoryAccess::Store => "Leaves the value".to_owned(),
        MemoryAccess::StoreBlock => "Leaves element e of lane l as the element e * lanes + l from there on".to_owned(),
        MemoryAccess::LoadBlock => {
            "Returns, as element e of lane l, the element e * lanes + l from there on".to_owned()
        }
        MemoryAccess::Atomic(op) => format!("Leaves this and returns what was there: {}", readable(op.summary())),
        MemoryAccess::AtomicOnce(op) => format!("The same once for all active lanes: {}", readable(op.summary())),
    }
}

const fn order(kind: SyncKind) -> &'static str {
    match kind {
        SyncKind::Barrier => "Waits until every thread of the group arrives",
        SyncKind::Fence => "Orders accesses of buffers and memory before it and after it",
        SyncKind::FenceLocal => "Orders accesses of local memory",
        SyncKind::FenceTyped => "Orders accesses of typed surfaces",
    }
}
