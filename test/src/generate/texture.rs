//! Texture operations.

use texvisa_ir::texture::{
    Binding, ChannelMask, Coordinates, Dimension, FIXED_TYPE_ROLES, Op, Returns, Role, SamplerRef, Scalar, SurfaceId,
    TextureKind, TextureModifier, TextureOp, Type,
};
use texvisa_ir::visa::DataType;
use texvisa_ir::visa::message::{MESSAGES, Message, MessageClass, MessageRow, ResponseElement, Slot};

use super::config::Config;
use super::declarations::coordinates;
use super::generator::Generator;
use super::pool::Known;

/// Pairs of derivatives, in the order of the coordinates.
const GRADIENTS: [[Role; 2]; 3] = [[Role::DuDx, Role::DuDy], [Role::DvDx, Role::DvDy], [Role::DrDx, Role::DrDy]];

impl Generator<'_> {
    /// Writes a texture operation, and the extraction of what it returns.
    pub fn texture(&mut self) {
        let Some(kind) = self.rng.choice(&self.config.textures).copied() else { return };
        let accepted = |surface: &&SurfaceId| kind.surfaces().contains(self.module.surfaces[**surface].dimension);
        let surfaces: Vec<SurfaceId> = self.resources.textures.iter().filter(accepted).copied().collect();
        let Some(surface) = self.rng.choice(&surfaces).copied() else { return };
        if kind.is_media() {
            let surface = self.surface(surface);
            return self.media_block(kind, surface);
        }
        let mut op = TextureOp::new(kind, self.surface(surface));
        if kind.has_sampler() {
            op.sampler = Some(self.sampler());
        }
        let dimension = self.module.surfaces[surface].dimension;
        let row = self.message(kind, dimension);
        let mut certain = self.parameters(&mut op, dimension, row);
        self.modifiers(&mut op, dimension);
        // What depends on neighbouring lanes depends on which of them are there; what is filtered is inexact.
        certain &= !matches!(kind, TextureKind::Sample | TextureKind::QueryLod) && !op.derives_level();
        let element = self.module.surfaces[surface].element;
        let ty = match kind.returns() {
            Returns::Nothing | Returns::BlockRows => None,
            _ => Some(Type::vector(result_scalar(self.rng, self.config, kind, element), 4)),
        };
        self.append(op, ty, certain);
    }

    pub(super) fn append(&mut self, op: TextureOp, ty: Option<Type>, certain: bool) {
        let (mask, returns_residency) = (op.mask, op.returns_residency());
        let inst = self.builder.texture_op(op, ty);
        let Some(ty) = ty else { return };
        let kernel = self.builder.kernel();
        let (Some(result), status) = (kernel.result(inst), kernel.result_at(inst, 1)) else { return };
        if let (Some(status), true) = (status, returns_residency) {
            self.define(status, Type::I1, certain);
        }
        let whole = mask == ChannelMask::RGBA;
        if ty.is_scalar() {
            self.define(result, ty, certain);
            return;
        }
        // A result of which only some channels are there is seen through them.
        if (whole || self.config.undefined) && self.rng.bool() {
            self.define(result, ty, certain && whole);
        }
        let channels: Vec<u8> = (0..ty.lanes).filter(|channel| ty.lanes > 4 || mask.contains(*channel)).collect();
        let extracted = self.rng.usize(..=channels.len()).max(1);
        for channel in self.rng.choose_multiple(channels, extracted) {
            let value = self.builder.extract(result, channel);
            self.define(value, Type::scalar(ty.scalar), certain);
        }
        if self.config.undefined && !whole && self.one_in(8) {
            let value = self.builder.extract(result, self.rng.u8(..ty.lanes));
            self.define(value, Type::scalar(ty.scalar), false);
        }
    }

    fn sampler(&mut self) -> SamplerRef {
        let samplers = &self.resources.samplers;
        let sampler = samplers[self.rng.usize(..samplers.len())];
        let index = match self.module.samplers[sampler].binding {
            Binding::Table(_) => None,
            Binding::Indexed | Binding::Bindless => Some(self.certain(Type::I32)),
        };
        SamplerRef { sampler, index }
    }

    /// A message of the target, for what a sample or gather is to ask for; none where it may ask for anything.
    fn message(&mut self, kind: TextureKind, dimension: Dimension) -> Option<&'static MessageRow> {
        let (target, _) = self.config.target.filter(|_| self.config.of_target)?;
        let class = match kind {
            TextureKind::Sample => MessageClass::Sample,
            TextureKind::Gather4 => MessageClass::Gather,
            _ => return None,
        };
        let is_plain = |row: &MessageRow| match class {
            MessageClass::Sample => takes(row, Slot::Lod),
            _ => !row.implicit_lod && !takes(row, Slot::Lod) && !takes(row, Slot::Bias),
        };
        // A sample that says nothing of its level is at one that is implicit. Messages at LOD zero are sent where a LOD
        // is zero.
        let has_level = |row: &MessageRow| {
            class == MessageClass::Gather || row.implicit_lod || takes(row, Slot::Lod) || takes(row, Slot::DuDx)
        };
        let rows: Vec<&MessageRow> = MESSAGES
            .iter()
            .filter(|row| row.class == class && row.element == ResponseElement::Texel && row.is_usable(target))
            .filter(|row| has_level(row) && (self.config.implicit_lod || is_plain(row)))
            .filter(|row| self.config.variable_offsets || offset_slots(row) == 0)
            .filter(|row| !row.compares() || dimension != Dimension::D3)
            .filter(|row| offset_slots(row) == 0 || has_use_for(dimension, Role::OffU))
            .collect();
        self.rng.choice(&rows).copied()
    }

    /// Chooses parameters; says whether all are certain, and in the range for which the operation is defined.
    fn parameters(&mut self, op: &mut TextureOp, dimension: Dimension, row: Option<&MessageRow>) -> bool {
        let kind = op.kind;
        // Layers and coordinates that are left out are zero.
        let is_taken = |role: &Role| kind.required().contains(*role) || kind.optional().contains(*role);
        let has_slot = |role: &Role| *role != Role::Ai || row.is_none_or(|row| takes(row, Slot::Ai));
        let coordinates = coordinates(dimension).iter().copied();
        let coordinates: Vec<Role> = coordinates.filter(|role| is_taken(role) && has_slot(role)).collect();
        let least = coordinates.iter().filter(|role| kind.required().contains(**role)).count();
        let given = if self.one_in(5) { self.rng.usize(least..=coordinates.len()) } else { coordinates.len() };
        let mut roles = coordinates[..given].to_vec();
        roles.extend(kind.required().iter().filter(|role| !coordinates.contains(role)));
        match row {
            Some(row) => self.roles_of(row, &mut roles, op),
            None => self.optional_roles(&mut roles, op, dimension),
        }
        roles.retain(|role| has_use_for(dimension, *role));
        let ty = self.coordinate_type(kind, row);
        let mut mcs = None;
        let mut certain = true;
        if kind == TextureKind::LoadMs {
            // The MCS words are those of the same pixel.
            let pixel = roles.iter().copied().filter(|role| coordinates.contains(role));
            let pixel: Vec<(Role, Known)> = pixel.map(|role| (role, self.coordinate(kind, ty))).collect();
            certain &= pixel.iter().all(|(_, known)| known.certain);
            op.params.extend(pixel.iter().map(|(role, known)| (*role, known.value)));
            mcs = Some(self.mcs_words(op, &pixel));
            roles.retain(|role| !coordinates.contains(role));
        }
        for role in roles {
            let known = match role {
                Role::Mcs => match mcs {
                    Some(known) => known,
                    None => continue,
                },
                Role::Lod if !kind.has_sampler() => self.level(kind, ty),
                Role::Si => {
                    let sample = self.operand(ty);
                    self.masked(sample, 3)
                }
                role if FIXED_TYPE_ROLES.contains(role) => self.operand(Type::I32),
                _ => self.coordinate(kind, ty),
            };
            certain &= known.certain;
            op.params.push((role, known.value));
        }
        if self.rng.bool() {
            self.rng.shuffle(&mut op.params);
        }
        certain
    }

    /// Adds what the message is sent with besides coordinates.
    fn roles_of(&mut self, row: &MessageRow, roles: &mut Vec<Role>, op: &mut TextureOp) {
        let has = [(Slot::Ref, Role::Ref), (Slot::Lod, Role::Lod), (Slot::Bias, Role::Bias)];
        roles.extend(has.into_iter().filter(|(slot, _)| takes(row, *slot)).map(|(_, role)| role));
        if takes(row, Slot::DuDx) {
            let pairs = self.rng.usize(1..=GRADIENTS.len());
            roles.extend(GRADIENTS[..pairs].iter().flatten());
        }
        if takes(row, Slot::MinLod) && self.one_in(3) {
            roles.push(Role::MinLod);
        }
        let offsets = offset_slots(row);
        if offsets > 0 {
            roles.extend([Role::OffU, Role::OffV]);
            if offsets == 3 && op.kind.optional().contains(Role::OffR) && self.rng.bool() {
                roles.push(Role::OffR);
            }
        }
        op.implicit_lod = op.kind == TextureKind::Gather4 && row.implicit_lod && !takes(row, Slot::Bias);
    }

    fn optional_roles(&mut self, roles: &mut Vec<Role>, op: &mut TextureOp, dimension: Dimension) {
        let kind = op.kind;
        let compares = kind.optional().contains(Role::Ref) && (self.config.all_syntax || dimension != Dimension::D3);
        if compares && self.one_in(3) {
            roles.push(Role::Ref);
        }
        match kind {
            TextureKind::Load if dimension != Dimension::Buffer && !self.one_in(3) => roles.push(Role::Lod),
            TextureKind::LoadMcs | TextureKind::LoadMs if self.one_in(6) => roles.push(Role::Lod),
            TextureKind::Sample if !self.config.implicit_lod => roles.push(Role::Lod),
            TextureKind::Sample => {
                match self.rng.u8(..4) {
                    0 => roles.push(Role::Lod),
                    1 => roles.push(Role::Bias),
                    2 => {
                        let pairs = self.rng.usize(1..=GRADIENTS.len());
                        roles.extend(GRADIENTS[..pairs].iter().flatten());
                    }
                    _ => {}
                }
                if !roles.contains(&Role::Lod) && self.one_in(3) {
                    roles.push(Role::MinLod);
                }
            }
            TextureKind::Gather4 if self.config.implicit_lod => match self.rng.u8(..6) {
                0 => roles.push(Role::Lod),
                1 => roles.push(Role::Bias),
                2 => op.implicit_lod = true,
                _ => {}
            },
            _ => {}
        }
        if self.config.variable_offsets && kind.optional().contains(Role::OffU) && self.one_in(5) {
            roles.extend([Role::OffU, Role::OffV]);
            if kind.optional().contains(Role::OffR) && self.rng.bool() {
                roles.push(Role::OffR);
            }
        }
    }

    /// Whether what `kind` becomes takes parameters of type `narrow`; `row` is the message of a sample or gather.
    fn admits(&self, kind: TextureKind, row: Option<&MessageRow>, narrow: DataType) -> bool {
        let Some((target, _)) = self.config.target.filter(|_| self.config.of_target) else { return true };
        let others: &[Message] = match kind {
            TextureKind::LoadMcs => &[Message::LdMcs],
            // Both have the coordinates of the pixel.
            TextureKind::LoadMs => &[Message::LdMcs, Message::Ld2dmsWWord],
            TextureKind::QueryLod => &[Message::Lod],
            _ => &[],
        };
        let admits = |row: &MessageRow| row.is_usable(target) && row.types(target.platform()).contains(&narrow);
        row.into_iter().chain(others.iter().map(|message| message.row())).all(admits)
    }

    fn coordinate_type(&mut self, kind: TextureKind, row: Option<&MessageRow>) -> Type {
        let of_16_bits = if kind.coordinates() == Coordinates::Float { DataType::Hf } else { DataType::Uw };
        let narrow = self.config.halves && self.one_in(4) && self.admits(kind, row, of_16_bits);
        match kind.coordinates() {
            Coordinates::IntOrWord if narrow => Type::I16,
            Coordinates::Int | Coordinates::IntOrWord => Type::I32,
            Coordinates::Float if narrow => Type::F16,
            Coordinates::Float => Type::F32,
        }
    }

    /// A coordinate that mostly lies on a small surface.
    fn coordinate(&mut self, kind: TextureKind, ty: Type) -> Known {
        let known = self.operand(ty);
        let multisampled = kind.is_multisampled();
        match ty {
            Type::I32 | Type::I16 if multisampled => {
                if self.config.undefined && self.one_in(10) {
                    Known { certain: false, ..known }
                } else {
                    self.masked(known, 31)
                }
            }
            Type::I32 if !self.one_in(4) => self.masked(known, 31),
            Type::F32 if self.one_in(2) => {
                let texel = self.operand(Type::I32);
                let texel = self.masked(texel, 31);
                let float = self.builder.convert(Op::SToF, texel.value, Type::F32);
                let scale = self.builder.constant_f32(1.0 / 16.0);
                let value = self.builder.op(Op::FMul, Type::F32, &[float, scale]);
                Known { value, ty, certain: texel.certain }
            }
            _ => known,
        }
    }

    /// A level of detail of an operation without sampler. Multisampled surfaces have one level.
    fn level(&mut self, kind: TextureKind, ty: Type) -> Known {
        match kind {
            TextureKind::LoadMcs | TextureKind::LoadMs => {
                Known { value: self.builder.constant_int(ty, 0), ty, certain: true }
            }
            _ if self.one_in(3) => {
                let level = self.operand(ty);
                self.masked(level, 3)
            }
            _ => {
                let level = if self.one_in(3) { self.rng.i64(1..4) } else { 0 };
                Known { value: self.builder.constant_int(ty, level), ty, certain: true }
            }
        }
    }

    /// The MCS words of a pixel, as `load_mcs` returns them; for texts also any others.
    fn mcs_words(&mut self, load: &TextureOp, pixel: &[(Role, Known)]) -> Known {
        if self.config.all_syntax && self.one_in(3) {
            let types = [Type::vector(Scalar::I32, 4), Type::vector(Scalar::I32, 2), Type::vector(Scalar::I16, 4)];
            let ty = types[self.rng.usize(..types.len())];
            return self.operand(ty);
        }
        let mut op = TextureOp::new(TextureKind::LoadMcs, load.surface);
        op.params.extend(pixel.iter().map(|(role, known)| (*role, known.value)));
        let scalar = if self.config.halves && self.one_in(4) { Scalar::I16 } else { Scalar::I32 };
        let ty = Type::vector(scalar, 4);
        let inst = self.builder.texture_op(op, Some(ty));
        let value = self.builder.kernel().result(inst);
        let certain = pixel.iter().all(|(_, known)| known.certain);
        Known { value: value.unwrap_or(self.x), ty, certain }
    }

    fn modifiers(&mut self, op: &mut TextureOp, dimension: Dimension) {
        let kind = op.kind;
        if kind.takes(TextureModifier::Offset) && op.param(Role::OffU).is_none() && self.one_in(3) {
            let components = offset_components(dimension);
            // The MCS words of a pixel are found without offset.
            let components = if kind.returns() == Returns::Mcs && !self.config.all_syntax { 0 } else { components };
            op.offset[..components].fill_with(|| self.rng.i8(-8..=7));
        }
        // Offsets that are a value of all lanes: constants have to be zero besides.
        let is_alone = [Role::OffU, Role::OffV, Role::OffR].iter().all(|role| op.param(*role).is_none());
        let may_offset = kind.optional().contains(Role::Offsets) && has_use_for(dimension, Role::Offsets);
        if self.config.all_syntax && may_offset && is_alone && self.one_in(6) {
            op.offset = [0; 3];
            let offsets = self.operand(Type::I32);
            op.params.push((Role::Offsets, offsets.value));
        }
        if kind.takes(TextureModifier::Channel) && op.param(Role::Ref).is_none() {
            op.channel = self.rng.u8(..4);
        }
        op.residency = kind.takes(TextureModifier::Residency) && self.one_in(5);
        // Eleven parameters leave a sampler no register for a header. Derivatives have nine with the coordinates.
        let beside = [Role::MinLod, Role::Ref, Role::Ai].into_iter().filter(|role| op.param(*role).is_some());
        let is_full = op.param(Role::MinLod).is_some() || beside.count() == 2;
        if op.param(Role::DuDx).is_some() && is_full && !self.config.all_syntax {
            (op.offset, op.residency) = ([0; 3], false);
        }
        let takes_kill_pixel = kind.takes(TextureModifier::KillPixel) && !op.residency;
        op.kill_pixel = self.config.all_syntax && takes_kill_pixel && self.one_in(6);
        if kind.takes(TextureModifier::Mask) && self.rng.bool() {
            let empty_is_fine = op.residency || self.config.all_syntax;
            let least = if empty_is_fine && self.one_in(10) { 0 } else { 1 };
            op.mask = ChannelMask::from_bits(self.rng.u8(least..16));
        }
    }
}

