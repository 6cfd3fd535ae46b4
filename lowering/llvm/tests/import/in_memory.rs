//! Modules that are in memory, as a plugin has them.

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use texvisa_ir::texture::InstData;
use texvisa_llvm::{Import, ImportOptions, import_function, import_module};

use super::check;

/// Two kernels. The second one loads a texel where a call says, of which nothing is known.
const KERNELS: &str = "
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare i32 @elsewhere(i32)

define spir_kernel void @first(i32 %x) {
  ret void
}

define spir_kernel void @second(i32 %x) {
  %u = call i32 @elsewhere(i32 %x)
  %t = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %u, i32 %x, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %r = extractelement <4 x float> %t, i32 0
  %p = inttoptr i32 0 to float addrspace(131072)*
  store float %r, float addrspace(131072)* %p, align 4
  ret void
}
";

const TEXTURES_ALONE: ImportOptions = ImportOptions {
    undefined_outside: false,
    textures_alone: true,
    sources: true,
    keeps_module: false,
    is_verified: false,
};

fn names(import: &Import) -> Vec<&str> {
    import.module.kernels.values().map(|kernel| kernel.name.as_str()).collect()
}

#[test]
fn one_function_is_imported_and_the_others_are_left_alone() {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(KERNELS.as_bytes(), "test.ll");
    let module = context.create_module_from_ir(buffer).expect("LLVM reads it");
    // The first one has no texture call.
    for (name, expected) in [("first", &[][..]), ("second", &["second"])] {
        let function = module.get_function(name).expect("it is there");
        let import = import_function("test.ll", &module, function, TEXTURES_ALONE).expect("it is a kernel");
        check(&import);
        assert_eq!(names(&import), expected);
    }
    let import = import_module("test.ll", &module, TEXTURES_ALONE).expect("both are kernels");
    assert_eq!(names(&import), ["second"]);
    let first = module.get_function("first").expect("it is there");
    let import = import_function("test.ll", &module, first, ImportOptions::default()).expect("it is a kernel");
    assert_eq!(names(&import), ["first"]);
}

/// A dword of which nothing is known is one that is loaded, without a conversion.
#[test]
fn a_texture_call_is_imported_beside_what_cannot_be() {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(KERNELS.as_bytes(), "test.ll");
    let module = context.create_module_from_ir(buffer).expect("LLVM reads it");
    let function = module.get_function("second").expect("it is there");
    let import = import_function("test.ll", &module, function, TEXTURES_ALONE).expect("the texture call is wanted");
    check(&import);
    let kernel = import.module.kernels.values().next().expect("the kernel");
    let is_texture = |data: &&InstData| matches!(data, InstData::Texture(_));
    assert_eq!(kernel.insts.values().filter(is_texture).count(), 1);
    assert!(!import.module.to_string().contains("trunc"), "{}", import.module);
}
