//! Messages to the sampler, and the variables that say which surface and sampler they are for.

use super::{Verifier, VisaErrorKind};
use crate::texture::ChannelMask;
use crate::visa::descriptor::{FAR_SAMPLER, SAMPLERS, SURFACES};
use crate::visa::entities::State;
use crate::visa::inst::SamplerMessage;
use crate::visa::kernel::StateKind;
use crate::visa::message::{MessageClass, MessageRow, ResponseKind, Slot};
use crate::visa::message_shape::MessageShape;
use crate::visa::operand::{Raw, Src};
use crate::visa::types::DataType;

/// The types of a response (3D_LOAD, 3D_SAMPLE, 3D_SAMPLE4: Dst).
const RESPONSES: &[DataType] = &[DataType::F, DataType::Hf, DataType::Ud, DataType::D, DataType::Uw, DataType::W];
/// The types of a query's response (INFO: Dst).
const QUERIES: &[DataType] = &[DataType::Ud, DataType::D];
/// The types of an offset that is a parameter (3D_SAMPLE4: Offu, Offv).
const OFFSETS: &[DataType] = &[DataType::D];
/// The types of a word that several parameters are packed in: bits of no type, which the compiler declares as F.
const PACKED: &[DataType] = &[DataType::F, DataType::Ud, DataType::D];

/// The type that messages take `ty` for: they do not see the sign of an integer, and Intel's compiler declares most as
/// D or W.
const fn unsigned(ty: DataType) -> DataType {
    match ty {
        DataType::D => DataType::Ud,
        DataType::W => DataType::Uw,
        ty => ty,
    }
}