/// Whether a surface of that dimension has a use for a parameter.
fn has_use_for(dimension: Dimension, role: Role) -> bool {
    use Dimension as D;
    match role {
        Role::DvDx | Role::DvDy => !matches!(dimension, D::D1 | D::D1Array | D::Buffer),
        Role::DrDx | Role::DrDy => matches!(dimension, D::Any | D::D3 | D::Cube | D::CubeArray),
        Role::OffU | Role::OffV | Role::Offsets => !matches!(dimension, D::Cube | D::CubeArray),
        Role::OffR => matches!(dimension, D::Any | D::D3),
        _ => true,
    }
}

/// Whether a message is sent with that, in a slot of its own or beside offsets.
fn takes(row: &MessageRow, slot: Slot) -> bool {
    row.slots.iter().any(|found| *found == slot || found.shares_dword_with() == Some(slot))
}

/// Along how many of u, v and r a message takes offsets that are no constants, one of them at least; 0 for none.
fn offset_slots(row: &MessageRow) -> u32 {
    row.slots.iter().map(|slot| slot.offsets()).max().unwrap_or(0)
}

/// The coordinates of a surface that texel offsets move, counted from the first.
fn offset_components(dimension: Dimension) -> usize {
    match dimension {
        Dimension::Cube | Dimension::CubeArray | Dimension::Buffer | Dimension::Raw => 0,
        Dimension::D1 | Dimension::D1Array => 1,
        Dimension::D2 | Dimension::D2Array | Dimension::D2Ms | Dimension::D2MsArray | Dimension::Any => 2,
        Dimension::D3 => 3,
    }
}

/// The element type of what a texture operation returns from a surface.
fn result_scalar(rng: &mut fastrand::Rng, config: &Config, kind: TextureKind, element: Option<Scalar>) -> Scalar {
    let wide = match element {
        Some(Scalar::I32) => Scalar::I32,
        _ => Scalar::F32,
    };
    let candidates: Vec<_> = Scalar::ALL
        .into_iter()
        .filter(|scalar| kind.admits_result(*scalar))
        .filter(|scalar| config.all_syntax || scalar.bits() == 32 || config.halves)
        .collect();
    if candidates.contains(&wide) && rng.u8(..4) > 0 {
        return wide;
    }
    let of_its_kind: Vec<_> =
        candidates.iter().copied().filter(|scalar| config.all_syntax || scalar.is_float() == wide.is_float()).collect();
    *rng.choice(if of_its_kind.is_empty() { &candidates } else { &of_its_kind }).unwrap_or(&wide)
}
