//! Sampler messages: their slots, what else they say, and where their responses go.

use std::collections::BTreeSet;

use texvisa_ir::texture::{
    Binding, ChannelMask, Inst, InstData, Kernel, Role, RoleSet, SurfaceRef, TextureOp, Value, ValueDef,
};
use texvisa_ir::visa::message::{self, MessageClass, ResponseKind};
use texvisa_ir::visa::{Exec, Raw, SamplerMessage, Src};

use super::Checker;
use super::content::{Content, Scope, What};
use super::runs::Place;
use crate::decode::{self, Asks, DecodeRow, Parameter};
use crate::unit::{LodSource, Operation};

/// No response: they are numbered from 1.
const NONE: u32 = 0;

/// What one message returned, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Response {
    /// The place of the first channel.
    pub place: Place,
    /// Bytes from one channel to the next.
    pub step: u32,
    /// Bytes of an element.
    pub bytes: u32,
    /// Which elements of the result came back, in order.
    pub channels: ChannelMask,
    pub exec: Exec,
}

/// What each operation was served with.
pub(super) struct Responses<'k> {
    kernel: &'k Kernel,
    /// By texture operation, and by memory operation behind these: the lanes that were served, and the last response.
    served: Vec<(u32, u32)>,
    /// The barriers and fences that were carried out.
    syncs: BTreeSet<Inst>,
    /// Each response, and the one before it of the same operation.
    list: Vec<(Response, u32)>,
}

impl<'k> Responses<'k> {
    pub fn new(kernel: &'k Kernel) -> Responses<'k> {
        let operations = kernel.textures.len() + kernel.memories.len();
        Responses { kernel, served: vec![(0, NONE); operations], syncs: BTreeSet::new(), list: Vec::new() }
    }

    /// The number of the operation that an instruction is.
    #[inline]
    fn operation(&self, inst: Inst) -> Option<usize> {
        match *self.kernel.insts.get(inst)? {
            InstData::Texture(id) => Some(id.as_u32() as usize),
            InstData::Memory(id) => Some(self.kernel.textures.len() + id.as_u32() as usize),
            _ => None,
        }
    }

    /// The lanes for which an operation has had its messages, at the end: it is not asked again, so that two
    /// instructions which are one operation are not both served by the messages of one.
    pub fn take_served(&mut self, inst: Inst) -> u32 {
        match self.operation(inst) {
            Some(operation) => std::mem::take(&mut self.served[operation].0),
            None if self.syncs.contains(&inst) => u32::MAX,
            None => 0,
        }
    }

    /// Serves these lanes too; false where one of them has been served, or none is meant.
    pub fn serve(&mut self, inst: Inst, lanes: u32) -> bool {
        let Some(operation) = self.operation(inst) else { return false };
        let served = &mut self.served[operation].0;
        let right = *served & lanes == 0 && lanes != 0;
        if right {
            *served |= lanes;
        }
        right
    }

    /// Says that a barrier or fence was carried out; false where it was before.
    pub fn sync(&mut self, inst: Inst) -> bool {
        self.syncs.insert(inst)
    }

    #[inline]
    pub fn add(&mut self, inst: Inst, response: Response) {
        if let Some(operation) = self.operation(inst) {
            let last = &mut self.served[operation].1;
            self.list.push((response, *last));
            *last = self.list.len() as u32;
        }
    }

    /// Whether a response of `inst` put an element of its result, of lanes from `first` on, in `count` elements of
    /// `bytes` each at that place; and if so, whether all lanes share it.
    pub fn find(&self, inst: Inst, place: Place, element: u8, first: u8, bytes: u32, count: u32) -> Option<bool> {
        let mut next = self.served[self.operation(inst)?].1;
        while next != NONE {
            let (response, before) = &self.list[next as usize - 1];
            next = *before;
            let returned = response.channels.bits();
            if returned & 1 << element == 0 || response.bytes != bytes {
                continue;
            }
            let rank = (returned & ((1 << element) - 1)).count_ones();
            let begins = Place { byte: response.place.byte + rank * response.step, ..response.place };
            let lanes = response.exec.nomask || response.exec.first == first;
            if lanes && count <= u32::from(response.exec.lanes) && place == begins {
                return Some(response.exec.nomask);
            }
        }
        None
    }
}

/// What a slot of a message has.
#[derive(Clone, Copy)]
struct Slot {
    parameter: Parameter,
    role: Role,
    /// Which element of the value.
    element: u8,
    /// The operation's value for the role.
    value: Option<Value>,
    /// Whether the message looks at lanes that are not enabled.
    looks_around: bool,
}

/// The entry of a table that a declaration names.
pub(super) const fn entry(binding: Binding) -> Option<u32> {
    match binding {
        Binding::Table(entry) => Some(entry),
        Binding::Indexed | Binding::Bindless => None,
    }
}

/// The role of a parameter, and which element of its value. Packed words have several roles; nothing here sends them.
const fn role(parameter: Parameter) -> Option<(Role, u8)> {
    use Parameter as P;
    Some(match parameter {
        P::U => (Role::U, 0),
        P::V => (Role::V, 0),
        P::R => (Role::R, 0),
        P::Ai => (Role::Ai, 0),
        P::Lod => (Role::Lod, 0),
        P::Bias => (Role::Bias, 0),
        P::Ref => (Role::Ref, 0),
        P::MinLod => (Role::MinLod, 0),
        P::DuDx => (Role::DuDx, 0),
        P::DuDy => (Role::DuDy, 0),
        P::DvDx => (Role::DvDx, 0),
        P::DvDy => (Role::DvDy, 0),
        P::DrDx => (Role::DrDx, 0),
        P::DrDy => (Role::DrDy, 0),
        P::Si => (Role::Si, 0),
        P::OffU => (Role::OffU, 0),
        P::OffV => (Role::OffV, 0),
        P::McsL | P::Mcs0 => (Role::Mcs, 0),
        P::McsH | P::Mcs1 => (Role::Mcs, 1),
        P::Mcs2 => (Role::Mcs, 2),
        P::Mcs3 => (Role::Mcs, 3),
        _ => return None,
    })
}

impl Checker<'_> {
    #[inline(never)]
    pub(super) fn message(&mut self, message: &SamplerMessage) {
        self.summary.messages += 1;
        let op = self.source.and_then(|inst| match &self.facts.kernel.insts[inst] {
            InstData::Texture(id) => Some((inst, &self.facts.kernel.textures[*id])),
            _ => None,
        });
        let Some((inst, op)) = op else {
            self.wrong(|| "no message".to_owned(), || "one of the sampler".to_owned());
            return self.spoil_response(message);
        };
        self.piece(inst, message.exec);
        if message.predicate.is_some() {
            self.wrong(|| "all lanes".to_owned(), || "a predicate".to_owned());
        }
        let row = message.message.row();
        self.says(op, message, row);
        self.payload(op, message, row);
        self.response(inst, op, message, row);
    }

