//! A kernel with media blocks of every width, at the least, a middle and the greatest height of each.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::descriptor::SURFACES;
use texvisa_ir::visa::message_shape::BlockShape;
use texvisa_ir::visa::{
    Align, DataType, Inst, MediaBlock, MediaModifier, Raw, Src, StateKind, Storage, VarDecl, VisaKernel,
};

/// The rows of a surface that a block may have.
const MODIFIERS: [MediaModifier; 3] = [MediaModifier::None, MediaModifier::Top, MediaModifier::Bottom];

/// Planes of a surface.
const PLANES: u8 = 4;

/// Blocks that are read, or written, on `target`.
pub(super) fn media_blocks(target: Target, store: bool) -> VisaKernel {
    let mut kernel = VisaKernel::new("sweep", target, SimdWidth::Simd16);
    kernel.begin_main_function();
    let mut declare = |ty, elements, align| kernel.vars.push(VarDecl { ty, elements, align, storage: Storage::Own });
    // The largest block has 256 bytes.
    let data = declare(DataType::Ud, 64, Align::Grf);
    let place = declare(DataType::Ud, 2, Align::Dword);
    let bytes = (kernel.vars[data].bytes(), kernel.vars[place].bytes());
    let first = 2 * kernel.grf_bytes();
    for (var, offset, bytes) in [(data, first, bytes.0), (place, first + bytes.0, bytes.1)] {
        kernel.inputs.push(texvisa_ir::visa::VarInput { var, offset: offset as u16, bytes: bytes as u16 });
    }
    let surface = kernel.states.push(StateKind::Surface);
    let mut count = 0usize;
    for width in 1..=BlockShape::MAX_WIDTH {
        let most = BlockShape { width, height: 1 }.max_height();
        for height in [1, most.div_ceil(3), most] {
            if count.is_multiple_of(8) {
                let entry = count as u64 * 5 % u64::from(SURFACES - u32::from(PLANES));
                kernel.insts.push(Inst::SetState { state: surface, value: Src::immediate(DataType::Ud, entry) });
            }
            let at = |element: u16, number: u64| match count % 3 {
                0 => Src::scalar(place).at(4 * element),
                _ => Src::immediate(DataType::Ud, number),
            };
            kernel.insts.push(Inst::Media(MediaBlock {
                store,
                modifier: MODIFIERS[count % MODIFIERS.len()],
                width: width as u8,
                height: height as u8,
                surface,
                plane: count as u8 % PLANES,
                x: at(0, 4 * count as u64),
                y: at(1, count as u64),
                data: Raw::whole(data),
            }));
            count += 1;
        }
    }
    kernel.insts.push(Inst::Return);
    kernel
}
