//! Media blocks. A block belongs to the hardware thread, not to a lane.
//!
//! Its coordinates are those of lane 0. Where that is not active and the others have others, a trial is left open: no one says
//! then what lane 0 has. Inactive lanes have no element of a block that is written: the bytes in their columns are undefined.

use texvisa_ir::texture::{InstId, Role, TextureOp};

use super::{Engine, Failure, InterpretedThread, Lanes, each_lane};
use crate::environment::AccessError;
use crate::unit::MAX_LANES;
use crate::unit::media::MediaRect;

impl InterpretedThread<'_> {
    pub(super) fn media_block(
        &mut self,
        engine: &mut Engine<'_>,
        inst: InstId,
        op: &TextureOp,
        mask: u32,
    ) -> Result<(), Failure> {
        let kernel = self.program.kernel;
        let Some(value) = op.data.or(kernel.result(inst)) else { return Ok(()) };
        if mask == 0 {
            return Ok(());
        }
        let ty = kernel.ty(value);
        let size = ty.scalar.bytes() as usize;
        let first = mask.trailing_zeros() as usize;
        let (mut place, mut is_shared) = ([0, 0], true);
        for (place, role) in place.iter_mut().zip([Role::X, Role::Y]) {
            let Some(value) = op.param(role) else { continue };
            let lanes = self.read(engine, value, 0);
            is_shared &= each_lane(mask).all(|lane| lanes[lane] == lanes[0]);
            *place = lanes[0] as u32 as i32;
        }
        if first != 0 && !is_shared {
            return Err(AccessError::PartOfThread { active: mask, all: self.thread.active }.into());
        }
        let [x, y] = place;
        let entry = self.surface_entries(engine, op.surface)[first];
        let columns = op.columns(self.simd.lanes()) as usize;
        let block = MediaRect {
            x,
            y,
            width: (columns * size) as u32,
            height: ty.lanes.into(),
            field: op.field,
            plane: op.plane,
        };
        if op.data.is_some() {
            let mut bytes = Vec::with_capacity(columns * size * usize::from(ty.lanes));
            for row in 0..usize::from(ty.lanes) {
                let lanes = self.read(engine, value, row);
                for (lane, bits) in lanes.into_iter().enumerate().take(columns) {
                    let is_active = mask & 1 << lane != 0;
                    let bits = if is_active { bits } else { engine.undef.next_bits() };
                    let item = self.thread.items[if is_active { lane } else { first }];
                    bytes.extend(bits.to_le_bytes()[..size].iter().map(|byte| (*byte, item)));
                }
            }
            return Ok(engine.environment.write_block(entry, &block, &bytes)?);
        }
        let mut bytes = Vec::new();
        engine.environment.read_block(entry, &block, &mut bytes)?;
        for (row, bytes) in bytes.chunks_exact(columns * size).enumerate() {
            let mut lanes: Lanes = [0; MAX_LANES];
            each_lane(mask).filter(|lane| *lane >= columns).for_each(|lane| {
                lanes[lane] = engine.undef.next_bits() & ty.scalar.mask();
            });
            for (lane, element) in lanes.iter_mut().zip(bytes.chunks_exact(size)) {
                let mut bits = [0; 8];
                bits[..size].copy_from_slice(element);
                *lane = u64::from_le_bytes(bits);
            }
            self.assign(value, row, mask, &lanes);
        }
        Ok(())
    }
}