    /// Whether the lanes of a message are some that the operation was not sent for.
    pub(super) fn piece(&mut self, inst: Inst, exec: Exec) {
        let all = self.all_lanes;
        let lanes = if exec.nomask { all } else { exec.lane_mask() };
        if exec.nomask && exec.first != 0 || lanes & !all != 0 || !self.responses.serve(inst, lanes) {
            self.wrong(|| "lanes that were not served yet".to_owned(), || format!("{exec}"));
        }
    }

    /// Everything that a message says but for its parameters.
    fn says(&mut self, op: &TextureOp, message: &SamplerMessage, row: &message::MessageRow) {
        self.surface(op.surface, message.surface);
        let sampler = op.sampler.map(|sampler| self.module.samplers[sampler.sampler].binding);
        let has_sampler = row.class.has_sampler();
        match (has_sampler, message.sampler, sampler.and_then(entry)) {
            (true, Some(state), entry) if self.is_set(state, entry) => {}
            (false, None, _) => {}
            (_, _, entry) => self.wrong(
                || entry.map_or("no sampler".to_owned(), |entry| format!("sampler {entry}")),
                || "another".to_owned(),
            ),
        }
        // U in bits 11..8, V in 7..4, R in 3..0 (3D_LOAD, Aoffimmi).
        let [u, v, r] = op.offset.map(|offset| u64::from(offset as u8 & 0xf));
        let offset = u << 8 | v << 4 | r;
        match message.offset {
            Src::Immediate { bits, .. } if bits.get() == offset => {}
            found => self.wrong(|| format!("offset {offset:#x}"), || format!("{found:?}")),
        }
        let gathers = row.response == ResponseKind::Texels;
        let wanted = if gathers { 1 << op.channel } else { op.mask.bits() };
        let given = message.channels.bits();
        if given == 0 || wanted & !given != 0 || gathers && wanted != given {
            let wanted = ChannelMask::from_bits(wanted);
            self.wrong(|| format!("channels {wanted:#}"), || format!("{:#}", message.channels));
        }
        if message.residency != op.returns_residency() {
            let expected = if op.returns_residency() { "a bit a lane" } else { "no bit a lane" };
            self.wrong(|| expected.to_owned(), || "the contrary".to_owned());
        }
    }