impl Verifier<'_> {
    /// Sets a surface or sampler variable.
    pub(super) fn set_state(&mut self, state: State, value: Src) {
        self.scalar(value);
        let limit = match self.kernel.states[state] {
            StateKind::Surface => SURFACES,
            StateKind::Sampler => SAMPLERS,
            StateKind::BindlessSurface | StateKind::BindlessSampler => u32::MAX,
            StateKind::Local | StateKind::Scratch => return self.error(VisaErrorKind::LocalMemory { what: "movs" }),
        };
        let ty = self.source_type(value);
        self.require(!ty.is_float(), || VisaErrorKind::StateType { given: ty });
        if let Src::Immediate { bits, .. } = value {
            let given = bits.get();
            self.require(given < u64::from(limit), || VisaErrorKind::TableEntry { given, limit });
        }
    }

    /// A surface that an instruction uses: it is set on every way there.
    pub(super) fn surface(&mut self, state: State, what: &'static str, takes_local: bool) {
        match self.kernel.states[state] {
            StateKind::Local | StateKind::Scratch if takes_local => {}
            StateKind::Local | StateKind::Scratch => self.error(VisaErrorKind::LocalMemory { what }),
            StateKind::Sampler | StateKind::BindlessSampler => {
                self.error(VisaErrorKind::StateKind { expected: "surface" });
            }
            StateKind::Surface | StateKind::BindlessSurface => {
                self.require(self.states.is_set(state), || VisaErrorKind::NotSet)
            }
        }
    }

    pub(super) fn sampler(&mut self, message: &SamplerMessage) {
        let kernel = self.kernel;
        let row = message.message.row();
        let target = kernel.target;
        self.require(row.is_usable(target), || VisaErrorKind::NoMessage { name: row.name, target });
        let lanes = u32::from(message.exec.lanes);
        let native = self.platform.native_simd;
        self.require(lanes == native || lanes == 2 * native, || VisaErrorKind::MessageLanes {
            given: message.exec.lanes,
            target,
            allowed: [native, 2 * native],
        });
        self.predicate(message.predicate, message.exec);
        let modified = message.predicate.is_some() || message.residency;
        self.require(row.class.has_modifiers() || !modified, || VisaErrorKind::QueryModifier);
        let compensates = row.compensates_lod(target);
        self.require(!message.cps || compensates, || VisaErrorKind::Cps { name: row.name, target });
        self.require(!message.cps || lanes <= MessageRow::MOST_CPS_LANES, || VisaErrorKind::CpsLanes {
            given: message.exec.lanes,
        });
        let may_differ = row.class == MessageClass::Sample;
        self.require(!message.non_uniform || may_differ, || VisaErrorKind::NonUniform { name: row.name });
        self.channels(message, row);
        self.offset(message.offset, row);
        self.state_operands(message, row);
        let shape = kernel.shape(message);
        self.response(message.dst, row, &shape);
        self.parameters(kernel.raws(message.params), row, lanes);
        let (given, most) = (shape.sent_registers(), self.platform.sampler_payload);
        self.require(given <= most, || VisaErrorKind::PayloadRegisters { name: row.name, given, most });
    }

    fn channels(&mut self, message: &SamplerMessage, row: &MessageRow) {
        let channels = message.channels;
        let gathers = row.response == ResponseKind::Texels;
        self.require(channels != ChannelMask::EMPTY, || VisaErrorKind::NoChannel);
        self.require(!gathers || channels.count() <= 1, || VisaErrorKind::GatherChannels { given: channels });
        let compares = gathers && row.compares();
        self.require(!compares || channels.bits() & !1 == 0, || VisaErrorKind::GatherCompares { given: channels });
    }

    /// The packed texel offsets.
    fn offset(&mut self, offset: Src, row: &'static MessageRow) {
        self.scalar(offset);
        let ty = self.source_type(offset);
        self.require(ty == DataType::Uw, || VisaErrorKind::OffsetType { given: ty });
        let none = match offset {
            Src::Immediate { bits, .. } => {
                let given = bits.get();
                let far = if row.class.has_sampler() { u64::from(FAR_SAMPLER) } else { 0 };
                self.require((given & !far) >> 12 == 0, || VisaErrorKind::OffsetReserved { given });
                given & !far == 0
            }
            Src::Register { var, offset, .. } => {
                let (start, end) = (u32::from(offset), u32::from(offset) + 2);
                self.inside(var, start, end);
                false
            }
            Src::Vector { .. } => false,
        };
        self.require(none || row.takes_offsets, || VisaErrorKind::NoOffsets { name: row.name });
    }

    fn state_operands(&mut self, message: &SamplerMessage, row: &MessageRow) {
        let kernel = self.kernel;
        let name = row.name;
        self.surface(message.surface, name, false);
        match message.sampler {
            None => self.require(!row.class.has_sampler(), || VisaErrorKind::NoSampler { name }),
            Some(_) if !row.class.has_sampler() => self.error(VisaErrorKind::SamplerGiven { name }),
            Some(sampler) if kernel.states[sampler].is_sampler() => {
                self.require(self.states.is_set(sampler), || VisaErrorKind::NotSet);
            }
            Some(_) => self.error(VisaErrorKind::StateKind { expected: "sampler" }),
        }
    }

    fn response(&mut self, dst: Option<Raw>, row: &MessageRow, shape: &MessageShape) {
        let Some(raw) = dst else { return };
        let ty = self.kernel.vars[raw.var].ty;
        let allowed = if row.response == ResponseKind::Info { QUERIES } else { RESPONSES };
        self.require(allowed.contains(&ty), || VisaErrorKind::ResponseType { given: ty, allowed });
        self.raw(raw);
        let (bytes, needed) = (self.kernel.vars[raw.var].bytes(), shape.response_bytes());
        let given = bytes.saturating_sub(u32::from(raw.offset));
        self.require(given >= needed, || VisaErrorKind::ResponseBytes { given, needed });
    }

    fn parameters(&mut self, params: &[Raw], row: &'static MessageRow, lanes: u32) {
        let kernel = self.kernel;
        let given = params.len() as u32;
        self.require(row.admits_count(given, self.platform), || VisaErrorKind::Count {
            name: row.name,
            given,
            allowed: row.legal_counts(self.platform).collect(),
        });
        let types = row.types(self.platform);
        let mut common = None;
        for (raw, slot) in params.iter().zip(row.slots) {
            let ty = kernel.vars[raw.var].ty;
            let allowed = match slot {
                Slot::OffU | Slot::OffV => OFFSETS,
                slot if slot.is_packed() => PACKED,
                _ => types,
            };
            // Offsets are the integers that a sign matters to.
            let taken = if allowed == OFFSETS { ty } else { unsigned(ty) };
            self.require(allowed.contains(&taken), || VisaErrorKind::ParameterType { slot: *slot, given: ty, allowed });
            if allowed == types {
                let first = *common.get_or_insert(taken);
                self.require(first == taken, || VisaErrorKind::MixedTypes { slot: *slot, given: ty, first });
            }
            self.raw(*raw);
            let (bytes, start) = (kernel.vars[raw.var].bytes(), u32::from(raw.offset));
            let (given, needed) = (bytes.saturating_sub(start), lanes * ty.bytes());
            self.require(given >= needed, || VisaErrorKind::ParameterBytes { slot: *slot, given, needed });
        }
    }
}
