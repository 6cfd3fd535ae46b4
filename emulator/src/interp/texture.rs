//! Texture operations: collects their parameters by role and asks the texture unit.

use texvisa_ir::texture::{
    Binding, InstId, McsForm, Returns, Role, SamplerRef, Scalar, SurfaceRef, TextureOp, Type, Value,
};

use super::{Engine, Failure, InterpretedThread, Lanes, each_lane, lanes_where, undefined};
use crate::access_log::MessageItems;
use crate::float::widen_f16;
use crate::unit::{self, LodSource, MAX_LANES, Operation, Request};

/// The source of its LOD.
fn lod_source(op: &TextureOp) -> LodSource {
    let roles = op.roles();
    if roles.contains(Role::Lod) {
        LodSource::Explicit
    } else if roles.contains(Role::DuDx) {
        LodSource::Gradients
    } else if op.derives_level() {
        LodSource::Implicit
    } else {
        LodSource::Zero
    }
}

/// Texel offsets as messages have them: along u in bits 11 to 8, along v in 7 to 4, along r in 3 to 0, each signed.
fn unpacked(packed: u16) -> [i8; 3] {
    [8, 4, 0].map(|shift: u16| ((packed >> shift) as i8) << 4 >> 4)
}

/// The bits of an LOD or bias that remain beside variable offsets: see [`Role::OffU`].
const PACKED_LOD_BITS: u32 = 0xffff_f000;

/// The range of coordinates of multisampled loads as `i32`. Outside it the result is undefined, because their low words
/// would mean another coordinate.
const WORD_RANGE: std::ops::RangeInclusive<i64> = -32768..=65535;

