//! Sampler messages: slots, other fields, and responses.

use texvisa_ir::texture::{
    Binding, ChannelMask, InstData, InstId, Role, RoleSet, SurfaceRef, TextureOp, Value, ValueDef,
};
use texvisa_ir::visa::descriptor::{FAR_SAMPLER, NEAR_SAMPLERS};
use texvisa_ir::visa::message::{self, MessageClass, ResponseKind};
use texvisa_ir::visa::{Exec, Raw, SamplerMessage, Src};

use super::checker::Checker;
use super::register_contents::WrittenResponse;
use super::symbolic_value::{Scope, SymbolicValue, Term};
use crate::decode::{self, Asks, DecodeRow, Parameter};
use crate::unit::{LodSource, Operation};

/// What a slot of a message must hold.
#[derive(Clone, Copy)]
struct SentSlot {
    parameter: Parameter,
    role: Role,
    /// The element of the value.
    element: u8,
    /// The operation's value for the role.
    value: Option<Value>,
    /// Whether the message also reads inactive lanes.
    reads_inactive_lanes: bool,
}

/// The texel offsets that are parameters of an operation.
const AXES: [Role; 3] = [Role::OffU, Role::OffV, Role::OffR];

/// Whether texel offsets are parameters of the message, too.
fn has_offset_parameters(row: &message::MessageRow) -> bool {
    row.slots.iter().any(|slot| slot.offsets() > 0)
}

