//! Where the parts of a kernel came from.

use texvisa_ir::texture::{Role, TextureKind, Value};
use texvisa_llvm::{Import, SourceElement, SourceMap, SourceValue};

use super::import;

/// Numbers of instructions stand behind them.
const MODULE: &str = r#"
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32)
declare { i32, i32 } @llvm.genx.GenISA.add.pair(i32, i32, i32, i32)

define spir_kernel void @first() {
  ret void                                                                      ; 0
}

define spir_kernel void @k(i32 %x, float %u) {
entry:
  %same = bitcast i32 %x to i32                                                 ; 0
  %pair = call { i32, i32 } @llvm.genx.GenISA.add.pair(i32 %x, i32 %same, i32 %x, i32 %x) ; 1
  %low = extractvalue { i32, i32 } %pair, 0                                     ; 2
  %high = extractvalue { i32, i32 } %pair, 1                                    ; 3
  br label %later                                                               ; 4
never:
  %nothing = add i32 %x, 1                                                      ; 5
  br label %later                                                               ; 6
later:
  %v = phi i32 [ %low, %entry ], [ %nothing, %never ]                           ; 7
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %same, i32 %high, i32 0, i32 %v, float addrspace(196608)* null, i32 0, i32 0, i32 0) ; 8
  %b = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.0, float %u, float 0.0, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0) ; 9
  %sum = fadd <4 x float> %a, %b                                                ; 10
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*                     ; 11
  store <4 x float> %sum, <4 x float> addrspace(131072)* %place, align 16       ; 12
  ret void                                                                      ; 13
}
"#;

/// Kernel @k, which is the fifth function.
fn sources(import: &Import) -> &SourceMap {
    assert_eq!(import.sources.len(), 2);
    assert_eq!((import.sources[0].function, import.sources[0].calls.len()), (3, 0));
    assert_eq!(import.sources[1].function, 4);
    &import.sources[1]
}

/// The value that the operation of that kind has for a role.
fn param(import: &Import, kind: TextureKind, role: Role) -> Value {
    let kernel = &import.module.kernels[import.module.kernel("k").expect("the kernel")];
    let op = kernel.textures.values().find(|op| op.kind == kind).expect("an operation of that kind");
    op.param(role).expect("a value for the role")
}

#[test]
fn operations_lead_to_their_calls() {
    let import = import(MODULE);
    let calls = &sources(&import).calls;
    let of = |call: usize| {
        let call = &calls[call].1;
        let params: Vec<u32> = call.params.iter().map(|(operand, _)| *operand).collect();
        (call.instruction, call.surface, call.sampler, params)
    };
    assert_eq!(calls.len(), 2);
    assert_eq!(of(0), (8, 4, None, vec![0, 1, 2, 3]));
    assert_eq!(of(1), (9, 5, Some(6), vec![0, 1, 2, 3, 4]));
    assert_eq!(calls[0].1.params[1].1, param(&import, TextureKind::Load, Role::V));
}

#[test]
fn values_lead_to_where_they_came_into_being() {
    let import = import(MODULE);
    let sources = sources(&import);
    let place = |kind, role| {
        let value = param(&import, kind, role);
        let mut places = sources.values.iter().filter(|(known, _)| *known == value);
        let place = places.next().map(|(_, place)| *place);
        assert_eq!(places.next(), None, "a value comes into being once");
        place
    };
    let argument = |number| Some(SourceElement { source: SourceValue::Argument(number), element: 0 });
    let instruction = |number, element| Some(SourceElement { source: SourceValue::Instruction(number), element });
    // %same is %x, and %high is a field of %pair.
    assert_eq!(place(TextureKind::Load, Role::U), argument(0));
    assert_eq!(place(TextureKind::Load, Role::V), instruction(1, 1));
    assert_eq!(place(TextureKind::Load, Role::R), instruction(7, 0));
    assert_eq!(place(TextureKind::Sample, Role::U), argument(1));
    assert_eq!(place(TextureKind::Sample, Role::Lod), None);
}