impl InterpretedThread<'_> {
    pub(super) fn texture(
        &mut self,
        engine: &mut Engine<'_>,
        inst: InstId,
        op: &TextureOp,
        mask: u32,
    ) -> Result<(), Failure> {
        let Some(operation) = Operation::of(op.kind) else {
            return self.media_block(engine, inst, op, mask);
        };
        self.parameters(engine, op, mask);
        let surfaces = self.surface_entries(engine, op.surface);
        let samplers = op.sampler.map(|sampler| self.sampler_entries(engine, sampler));
        let offsets = op.param(Role::Offsets).map(|offsets| self.read(engine, offsets, 0));
        // Lanes with the same surface, sampler and offsets are served together.
        let mut remaining = mask;
        while remaining != 0 {
            let first = remaining.trailing_zeros() as usize;
            let entry = |entries: &[u32; MAX_LANES]| entries[first];
            let sampler_entry = samplers.as_ref().map(entry);
            let lanes = remaining
                & lanes_where(|lane| {
                    surfaces[lane] == surfaces[first]
                        && samplers.is_none_or(|samplers| samplers[lane] == samplers[first])
                        && offsets.is_none_or(|offsets| offsets[lane] == offsets[first])
                });
            remaining &= !lanes;
            let mut log = engine.environment.take_log();
            let environment = &*engine.environment;
            let request = Request {
                operation,
                lod: lod_source(op),
                compare: op.param(Role::Ref).is_some(),
                lanes,
                offset: offsets.map_or(op.offset, |offsets| unpacked(offsets[first] as u16)),
                channel: op.channel,
                parameters: &engine.scratch.parameters,
                surface: environment.surface(entry(&surfaces))?,
                sampler: sampler_entry.map(|entry| environment.sampler(entry)).transpose()?,
                precision: environment.precision,
                semantics: environment.semantics,
            };
            unit::serve(&request, &mut engine.scratch.response)?;
            if let Some(log) = &mut log {
                log.message(&request, entry(&surfaces), sampler_entry, self.items());
            }
            let stale = engine.unflushed.stale_lanes(entry(&surfaces), &request, &engine.scratch.response)?;
            engine.environment.set_log(log);
            self.results(engine, inst, op, lanes, stale);
        }
        Ok(())
    }

    /// The work items of the lanes.
    pub(super) fn items(&self) -> MessageItems<'_> {
        MessageItems { thread: self.thread.items[0], lanes: &self.thread.items, is_for_all: false }
    }

    pub(super) fn surface_entries(&self, engine: &mut Engine<'_>, surface: SurfaceRef) -> [u32; MAX_LANES] {
        self.entries(engine, self.program.module.surfaces[surface.surface].binding, surface.index)
    }

    fn sampler_entries(&self, engine: &mut Engine<'_>, sampler: SamplerRef) -> [u32; MAX_LANES] {
        let binding: Binding = self.program.module.samplers[sampler.sampler].binding;
        self.entries(engine, binding, sampler.index)
    }

    /// Copies the parameters of all lanes to the request.
    fn parameters(&self, engine: &mut Engine<'_>, op: &TextureOp, mask: u32) {
        engine.scratch.parameters.clear();
        let has_offsets = [Role::OffU, Role::OffV, Role::OffR].into_iter().any(|role| op.param(role).is_some());
        for (role, value) in &op.params {
            let ty = self.program.kernel.ty(*value);
            if *role == Role::Mcs {
                self.mcs(engine, *value, ty);
                continue;
            }
            let mut lanes = self.read(engine, *value, 0);
            if op.derives_level() {
                let known = mask | self.fresh[value.as_u32() as usize];
                for lane in each_lane(!known & self.lanes()) {
                    lanes[lane] = engine.undef.next_bits() & ty.scalar.mask();
                }
            }
            if let Some(words) = engine.scratch.parameters.words_mut(*role) {
                let is_packed = matches!(role, Role::Lod | Role::Bias) && has_offsets;
                *words = match ty.scalar {
                    // The LOD or bias shares a word with the offsets.
                    Scalar::F32 if is_packed => lanes.map(|bits| bits as u32 & PACKED_LOD_BITS),
                    Scalar::F16 => lanes.map(|bits| widen_f16(bits as u16)),
                    // Words are zero-extended.
                    _ => lanes.map(|bits| bits as u32),
                };
            }
        }
    }

    /// The MCS value of every lane.
    fn mcs(&self, engine: &mut Engine<'_>, value: Value, ty: Type) {
        let form = McsForm::of(ty).unwrap_or(McsForm::Dwords);
        let elements: [Lanes; 4] = std::array::from_fn(|index| match index < usize::from(form.count()) {
            true => self.read(engine, value, index),
            false => [0; MAX_LANES],
        });
        let mcs: [u64; MAX_LANES] = std::array::from_fn(|lane| form.unpack(|index| elements[usize::from(index)][lane]));
        let parameters = &mut engine.scratch.parameters;
        parameters.mcs_high = mcs.map(|mcs| (mcs >> 32) as u32);
        if let Some(words) = parameters.words_mut(Role::Mcs) {
            *words = mcs.map(|mcs| mcs as u32);
        }
    }

    /// The lanes for which the result of the operation is undefined.
    fn undefined_lanes(&self, engine: &Engine<'_>, op: &TextureOp) -> u32 {
        if !op.kind.is_multisampled() {
            return 0;
        }
        let with_offset = op.kind.returns() == Returns::Texel;
        op.params.iter().fold(0, |lanes, (role, value)| {
            if *role == Role::Mcs || self.program.kernel.ty(*value) != Type::I32 {
                return lanes;
            }
            let offset = match role {
                Role::U if with_offset => op.offset[0],
                Role::V if with_offset => op.offset[1],
                _ => 0,
            };
            let words = engine.scratch.parameters.words(*role);
            lanes | lanes_where(|lane| !WORD_RANGE.contains(&(i64::from(words[lane] as i32) + i64::from(offset))))
        })
    }

    /// Assigns what came back in `lanes`, of which `stale` have read what is not flushed.
    fn results(&mut self, engine: &mut Engine<'_>, inst: InstId, op: &TextureOp, lanes: u32, stale: u32) {
        let kernel = self.program.kernel;
        let Some(result) = kernel.result(inst) else { return };
        let scalar = kernel.ty(result).scalar;
        let undefined_lanes = self.undefined_lanes(engine, op) | stale;
        for channel in 0..4u8 {
            let response = &engine.scratch.response;
            let mut elements: Lanes = if scalar.bits() == 16 {
                std::array::from_fn(|lane| u64::from(response.element16(usize::from(channel), lane)))
            } else {
                std::array::from_fn(|lane| u64::from(response.element32(usize::from(channel), lane)))
            };
            let open = if op.mask.contains(channel) { undefined_lanes } else { u32::MAX };
            if open & lanes != 0 {
                let anything = undefined(engine.undef, scalar.mask());
                each_lane(open).for_each(|lane| elements[lane] = anything[lane]);
            }
            self.assign(result, usize::from(channel), lanes, &elements);
        }
        if let Some(residency) = kernel.result_at(inst, 1) {
            let resident = engine.scratch.response.resident;
            let mut booleans: Lanes = std::array::from_fn(|lane| u64::from(resident >> lane & 1));
            if undefined_lanes & lanes != 0 {
                let anything = undefined(engine.undef, 1);
                each_lane(undefined_lanes).for_each(|lane| booleans[lane] = anything[lane]);
            }
            self.assign(residency, 0, lanes, &booleans);
        }
    }
}