    /// Whether a surface state is that of the operation's surface.
    pub(super) fn surface(&mut self, surface: SurfaceRef, state: texvisa_ir::visa::State) {
        let decl = &self.module.surfaces[surface.surface];
        if !self.is_set(state, entry(decl.binding)) {
            let found = self.states.get(state.as_u32() as usize).copied();
            let expected = format!("surface {:?}", decl.binding);
            self.wrong(|| expected, || format!("{:?}", found.and_then(|(_, entry)| entry)));
        }
    }

    /// Whether a row asks for what the operation means.
    fn asks(&mut self, op: &TextureOp, roles: RoleSet, asks: Asks) {
        let has_gradients = roles.contains(Role::DuDx);
        let level = match (asks.lod, op.derives_level()) {
            (LodSource::Implicit, derives) => derives,
            (_, true) => false,
            (LodSource::Gradients, _) => has_gradients,
            (LodSource::Zero, _) => !has_gradients && op.param(Role::Lod).is_none_or(|lod| self.facts.is_absent(lod)),
            // A level of detail that the operation lacks must be sent as zero: see `payload`.
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
            return self.wrong(|| "a message of the target".to_owned(), || format!("elements of {bytes} bytes"));
        };
        self.asks(op, roles, asks);
        if params.len() > row.parameters.len() || params.is_empty() && !row.parameters.is_empty() {
            let most = row.parameters.len();
            return self.wrong(|| format!("1 to {most} parameters"), || params.len().to_string());
        }
        let looks_around = asks.lod == LodSource::Implicit;
        let mut sent = RoleSet::default();
        for (index, parameter) in row.parameters.iter().enumerate() {
            let parameter = *parameter;
            let Some((role, element)) = role(parameter) else {
                let found = params.get(index).map(|raw| self.read_raw(*raw, u32::from(message.exec.lanes), bytes));
                for role in self.packed(op, parameter, found, message.exec, looks_around) {
                    sent = sent.with(role);
                }
                continue;
            };
            sent = sent.with(role);
            let value = op.param(role);
            let Some(raw) = params.get(index) else {
                self.summary.omitted += 1;
                if let Some(value) = value {
                    self.left_out(role, value);
                }
                continue;
            };
            self.summary.slots += 1;
            let is_plain = match value {
                Some(value) if element == 0 && !looks_around => self.is_plain_slot(*raw, bytes, message.exec, value),
                _ => false,
            };
            if !is_plain {
                self.slot(Slot { parameter, role, element, value, looks_around }, *raw, bytes, message.exec);
            }
        }
        for (role, value) in &op.params {
            if !sent.contains(*role) {
                self.summary.omitted += 1;
                self.left_out(*role, *value);
            }
        }
    }

    /// A word of several parameters: that it is made of the operation's, by this operation, is all that is seen here;
    /// which bits each has, execution shows. Returns the roles that are in it.
    fn packed(
        &mut self,
        op: &TextureOp,
        parameter: Parameter,
        found: Option<Content>,
        exec: Exec,
        looks_around: bool,
    ) -> impl Iterator<Item = Role> + use<> {
        use Parameter as P;
        let shared = match parameter {
            P::LodOffUv | P::LodOffUvr => Some(Role::Lod),
            P::BiasOffUv | P::BiasOffUvr => Some(Role::Bias),
            P::OffUvR | P::OffUvrR => Some(Role::R),
            _ => None,
        };
        let along_r = matches!(parameter, P::OffUvr | P::LodOffUvr | P::BiasOffUvr | P::OffUvrR);
        let roles = [Some(Role::OffU), Some(Role::OffV), along_r.then_some(Role::OffR), shared];
        let roles = roles.into_iter().flatten();
        match found {
            Some(found) => {
                self.summary.slots += 1;
                let is_made = self.source.is_some_and(|inst| found.what == What::Work(inst));
                let serves = if looks_around { found.scope.serves_neighbours(exec) } else { found.scope.serves(exec) };
                if !is_made || !serves {
                    let found = self.describe(found);
                    self.wrong(|| format!("{} made of parameters", parameter.name()), || found);
                }
            }
            None => roles.clone().for_each(|role| {
                self.summary.omitted += 1;
                if let Some(value) = op.param(role) {
                    self.left_out(role, value);
                }
            }),
        }
        roles
    }

