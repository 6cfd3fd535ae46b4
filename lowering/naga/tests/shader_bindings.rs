//! The rule from groups and bindings to entries, and what kernels are given.

#![allow(clippy::expect_used, clippy::panic)]

use texvisa_ir::texture::{ArgumentRole, parse, verify};
use texvisa_naga::{BoundKind, import_wgsl};

const TEXT: &str = "
@group(1) @binding(3) var<storage, read_write> rows: array<vec4f>;
@group(0) @binding(4) var second: texture_2d<f32>;
@group(1) @binding(0) var smooth_: sampler;
@group(0) @binding(9) var plain: sampler;
@group(0) @binding(2) var first: texture_depth_2d;
@group(0) @binding(7) var<uniform> scale: vec4f;

@compute @workgroup_size(4, 2)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let place = vec2f(id.xy) / 8.0;
    let texel = textureSampleLevel(second, smooth_, place, 0.0) * textureSampleLevel(first, plain, place, 0);
    if id.x < arrayLength(&rows) { rows[id.x] = texel * scale; }
}
";

#[test]
fn entries_follow_groups_and_then_bindings() {
    let import = import_wgsl(TEXT).expect("the shader is right");
    assert_eq!(verify(&import.module), []);
    let rows: Vec<_> = import
        .variables
        .iter()
        .map(|bound| (bound.name.as_str(), bound.group, bound.binding, bound.entry, bound.kind))
        .collect();
    assert_eq!(
        rows,
        [
            ("first", 0, 2, 0, BoundKind::Texture),
            ("second", 0, 4, 1, BoundKind::Texture),
            ("scale", 0, 7, 2, BoundKind::UniformBuffer),
            ("plain", 0, 9, 0, BoundKind::Sampler),
            ("smooth_", 1, 0, 1, BoundKind::Sampler),
            ("rows", 1, 3, 3, BoundKind::StorageBuffer),
        ]
    );
}

#[test]
fn variables_of_one_group_and_binding_have_one_entry() {
    let import = import_wgsl(
        "
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(0) var<storage, read_write> floats: array<f32>;
@group(0) @binding(1) var<storage, read_write> others: array<f32>;
@compute @workgroup_size(1) fn a() { words[0] = 1u; }
@compute @workgroup_size(1) fn b() { floats[0] = 1.0; others[0] = 2.0; }
",
    )
    .expect("the shader is right");
    assert_eq!(import.variables.iter().map(|bound| bound.entry).collect::<Vec<_>>(), [0, 0, 1]);
    assert_eq!(verify(&import.module), []);
}

#[test]
fn a_kernel_has_the_arguments_that_it_needs_and_its_group_size() {
    let import = import_wgsl(TEXT).expect("the shader is right");
    let kernel = &import.module.kernels[import.module.kernel("main").expect("there is one")];
    assert_eq!(kernel.group_size, Some([4, 2, 1]));
    let arguments: Vec<_> = kernel
        .arguments
        .iter()
        .map(|argument| (argument.role, argument.uniform, kernel.value_name(argument.value).unwrap_or_default()))
        .collect();
    assert_eq!(
        arguments,
        [
            (ArgumentRole::R0, true, "r0"),
            (ArgumentRole::LocalIdX, false, "local_id_x"),
            (ArgumentRole::LocalIdY, false, "local_id_y"),
            (ArgumentRole::BufferSize, true, "rows_bytes"),
        ]
    );
}

#[test]
fn variables_become_values_and_no_parameter_that_is_always_given_one() {
    let import = import_wgsl(
        "
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) index: u32) {
    var kept = words[index];
    var sum = 0u;
    for (var i = 0u; i < 4u; i++) {
        if (kept & i) == 0u { sum += kept; }
    }
    words[index] = sum + kept;
}
",
    )
    .expect("the shader is right");
    let kernel = &import.module.kernels[import.module.kernel("main").expect("there is one")];
    let parameters: Vec<usize> = kernel.layout.iter().map(|block| kernel.blocks[*block].params.len()).collect();
    // The loop carries the sum and the counter; a sum leaves the branch; `kept` is no parameter anywhere.
    assert_eq!(parameters.iter().sum::<usize>(), 3, "{}", import.module);
}

/// Texture IR has words of its own, and names of a shader must not be taken for them.
#[test]
fn names_of_a_shader_are_read_back_from_text() {
    for name in ["_hidden", "table", "kernel", "i32x4", "undef", "offset", "raw", "surface", "s0", "größe", "f1"] {
        let import = import_wgsl(&format!(
            "
@group(0) @binding(0) var {name}: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;
fn twice(v: vec4f) -> vec4f {{ let {name} = v * 2.0; return {name}; }}
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) index: u32) {{
    let r0 = textureLoad({name}, vec2u(index), 0);
    let {name} = twice(r0) + twice(r0.wzyx);
    if {name}.x > 1.0 {{ let rows = {name}.y; result[index] = {name} + rows; }}
}}
"
        ))
        .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(verify(&import.module), [], "{name}");
        let text = import.module.to_string();
        let again = parse(&text).unwrap_or_else(|errors| panic!("{name}: {errors:?}\n{text}"));
        assert_eq!(again.to_string(), text);
    }
}
