//! What is refused, and with which words and where.

#![allow(clippy::expect_used, clippy::panic)]

use texvisa_ir::source::Location;
use texvisa_naga::{ShaderDiagnostic, import_spirv, import_wgsl};

/// Everything that is wrong with a shader, `line:column: message`.
fn refused(text: &str) -> Vec<String> {
    let found = match import_wgsl(text) {
        Ok(import) => import.refused,
        Err(error) => error.diagnostics,
    };
    found.iter().map(|ShaderDiagnostic { location, message, .. }| format!("{location}: {message}")).collect()
}

#[test]
fn syntax_and_types_have_their_line_and_column() {
    assert_eq!(refused("\nfn main( {}"), ["2:10: expected identifier, found \"{\": expected identifier"]);
    let wrong = refused("@compute @workgroup_size(8)\nfn main() {\n    let x: i32 = 1.5;\n}");
    assert_eq!(wrong.len(), 1);
    assert!(wrong[0].starts_with("3:9: the type of `x` is expected to be `i32`"), "{wrong:?}");
}

#[test]
fn everything_in_a_kernel_that_cannot_be_translated_is_named_at_once() {
    let text = "
@group(0) @binding(0) var<storage, read_write> result: array<vec4u>;
@group(0) @binding(1) var video: texture_external;

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) index: u32) {
    result[0] = vec4u(textureLoad(video, vec2u(index)));
    result[1] = vec4u(textureDimensions(video), 0u, 1u);
}
";
    assert_eq!(
        refused(text),
        [
            "7:23: `textureLoad`: an external texture, which is several; expected texture_2d",
            "8:23: `textureDimensions`: an external texture, which is several; expected texture_2d",
        ]
    );
}

#[test]
fn one_kernel_does_not_keep_others_from_being_imported() {
    let text = "
@group(0) @binding(0) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(8)
fn good(@builtin(local_invocation_index) index: u32) {
    result[index] = 1.0;
}

@compute @workgroup_size(8)
fn bad(@builtin(local_invocation_index) index: u32, @builtin(subgroup_id) part: u32) {
    result[index] = f32(part);
}
";
    let import = import_wgsl(text).expect("one kernel is good");
    let kernels: Vec<&str> = import.module.kernels.values().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(kernels, ["good"]);
    let [bad] = &import.refused[..] else { panic!("{:?}", import.refused) };
    assert_eq!((bad.kernel.as_deref(), bad.location), (Some("bad"), Location { line: 10, column: 4 }));
    assert!(bad.message.contains("SubgroupId"), "{bad}");
}

#[test]
fn shaders_of_other_stages_are_none() {
    let text = "@vertex\nfn place() -> @builtin(position) vec4f {\n    return vec4f();\n}";
    let none = "the shader has no entry point for compute or fragments, which are translated";
    assert_eq!(refused(text), [format!("?: {none}: `place` is of the stage Vertex")]);
    assert_eq!(refused("const A = 1;"), [format!("?: {none}: it has no entry point")]);
}

#[test]
fn groups_and_variables_have_their_limits() {
    let group = "@compute @workgroup_size(64, 32)\nfn main() {}";
    assert!(refused(group)[0].contains("a group of 64 x 32 x 1 work items"), "{:?}", refused(group));
    let local = "
var<workgroup> tile: array<vec4f, 5000>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    tile[index] = vec4f();
}
";
    assert_eq!(refused(local), ["4:4: `main`: the variables of a group have more than 65536 bytes; make them smaller"]);
    let many = "
@group(0) @binding(0) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    var all: array<f32, 5000>;
    result[index] = all[index];
}
";
    // What follows from it is not said.
    assert_eq!(
        refused(many),
        ["5:5: `var all: array<f32, 5000>`: a value has more than 4096 scalars; keep it in memory"]
    );
}

#[test]
fn overrides_without_a_value_are_refused_for_the_kernel_that_needs_them() {
    let text = "
override scale: f32;
@group(0) @binding(0) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(8)
fn scaled(@builtin(local_invocation_index) index: u32) { result[index] *= scale; }
@compute @workgroup_size(8)
fn plain(@builtin(local_invocation_index) index: u32) { result[index] *= 2.0; }
";
    let import = import_wgsl(text).expect("one kernel is good");
    assert_eq!(import.module.kernels.len(), 1);
    assert!(import.refused[0].message.contains("'scale'"), "{:?}", import.refused);
}

#[test]
fn bytes_that_are_no_spirv_are_refused() {
    for bytes in [&b""[..], b"abcd", b"\x03\x02\x23\x07", b"\x03\x02\x23\x07\0\0\x01\0\0\0\0\0\x08\0\0\0\0\0\0\0"] {
        let error = import_spirv(bytes).expect_err("this is no shader");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn deep_nesting_does_not_end_the_process() {
    let deep = |count: usize| {
        let sum = "(".repeat(count) + "1" + &")".repeat(count);
        format!(
            "@group(0) @binding(0) var<storage, read_write> r: array<i32>;\n@compute @workgroup_size(1)\nfn main() {{ r[0] = {sum}; }}"
        )
    };
    assert_eq!(refused(&deep(50)), [""; 0]);
    refused(&deep(20_000));
}

/// A short shader can ask for any number of instructions: what is inlined, and what an index chooses among.
#[test]
fn a_kernel_has_an_end() {
    let mut text = String::from(
        "
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
const TABLE = array<u32, 4096>();
fn f0(i: u32) -> u32 { return TABLE[i]; }
",
    );
    for level in 1..20 {
        let before = level - 1;
        text += &format!("fn f{level}(i: u32) -> u32 {{ return f{before}(i) + f{before}(i + 1u); }}\n");
    }
    text += "@compute @workgroup_size(1)\nfn main() { r[0] = f19(r[1]); }\n";
    let said = refused(&text);
    assert!(matches!(&said[..], [only] if only.contains("more than 262144 instructions")), "{said:?}");
}
