//! What a kernel of a fragment shader is given and where it writes, and what is refused.

#![allow(clippy::expect_used, clippy::panic)]

use texvisa_ir::texture::{ArgumentRole, parse, verify};
use texvisa_naga::{InputInterpolation, ShaderImport, import_wgsl};

fn import(text: &str) -> ShaderImport {
    let import = import_wgsl(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&import.module), []);
    let written = import.module.to_string();
    assert_eq!(parse(&written).unwrap_or_else(|errors| panic!("{errors:?}\n{written}")).to_string(), written);
    import
}

/// The arguments of the only kernel: the name of each and its role.
fn arguments(import: &ShaderImport) -> Vec<(&str, ArgumentRole)> {
    let kernel = import.module.kernels.values().next().expect("a kernel");
    let name = |value| kernel.value_name(value).unwrap_or_default();
    assert!(kernel.arguments.iter().all(|argument| !argument.uniform));
    kernel.arguments.iter().map(|argument| (name(argument.value), argument.role)).collect()
}

const PIXEL: [(&str, ArgumentRole); 2] = [("pixel_x", ArgumentRole::PixelX), ("pixel_y", ArgumentRole::PixelY)];

#[test]
fn each_scalar_of_an_input_is_an_argument() {
    let import = import(
        "
struct In {
    @builtin(position) place: vec4f,
    @location(3) @interpolate(linear) uv: vec2f,
    @location(1) @interpolate(flat) which: u32,
}
@fragment
fn shade(in: In, @location(0) depth: f32, @builtin(front_facing) is_front: bool) -> @location(0) vec4f {
    return vec4f(in.uv * in.place.z, depth, select(0.0, f32(in.which), is_front));
}
",
    );
    let plain = |name| (name, ArgumentRole::Plain);
    // `position.w` is not read.
    let rest = ["position.z", "uv.x", "uv.y", "which", "depth", "front_facing"].map(plain);
    assert_eq!(arguments(&import), [&PIXEL[..], &rest].concat());
    let inputs: Vec<_> = import
        .inputs
        .iter()
        .map(|input| (input.argument.as_str(), input.location, input.component, input.interpolation))
        .collect();
    assert_eq!(
        inputs,
        [
            ("uv.x", 3, 0, InputInterpolation::Linear),
            ("uv.y", 3, 1, InputInterpolation::Linear),
            ("which", 1, 0, InputInterpolation::Flat),
            ("depth", 0, 0, InputInterpolation::Perspective),
        ]
    );
    assert!(import.inputs.iter().all(|input| input.kernel == "shade"));
}

/// Names that the platform's arguments have, or that two inputs share, are changed.
#[test]
fn names_of_inputs_are_their_own() {
    let import = import(
        "
struct A { @location(0) v: f32, @location(1) r0: f32 }
struct B { @location(2) v: f32, @location(3) rows_bytes: f32 }
@fragment
fn shade(a: A, b: B) -> @location(0) f32 {
    let v = a.v + b.v;
    return v + a.r0 + b.rows_bytes;
}
",
    );
    let names: Vec<&str> = import.inputs.iter().map(|input| input.argument.as_str()).collect();
    assert_eq!(names, ["v", "r0_", "v_", "rows_bytes_"]);
}