    /// Whether a slot of elements of `bytes` each has `value`, as one look shows.
    #[inline]
    fn is_plain_slot(&self, raw: Raw, bytes: u32, exec: Exec, value: Value) -> bool {
        self.kernel.vars.get(raw.var).is_some_and(|decl| {
            let fits = decl.ty.bytes() == bytes && self.facts.kernel.ty(value).scalar.bytes() == bytes;
            fits && self.has_plainly(raw.var, decl, raw.offset, exec, value)
        })
    }

    /// Whether the lanes of `exec` find in elements of `bytes` each what a slot asks for.
    #[inline(never)]
    fn slot(&mut self, slot: Slot, raw: Raw, bytes: u32, exec: Exec) {
        let Slot { parameter, role, element, value, looks_around } = slot;
        let found = self.read_raw(raw, u32::from(exec.lanes), bytes);
        let Some(value) = value else {
            if found.what != What::number(0) || !found.scope.serves(exec) {
                let found = self.describe(found);
                self.wrong(|| format!("{} = 0, which the operation lacks", parameter.name()), || found);
            }
            return;
        };
        if self.facts.kernel.ty(value).scalar.bytes() != bytes {
            let ty = self.facts.kernel.ty(value);
            self.wrong(|| format!("{} in elements of {ty}", parameter.name()), || format!("{bytes} bytes"));
        }
        if !self.is(found, value, element, exec) {
            let expected = self.describe_value(value, element);
            let found = self.describe(found);
            let name = role.name();
            let place = parameter.name();
            self.wrong(|| format!("{place} = {expected} ({name}) for lanes {exec}"), || found);
        }
        if looks_around && !found.scope.serves_neighbours(exec) {
            let found = self.describe(found);
            self.wrong(|| format!("{} of lanes that are not enabled too", parameter.name()), || found);
        }
    }

    fn left_out(&mut self, role: Role, value: Value) {
        if !self.facts.is_absent(value) {
            let expected = self.describe_value(value, 0);
            self.wrong(|| format!("{} = {expected}", role.name()), || "it left out".to_owned());
        }
    }

    /// Says what the response is now.
    fn response(&mut self, inst: Inst, op: &TextureOp, message: &SamplerMessage, row: &message::MessageRow) {
        let Some((dst, result)) = message.dst.zip(self.facts.kernel.result(inst)) else {
            return self.wrong(|| "a response".to_owned(), || "none".to_owned());
        };
        let Some(decl) = self.kernel.vars.get(dst.var) else { return };
        let bytes = decl.ty.bytes();
        let scalar = self.facts.kernel.ty(result).scalar;
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
        let scope = if exec.nomask { Scope::Everywhere } else { Scope::Lanes { first: exec.first } };
        let response =
            Response { place: self.runs.place(dst.var, decl, dst.offset.into()), step, bytes, channels, exec };
        self.runs.write_response(&response, result, scope);
        self.responses.add(inst, response);
        self.summary.channels += channels.count() as usize;
        let mut at = u32::from(dst.offset) + channels.count() * step;
        if message.residency {
            self.runs.spoil(dst.var, at, self.kernel.grf_bytes());
        }
        if message.residency && op.returns_residency() {
            let what = What::Residency(inst);
            self.runs.write(dst.var, at, 1, Content { what, scope, bytes: 4 });
            at += self.kernel.grf_bytes();
        }
        if at > u32::from(dst.offset) + decl.bytes() {
            let room = decl.bytes();
            self.wrong(|| format!("a response within {room} bytes"), || format!("{at}"));
        }
        debug_assert!(matches!(self.facts.kernel.values[result].def, ValueDef::Result(..)));
        debug_assert!(!matches!(row.class, MessageClass::MediaLoad | MessageClass::MediaStore));
    }

    fn spoil_response(&mut self, message: &SamplerMessage) {
        if let Some(dst) = message.dst {
            let bytes = self.kernel.shape(message).response_bytes();
            self.runs.spoil(dst.var, u32::from(dst.offset), bytes);
        }
    }
}
