//! Media blocks, after MEDIA_LD and MEDIA_ST: whole blocks, whatever lanes are active.
//!
//! After a read the bytes of a row behind its width, up to the pitch, are undefined, and those behind the last row, up to
//! the end of its register: the response is whole registers.

use smallvec::SmallVec;
use texvisa_ir::texture::MediaField;
use texvisa_ir::visa::message_shape::BlockShape;
use texvisa_ir::visa::{Exec, Grf, MediaBlock, MediaModifier, StateKind};

use super::engine::Engine;
use super::error::{Fault, Trap};
use super::operand::{OperandLayout, Source};
use super::thread::Thread;
use crate::unit::media::MediaRect;

/// A block, resolved.
#[derive(Clone, Debug)]
pub(super) struct Access {
    store: bool,
    shape: BlockShape,
    field: MediaField,
    plane: u8,
    state: usize,
    place: [Source; 2],
    data: usize,
    /// Bytes of the registers that a read fills.
    response: usize,
}

/// Resolves a block.
pub(super) fn resolve(layout: &OperandLayout<'_>, block: &MediaBlock) -> Result<Access, Fault> {
    let shape = block.shape();
    if !shape.is_legal() || block.plane > 3 {
        return Err(Fault::Block { width: block.width, height: block.height, plane: block.plane });
    }
    if layout.kernel.states.get(block.surface) == Some(&StateKind::Local) {
        return Err(Fault::Types("local memory has no media blocks"));
    }
    let place = |src| {
        let place = layout.source(src, Exec::SCALAR)?;
        let is_dword = !place.ty.is_float() && place.ty.bytes() == 4;
        if is_dword { Ok(place) } else { Err(Fault::Types("a media block is at a UD (MEDIA_LD, X_offset)")) }
    };
    Ok(Access {
        store: block.store,
        shape,
        field: match block.modifier {
            MediaModifier::None | MediaModifier::Modified => MediaField::Frame,
            MediaModifier::Top | MediaModifier::TopModified => MediaField::Top,
            MediaModifier::Bottom | MediaModifier::BottomModified => MediaField::Bottom,
        },
        plane: block.plane,
        state: layout.state(block.surface)?,
        place: [place(block.x)?, place(block.y)?],
        data: layout.raw(block.data, shape.bytes().into())?,
        response: shape.response_bytes(Grf::new(layout.grf_bytes)) as usize,
    })
}

impl Access {
    /// The state variable that says which surface it is a block of.
    pub fn state(&self) -> usize {
        self.state
    }

    /// Whether it is read, not written.
    pub fn reads(&self) -> bool {
        !self.store
    }

    /// Reads or writes the block.
    pub fn execute(&self, engine: &mut Engine<'_, '_>, thread: &mut Thread, file: &mut [u8]) -> Result<(), Trap> {
        let entry = thread.states[self.state].ok_or(Trap::StateNotSet { what: "surface" })?;
        let [x, y] = self.place.map(|place| place.bits(file, 0) as u32 as i32);
        let BlockShape { width, height } = self.shape;
        let block = MediaRect { x, y, width, height, field: self.field, plane: self.plane };
        let pitch = self.shape.pitch() as usize;
        let width = width as usize;
        let row_start = |row: usize| self.data + row * pitch;
        if self.store {
            let item = thread.start.items[0];
            let mut bytes: SmallVec<[(u8, u32); 256]> = SmallVec::new();
            for row in 0..height as usize {
                let found = file.get(row_start(row)..row_start(row) + width).unwrap_or_default();
                bytes.extend(found.iter().map(|byte| (*byte, item)));
            }
            if engine.defers {
                thread.log.write_block(engine.memory.environment(), entry, &block, &bytes)?;
            } else {
                engine.memory.write_block(entry, &block, &bytes)?;
            }
            return Ok(());
        }
        engine.block.clear();
        engine.memory.environment().read_block(entry, &block, &mut engine.block)?;
        for (row, bytes) in engine.block.chunks_exact(width).enumerate() {
            let start = row_start(row);
            if let Some(place) = file.get_mut(start..start + pitch) {
                place[..width].copy_from_slice(bytes);
                thread.fill.overwrite(&mut place[width..]);
            }
        }
        let rows = row_start(height as usize)..self.data + self.response;
        if let Some(behind) = file.get_mut(rows).filter(|behind| !behind.is_empty()) {
            thread.fill.overwrite(behind);
        }
        Ok(())
    }
}