#[test]
fn outputs_are_surfaces_behind_those_of_the_shader() {
    let import = import(
        "
struct Out { @location(2) id: vec2i, @location(0) colour: vec3f }
@group(0) @binding(7) var color0: texture_2d<f32>;
@group(1) @binding(0) var smooth_: sampler;
@group(1) @binding(1) var<uniform> scale: f32;
@fragment fn both(@location(0) uv: vec2f) -> Out {
    return Out(vec2i(1), textureSample(color0, smooth_, uv).rgb * scale);
}
@fragment fn one() -> @location(0) f32 { return 1.0; }
struct Deep { @builtin(frag_depth) depth: f32, @location(0) colour: vec4f }
@fragment fn deep() -> Deep { return Deep(0.5, vec4f(1.0)); }
@fragment fn none() {}
@vertex fn place() -> @builtin(position) vec4f { return vec4f(); }
",
    );
    let outputs: Vec<_> = import
        .outputs
        .iter()
        .map(|output| (output.kernel.as_str(), output.location, output.name.as_str(), output.entry))
        .collect();
    let expected = [
        ("both", Some(0), "color0_", 2),
        ("both", Some(2), "color2", 3),
        ("one", Some(0), "color0_", 2),
        ("deep", Some(0), "color0_", 2),
        ("deep", None, "depth", 4),
    ];
    assert_eq!(outputs, expected);
    assert_eq!(import.module.kernels.len(), 4);
    let text = import.module.to_string();
    assert!(
        text.contains(
            "surface color0_: 2d f32 @ table 2\nsurface color2: 2d i32 @ table 3\nsurface depth: 2d f32 @ table 4\n"
        ),
        "{text}"
    );
    assert!(text.contains("write color0_ [u: %pixel_x, v: %pixel_y], f32x4 "), "{text}");
}

/// Levels of detail that a sample takes from its quad have no parameter.
#[test]
fn samples_take_their_level_from_the_quad() {
    let import = import(
        "
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var shadow: texture_depth_2d;
@group(0) @binding(2) var smooth_: sampler;
@group(0) @binding(3) var compare: sampler_comparison;
@fragment fn shade(@location(0) uv: vec2f) -> @location(0) vec4f {
    return textureSample(picture, smooth_, uv) + textureSampleBias(picture, smooth_, uv, 0.5)
        + textureSampleCompare(shadow, compare, uv, 0.25);
}
",
    );
    let text = import.module.to_string();
    for expected in [
        "sample picture, smooth_ [u: %uv.x, v: %uv.y] ",
        "sample picture, smooth_ [u: %uv.x, v: %uv.y, bias: 0.5] ",
        "sample shadow, compare [u: %uv.x, v: %uv.y, ref: 0.25] ",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

/// A store behind a `discard` is for lanes that are left; one before it has no condition.
#[test]
fn stores_behind_a_discard_have_a_condition() {
    let branches = |text: &str| import(text).module.to_string().matches("branch ").count();
    let shader = |before: &str, after: &str| {
        format!(
            "
@group(0) @binding(0) var<storage, read_write> rows: array<f32>;
@fragment fn shade(@location(0) x: f32) -> @location(0) vec4f {{
    {before}
    if x < 0.0 {{ discard; }}
    {after}
    return vec4f(x);
}}
"
        )
    };
    // The `if`, and the output.
    assert_eq!(branches(&shader("", "")), 2);
    assert_eq!(branches(&shader("rows[0] = x;", "")), 2);
    assert_eq!(branches(&shader("", "rows[0] = x;")), 3);
    assert_eq!(branches("@fragment fn shade(@location(0) x: f32) -> @location(0) vec4f { return vec4f(x); }"), 0);
}

#[test]
fn outputs_that_are_no_colours_are_refused() {
    for (text, expected) in [
        (
            "@fragment\nfn shade() -> @builtin(sample_mask) u32 { return 1u; }",
            "`sample_mask`: a kernel writes one sample",
        ),
        (
            "enable dual_source_blending;
struct Out { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }
@fragment
fn shade() -> Out { return Out(); }",
            "`blend_src`: a kernel does not blend",
        ),
        (
            "@fragment\nfn shade(@builtin(sample_mask) mask: u32) -> @location(0) u32 { return mask; }",
            "the built-in input SampleMask; expected position, front_facing",
        ),
    ] {
        let error = import_wgsl(text).expect_err("it is no colour");
        let [diagnostic] = &error.diagnostics[..] else { panic!("{error}") };
        assert!(diagnostic.message.contains(expected), "{error}");
        assert!(diagnostic.location.is_known(), "{error}");
    }
}