impl Checker<'_> {
    #[inline(never)]
    pub(super) fn message(&mut self, message: &SamplerMessage) {
        self.summary.messages += 1;
        let op = self.source.and_then(|inst| match &self.source_index.kernel.insts[inst] {
            InstData::Texture(id) => Some((inst, &self.source_index.kernel.textures[*id])),
            _ => None,
        });
        let Some((inst, op)) = op else {
            self.wrong(|| "no message".to_owned(), || "a sampler message".to_owned());
            return self.forget_response(message);
        };
        self.serve_lanes(inst, message.exec);
        if message.predicate.is_some() {
            self.wrong(|| "all lanes".to_owned(), || "a predicate".to_owned());
        }
        let row = message.message.row();
        self.fields(op, message, row);
        self.payload(op, message, row);
        self.response(inst, op, message, row);
    }

    /// Checks that the lanes of a message were not served before.
    pub(super) fn serve_lanes(&mut self, inst: InstId, exec: Exec) {
        let all = self.all_lanes;
        let lanes = if exec.nomask { all } else { exec.lane_mask() };
        if exec.nomask && exec.first != 0 || lanes & !all != 0 || !self.responses.serve(inst, lanes) {
            self.wrong(|| "lanes that no message of the operation has served".to_owned(), || format!("{exec}"));
        }
    }

    /// Checks all fields of a message but its parameters.
    fn fields(&mut self, op: &TextureOp, message: &SamplerMessage, row: &message::MessageRow) {
        self.surface(op.surface, message.surface);
        let sampler = op.sampler.map(|sampler| (&self.module.samplers[sampler.sampler], sampler.index));
        let sampler = sampler.filter(|_| row.class.has_sampler());
        let right = match (message.sampler, sampler) {
            (Some(state), Some((decl, index))) => self.is_set(state, decl.binding, index),
            (given, wanted) => given.is_none() && wanted.is_none(),
        };
        if !right {
            let name = sampler.map_or("no sampler".to_owned(), |(decl, _)| format!("sampler `{}`", decl.name));
            let found = message.sampler.map_or("none".to_owned(), |state| self.describe_state(state));
            self.wrong(|| name, || found);
        }
        self.offsets(op, message, row);
        let gathers = row.response == ResponseKind::Texels;
        let wanted = if gathers { 1 << op.channel } else { op.mask.bits() };
        let given = message.channels.bits();
        if given == 0 || wanted & !given != 0 || gathers && wanted != given {
            let wanted = ChannelMask::from_bits(wanted);
            self.wrong(|| format!("channels {wanted:#}"), || format!("{:#}", message.channels));
        }
        if message.residency != op.returns_residency() {
            let expected = if op.returns_residency() { "residency" } else { "no residency" };
            self.wrong(|| expected.to_owned(), || "the opposite".to_owned());
        }
    }

    /// Checks the operand for texel offsets: U in bits 11..8, V in 7..4, R in 3..0 (3D_LOAD, Aoffimmi), and bit 15 where the
    /// finalizer has to name the sampler by a header.
    fn offsets(&mut self, op: &TextureOp, message: &SamplerMessage, row: &message::MessageRow) {
        let kernel = self.source_index.kernel;
        let number =
            op.sampler.and_then(|sampler| match (self.module.samplers[sampler.sampler].binding, sampler.index) {
                (Binding::Table(number), _) => Some(number),
                (_, index) => index.and_then(|index| kernel.constant(index)).map(|number| number as u32),
            });
        let is_far = row.class.has_sampler() && number.is_some_and(|number| number >= NEAR_SAMPLERS);
        let far = if is_far { u64::from(FAR_SAMPLER) } else { 0 };
        if let Some(value) = op.param(Role::Offsets) {
            let is_right = match (message.offset, kernel.constant(value)) {
                (Src::Immediate { bits, .. }, Some(packed)) => bits.get() == packed & 0xfff | far,
                (Src::Immediate { bits, .. }, None) => {
                    self.source_index.is_undefined(value) && bits.get() & 0xf000 == far
                }
                // The lower bits of the value, computed for this operation: differential execution checks which.
                (Src::Register { .. }, None) if !is_far => {
                    let found = self.read(&message.offset, Exec::SCALAR);
                    found.scope == Scope::Uniform && Some(found.term) == self.source.map(Term::Intermediate)
                }
                _ => false,
            };
            if !is_right {
                let (wanted, found) = (self.describe_value(value, 0), message.offset);
                self.wrong(|| format!("offsets {wanted}"), || format!("{found:?}"));
            }
            return;
        }
        let mut axes = op.offset;
        if !has_offset_parameters(row) {
            // Parameters that are constants are immediate: a gather uses six bits of each, a sample four.
            let shift = if row.class == MessageClass::Gather { 26 } else { 28 };
            for (axis, role) in axes.iter_mut().zip(AXES) {
                let Some(value) = op.param(role).filter(|value| !self.source_index.is_undefined(*value)) else {
                    continue;
                };
                let number = kernel.constant(value).map(|bits| (bits as i32) << shift >> shift);
                match number.and_then(|number| i8::try_from(number).ok()).filter(|number| (-8..8).contains(number)) {
                    Some(number) => *axis = number,
                    None => {
                        let value = self.describe_value(value, 0);
                        self.wrong(
                            || format!("{} = {value} as a parameter", role.name()),
                            || "an immediate".to_owned(),
                        );
                    }
                }
            }
        }
        let [u, v, r] = axes.map(|axis| u64::from(axis as u8 & 0xf));
        let offset = u << 8 | v << 4 | r | far;
        match message.offset {
            Src::Immediate { bits, .. } if bits.get() == offset => {}
            found => self.wrong(|| format!("offset {offset:#x}"), || format!("{found:?}")),
        }
    }

    /// Checks that a surface state is that of the operation's surface.
    pub(super) fn surface(&mut self, surface: SurfaceRef, state: texvisa_ir::visa::State) {
        let decl = &self.module.surfaces[surface.surface];
        if !self.is_set(state, decl.binding, surface.index) {
            let expected = format!("surface `{}`", decl.name);
            let found = self.describe_state(state);
            self.wrong(|| expected, || found);
        }
    }

    /// The entry that a state variable was set to, for a mismatch.
    fn describe_state(&self, state: texvisa_ir::visa::State) -> String {
        let entry = self.states.get(state.as_u32() as usize).and_then(|(_, entry)| *entry);
        entry.map_or("none".to_owned(), |entry| format!("entry {}", self.describe(entry)))
    }

    /// Checks that a row of the message table does the operation.
    fn operation_matches(&mut self, op: &TextureOp, roles: RoleSet, asks: Asks) {
        let has_gradients = roles.contains(Role::DuDx);
        let level = match (asks.lod, op.derives_level()) {
            (LodSource::Implicit, derives) => derives,
            (_, true) => false,
            (LodSource::Gradients, _) => has_gradients,
            (LodSource::Zero, _) => {
                !has_gradients && op.param(Role::Lod).is_none_or(|lod| self.source_index.is_level_zero(lod))
            }
            // If the operation has no LOD, zero must be sent: see `payload`.
            (LodSource::Explicit, _) => !has_gradients,
        };
        let compares = roles.contains(Role::Ref);
        if Some(asks.operation) != Operation::of(op.kind) || asks.compare != compares || !level {
            self.wrong(|| format!("a message for `{}`", op.kind.name()), || format!("{asks:?}"));
        }
    }

    fn payload(&mut self, op: &TextureOp, message: &SamplerMessage, identity: &message::MessageRow) {
        let kernel = self.kernel;
        let params = kernel.raws(message.params);
        let roles = op.roles();
        let ty = params.first().and_then(|raw| kernel.vars.get(raw.var)).map(|decl| decl.ty);
        let bytes = ty.map_or(4, |ty| ty.bytes());
        let row = decode::decode(identity.class, identity.code.finalizer, bytes, kernel.target);
        let Some((row, asks)) = row.map(|row: &DecodeRow| (row, row.asks)) else {
            return self
                .wrong(|| "a message that the platform has".to_owned(), || format!("elements of {bytes} bytes"));
        };
        self.operation_matches(op, roles, asks);
        if params.len() > row.parameters.len() || params.is_empty() && !row.parameters.is_empty() {
            let most = row.parameters.len();
            return self.wrong(|| format!("1 to {most} parameters"), || params.len().to_string());
        }
        let reads_inactive_lanes = asks.lod == LodSource::Implicit;
        let mut sent = RoleSet::default();
        for (index, parameter) in row.parameters.iter().enumerate() {
            let parameter = *parameter;
            let roles = parameter.roles();
            sent = roles.iter().fold(sent, |sent, (role, _)| sent.with(*role));
            let Some(raw) = params.get(index) else {
                self.summary.omitted += roles.len();
                for (role, value) in roles.iter().filter_map(|(role, _)| Some((*role, op.param(*role)?))) {
                    self.trimmed(role, value);
                }
                continue;
            };
            self.summary.slots += 1;
            if let [(role, element)] = *roles {
                let slot = SentSlot { parameter, role, element, value: op.param(role), reads_inactive_lanes };
                self.slot(slot, *raw, bytes, message.exec);
            } else {
                let found = self.read_raw(*raw, u32::from(message.exec.lanes), bytes);
                self.packed_slot(parameter, found, message.exec, reads_inactive_lanes);
            }
        }
        let is_parameter =
            |role: Role| role != Role::Offsets && (!AXES.contains(&role) || has_offset_parameters(identity));
        for (role, value) in &op.params {
            if !sent.contains(*role) && is_parameter(*role) {
                self.summary.omitted += 1;
                self.trimmed(*role, *value);
            }
        }
    }

    /// A packed word. Checks only that this operation computed it from its parameters; differential execution checks
    /// its bits.
    fn packed_slot(&mut self, parameter: Parameter, found: SymbolicValue, exec: Exec, reads_inactive_lanes: bool) {
        let is_packed = self.source.is_some_and(|inst| found.term == Term::Intermediate(inst));
        let scope = found.scope;
        let serves = if reads_inactive_lanes { scope.serves_inactive_lanes(exec) } else { scope.serves(exec) };
        if !is_packed || !serves {
            let found = self.describe(found);
            self.wrong(|| format!("{} packed from the parameters of the operation", parameter.name()), || found);
        }
    }

    /// Checks that elements of `bytes` bytes each hold what a slot needs, for the lanes of `exec`.
    #[inline(never)]
    fn slot(&mut self, slot: SentSlot, raw: Raw, bytes: u32, exec: Exec) {
        let SentSlot { parameter, role, element, value, reads_inactive_lanes } = slot;
        let found = self.read_raw(raw, u32::from(exec.lanes), bytes);
        let Some(value) = value else {
            if found.term != Term::constant(0) || !found.scope.serves(exec) {
                let found = self.describe(found);
                self.wrong(|| format!("{} = 0, as the operation has no such parameter", parameter.name()), || found);
            }
            return;
        };
        if self.source_index.kernel.ty(value).scalar.bytes() != bytes {
            let ty = self.source_index.kernel.ty(value);
            self.wrong(|| format!("{} in elements of {ty}", parameter.name()), || format!("{bytes} bytes"));
        }
        if self.source_index.is_undefined(value) {
            return;
        }
        if !self.is(found, value, element, exec) {
            let expected = self.describe_value(value, element);
            let found = self.describe(found);
            let name = role.name();
            let place = parameter.name();
            self.wrong(|| format!("{place} = {expected} ({name}) for lanes {exec}"), || found);
        }
        if reads_inactive_lanes && !found.scope.serves_inactive_lanes(exec) {
            let found = self.describe(found);
            self.wrong(|| format!("{} of inactive lanes too", parameter.name()), || found);
        }
    }

    fn trimmed(&mut self, role: Role, value: Value) {
        let may_be = match role {
            Role::Lod => self.source_index.is_level_zero(value),
            _ => self.source_index.is_absent(value),
        };
        if !may_be {
            let expected = self.describe_value(value, 0);
            self.wrong(|| format!("{} = {expected}", role.name()), || "it trimmed".to_owned());
        }
    }

    /// Writes the response of a message.
    fn response(&mut self, inst: InstId, op: &TextureOp, message: &SamplerMessage, row: &message::MessageRow) {
        let Some((dst, result)) = message.dst.zip(self.source_index.kernel.result(inst)) else {
            return self.wrong(|| "a response".to_owned(), || "none".to_owned());
        };
        let Some(decl) = self.kernel.vars.get(dst.var) else { return };
        let bytes = decl.ty.bytes();
        let scalar = self.source_index.kernel.ty(result).scalar;
        if scalar.bytes() != bytes {
            self.wrong(|| format!("a response of {scalar}"), || format!("elements of {bytes} bytes"));
        }
        let exec = message.exec;
        let lanes = u32::from(exec.lanes);
        // Each channel begins at a register (3D_LOAD, Notes).
        let step = self.kernel.grf().round_up(lanes * bytes);
        let channels = match row.response {
            ResponseKind::Texels => ChannelMask::RGBA,
            _ => message.channels,
        };
        let scope = if exec.nomask { Scope::Uniform } else { Scope::Lanes { first: exec.first } };
        let response = WrittenResponse {
            place: self.registers.root_byte(dst.var, decl, dst.offset.into()),
            step,
            bytes,
            elements: channels.bits().into(),
            exec,
        };
        self.registers.write_response(&response, result, scope);
        self.responses.add(inst, response);
        self.summary.channels += channels.count() as usize;
        let mut at = u32::from(dst.offset) + channels.count() * step;
        if message.residency {
            self.registers.forget_bytes(dst.var, at, self.kernel.grf_bytes());
        }
        if message.residency && op.returns_residency() {
            let term = Term::Residency(inst);
            self.registers.write(dst.var, at, 1, SymbolicValue { term, scope, bytes: 4 });
            at += self.kernel.grf_bytes();
        }
        if at > u32::from(dst.offset) + decl.bytes() {
            let room = decl.bytes();
            self.wrong(|| format!("a response within {room} bytes"), || format!("{at}"));
        }
        debug_assert!(matches!(self.source_index.kernel.values[result].def, ValueDef::Result(..)));
        debug_assert!(!matches!(row.class, MessageClass::MediaLoad | MessageClass::MediaStore));
    }

    fn forget_response(&mut self, message: &SamplerMessage) {
        if let Some(dst) = message.dst {
            let bytes = self.kernel.shape(message).response_bytes();
            self.registers.forget_bytes(dst.var, u32::from(dst.offset), bytes);
        }
    }
}
