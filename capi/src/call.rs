//! Lowers one operation, and tells a caller's functions what it takes.

use std::ffi::CString;

use compiler::call::{
    Call, CallEntry, CallError, CallMessage, Filling, HostOperand, LoweredCall, MoveInst, MoveSource, Sink, Temporary,
    TemporaryUse,
};
use compiler::ir::expected_one_of;
use compiler::ir::source::Location;
use compiler::ir::texture::{ChannelMask, Dimension, MediaField, Role, Scalar, TextureKind};
use compiler::ir::visa::Modifier;

use crate::compile::{invalid, target_of, width_of};
use crate::result::{OwnedDiagnostic, OwnedPlan, Refusal, c_string};
use crate::types::{
    TEXVISA_BUG, TEXVISA_CONSTANT, TEXVISA_ENTRY_HANDLE, TEXVISA_ENTRY_NONE, TEXVISA_ENTRY_REGISTER,
    TEXVISA_ENTRY_TABLE, TEXVISA_INVALID, TEXVISA_LANES, TEXVISA_NO_RESIDENCY, TEXVISA_PAYLOAD, TEXVISA_RESPONSE,
    TEXVISA_SCRATCH, TEXVISA_UNDEF, TEXVISA_UNIFORM, TEXVISA_UNSUPPORTED, TexvisaCall, TexvisaInstruction,
    TexvisaMessage, TexvisaRegisterBytes, TexvisaSource, TexvisaTemporary,
};

/// The most parameters and rows that are read; no operation has as many.
pub(crate) const MOST: usize = 64;

/// An operand of the caller, with its texts.
pub struct GivenOperand<'a> {
    pub kind: u32,
    pub scalar: Option<&'a str>,
    pub value: u64,
}

/// A call with its texts and arrays.
pub struct GivenCall<'a> {
    pub raw: &'a TexvisaCall,
    pub target: Option<&'a str>,
    pub operation: Option<&'a str>,
    pub dimension: Option<&'a str>,
    pub result: Option<&'a str>,
    pub params: Vec<(Option<&'a str>, Vec<GivenOperand<'a>>)>,
    pub data: Vec<GivenOperand<'a>>,
}

/// The caller's functions.
pub trait HostFunctions {
    /// Declares a register.
    fn temporary(&mut self, temporary: &TexvisaTemporary) -> u64;
    /// Emits an instruction.
    fn instruction(&mut self, instruction: &TexvisaInstruction);
    /// Emits a message.
    fn message(&mut self, message: &TexvisaMessage);
}

/// Lowers a call; returns its plan.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn run(given: &GivenCall<'_>, host: &mut dyn HostFunctions) -> Result<OwnedPlan, Refusal> {
    let call = described(given)?;
    #[cfg(not(feature = "check"))]
    if given.raw.check != 0 {
        return Err(crate::compile::unchecked());
    }
    let grf_bytes = call.target.platform().grf_bytes;
    let lowered = call.lower(&mut Host { functions: host, grf_bytes }).map_err(|error| refused(&error))?;
    #[cfg(feature = "check")]
    if given.raw.check != 0 {
        check(&lowered)?;
    }
    Ok(plan(&lowered))
}

#[cfg(feature = "check")]
fn check(lowered: &LoweredCall) -> Result<(), Refusal> {
    lowered.check().map(|_| ()).map_err(|error| Refusal::of(TEXVISA_BUG, error.to_string()))
}

fn refused(error: &CallError) -> Refusal {
    match error {
        CallError::Invalid(errors) => invalid(errors),
        CallError::Operand(message) => Refusal::of(TEXVISA_INVALID, message),
        CallError::Lower(errors) => {
            let diagnostics = errors
                .iter()
                .map(|error| OwnedDiagnostic::new(TEXVISA_UNSUPPORTED, Location::UNKNOWN, &error.to_string()));
            Refusal(diagnostics.collect())
        }
        other => Refusal::of(TEXVISA_BUG, other.to_string()),
    }
}

/// The item whose name was given.
pub(crate) fn named<T: Copy>(
    given: Option<&str>,
    what: &str,
    all: impl Iterator<Item = T> + Clone,
    name: impl Fn(T) -> &'static str,
) -> Result<T, Refusal> {
    let known = || all.clone().map(&name).collect::<Vec<_>>();
    let given =
        given.ok_or_else(|| Refusal::misuse(format!("`{what}` is null; expected one of {}", known().join(", "))))?;
    all.clone()
        .find(|item| name(*item) == given)
        .ok_or_else(|| Refusal::misuse(format!("unknown {what} \"{given}\"; {}", expected_one_of(given, known()))))
}

/// The scalar types that operands and results have.
const SCALARS: [Scalar; 5] = [Scalar::F32, Scalar::F16, Scalar::I32, Scalar::I16, Scalar::I8];

fn scalar(given: Option<&str>, what: &str) -> Result<Scalar, Refusal> {
    named(given, what, SCALARS.into_iter(), Scalar::name)
}

fn entry(kind: u32, value: u64, what: &str) -> Result<Option<CallEntry<u64>>, Refusal> {
    match kind {
        TEXVISA_ENTRY_NONE => Ok(None),
        TEXVISA_ENTRY_TABLE => {
            let number = u32::try_from(value)
                .map_err(|_| Refusal::misuse(format!("`{what}` is {value}; expected a number of 32 bits")))?;
            Ok(Some(CallEntry::Table(number)))
        }
        TEXVISA_ENTRY_REGISTER => Ok(Some(CallEntry::Register(value))),
        TEXVISA_ENTRY_HANDLE => Ok(Some(CallEntry::Handle(value))),
        other => Err(Refusal::misuse(format!(
            "`{what}_kind` is {other}; expected TEXVISA_ENTRY_NONE (0) to TEXVISA_ENTRY_HANDLE (3)"
        ))),
    }
}

fn operands(given: &[GivenOperand<'_>], what: &str) -> Result<HostOperand<u64>, Refusal> {
    let one = |operand: &GivenOperand<'_>| {
        let scalar = scalar(operand.scalar, "scalar")?;
        Ok(match operand.kind {
            TEXVISA_LANES => HostOperand::lanes(operand.value, scalar),
            TEXVISA_UNIFORM => HostOperand::uniform(operand.value, scalar),
            TEXVISA_CONSTANT => HostOperand::Constant { scalar, bits: operand.value },
            TEXVISA_UNDEF => HostOperand::Undef(scalar),
            other => {
                let expected = "expected TEXVISA_LANES (0) to TEXVISA_UNDEF (3)";
                return Err(Refusal::misuse(format!("the kind of `{what}` is {other}; {expected}")));
            }
        })
    };
    match given {
        [] => Err(Refusal::misuse(format!("`{what}` has no operand; expected at least one"))),
        [only] => one(only),
        several => Ok(HostOperand::Vector(several.iter().map(one).collect::<Result<_, _>>()?)),
    }
}

fn byte(value: u32, what: &str) -> Result<u8, Refusal> {
    u8::try_from(value).map_err(|_| Refusal::misuse(format!("`{what}` is {value}; expected at most 255")))
}

fn described(given: &GivenCall<'_>) -> Result<Call<u64>, Refusal> {
    let raw = given.raw;
    let target = target_of(given.target)?;
    let simd = width_of(raw.lanes)?;
    let kind = named(given.operation, "operation", TextureKind::ALL.iter().copied(), TextureKind::name)?;
    let dimensions: Vec<Dimension> = Dimension::all().collect();
    let dimension = named(given.dimension, "dimension", dimensions.into_iter(), Dimension::name)?;
    let surface = entry(raw.surface_kind, raw.surface, "surface")?.ok_or_else(|| {
        Refusal::misuse("`surface_kind` is 0; expected TEXVISA_ENTRY_TABLE (1) to TEXVISA_ENTRY_HANDLE (3)")
    })?;
    let mut call = Call::new(target, simd, kind, dimension, surface);
    call.sampler = entry(raw.sampler_kind, raw.sampler, "sampler")?;
    let roles: Vec<Role> = Role::all().collect();
    for (role, values) in &given.params {
        let role = named(*role, "role", roles.iter().copied(), Role::name)?;
        call.params.push((role, operands(values, role.name())?));
    }
    if !given.data.is_empty() {
        call.data = Some(operands(&given.data, "data")?);
    }
    if given.result.is_some() {
        call.result = scalar(given.result, "result")?;
    }
    if raw.channels > 15 {
        return Err(Refusal::misuse(format!("`channels` is {:#x}; expected bits 0 to 3", raw.channels)));
    }
    call.channels = if raw.channels == 0 { ChannelMask::RGBA } else { ChannelMask::from_bits(raw.channels as u8) };
    call.offset = raw.offset;
    call.gathered = raw.gathered;
    call.residency = raw.residency != 0;
    call.implicit_lod = raw.implicit_lod != 0;
    call.kill_pixel = raw.kill_pixel != 0;
    call.per_lane = raw.per_lane != 0;
    call.width = (raw.width != 0).then(|| byte(raw.width, "width")).transpose()?;
    call.rows = byte(raw.rows.max(1), "rows")?;
    call.plane = byte(raw.plane, "plane")?;
    call.field = match raw.field {
        0 => MediaField::Frame,
        1 => MediaField::Top,
        2 => MediaField::Bottom,
        other => return Err(Refusal::misuse(format!("`field` is {other}; expected 0, 1 or 2"))),
    };
    Ok(call)
}

fn plan(lowered: &LoweredCall) -> OwnedPlan {
    let slots = lowered.slots.iter().map(|(slot, filling)| match filling {
        Filling::Role(role, element) if *element > 0 => format!("{}: {}[{element}]", slot.name(), role.name()),
        Filling::Role(role, _) => format!("{}: {}", slot.name(), role.name()),
        Filling::Packed => format!("{}: packed", slot.name()),
        _ => format!("{}: 0", slot.name()),
    });
    let notes = lowered.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    OwnedPlan {
        name: c_string(&lowered.name),
        slots: c_string(&slots.collect::<Vec<_>>().join(", ")),
        notes: c_string(&notes),
        messages: lowered.messages,
        returned: lowered.returned.bits().into(),
    }
}

/// What is told to the caller's functions.
struct Host<'a> {
    functions: &'a mut dyn HostFunctions,
    grf_bytes: u32,
}

/// A source with the texts that it points to.
struct OwnedSource {
    source: TexvisaSource,
    _scalar: CString,
    _modifier: CString,
}

fn source(of: &MoveSource<u64>) -> OwnedSource {
    let (is_number, offset, value, ty, region, modifier) = match of {
        MoveSource::Register { bytes, ty, region, modifier } => {
            let region = [region.vertical.into(), region.width.into(), region.horizontal.into()];
            (0, bytes.offset, bytes.register, *ty, region, *modifier)
        }
        MoveSource::Number { ty, bits } => (1, 0, bits.get(), *ty, [0; 3], Modifier::None),
        _ => (1, 0, 0, compiler::ir::visa::DataType::Ud, [0; 3], Modifier::None),
    };
    let text = Modifier::TEXT.iter().find(|(known, _)| *known == modifier).map_or("", |(_, text)| text);
    let (scalar, modifier) = (c_string(ty.name()), c_string(text));
    let source = TexvisaSource {
        size: size_of::<TexvisaSource>(),
        is_number,
        offset,
        value,
        scalar: scalar.as_ptr(),
        modifier: modifier.as_ptr(),
        region,
    };
    OwnedSource { source, _scalar: scalar, _modifier: modifier }
}

impl Sink for Host<'_> {
    type Register = u64;

    fn temporary(&mut self, temporary: &Temporary) -> u64 {
        let scalar = c_string(temporary.ty.name());
        self.functions.temporary(&TexvisaTemporary {
            size: size_of::<TexvisaTemporary>(),
            used_as: match temporary.used_as {
                TemporaryUse::Payload => TEXVISA_PAYLOAD,
                TemporaryUse::Response => TEXVISA_RESPONSE,
                _ => TEXVISA_SCRATCH,
            },
            bytes: temporary.bytes(),
            align: temporary.align.bytes(self.grf_bytes),
            scalar: scalar.as_ptr(),
        })
    }

    fn instruction(&mut self, inst: &MoveInst<u64>) {
        let owned: Vec<OwnedSource> = inst.srcs.iter().map(source).collect();
        let sources: Vec<TexvisaSource> = owned.iter().map(|owned| owned.source).collect();
        let (opcode, scalar) = (c_string(inst.op.name()), c_string(inst.ty.name()));
        self.functions.instruction(&TexvisaInstruction {
            size: size_of::<TexvisaInstruction>(),
            opcode: opcode.as_ptr(),
            lanes: inst.exec.lanes.into(),
            first_lane: inst.exec.first.into(),
            no_mask: inst.exec.nomask.into(),
            offset: inst.dst.offset,
            destination: inst.dst.register,
            scalar: scalar.as_ptr(),
            sources: sources.as_ptr(),
            source_count: sources.len(),
        });
    }

    fn message(&mut self, message: &CallMessage<u64>) {
        let payload: Vec<TexvisaRegisterBytes> = message
            .payload
            .iter()
            .map(|bytes| TexvisaRegisterBytes { value: bytes.register, offset: bytes.offset.into() })
            .collect();
        let name = c_string(message.message.row().name);
        let (surface, offsets) = (source(&message.surface), source(&message.offsets));
        let sampler = message.sampler.as_ref().map(source);
        let block = message.block.as_ref().map(|block| (source(&block.x), source(&block.y), block));
        let pointer =
            |owned: Option<&OwnedSource>| owned.map_or(std::ptr::null(), |owned| std::ptr::from_ref(&owned.source));
        let response = message.response.as_ref();
        let response_scalar = c_string(response.map_or("", |response| response.ty.name()));
        let (mut channel_numbers, mut channel_offsets) = ([0; 4], [0; 4]);
        let channels = response.map_or(&[][..], |response| &response.channels);
        for (index, channel) in channels.iter().enumerate().take(4) {
            channel_numbers[index] = channel.channel.into();
            channel_offsets[index] = channel.offset;
        }
        let sent = &message.descriptor;
        self.functions.message(&TexvisaMessage {
            size: size_of::<TexvisaMessage>(),
            name: name.as_ptr(),
            lanes: message.exec.lanes.into(),
            first_lane: message.exec.first.into(),
            no_mask: message.exec.nomask.into(),
            channels: message.channels.bits().into(),
            surface: &surface.source,
            sampler: pointer(sampler.as_ref()),
            offsets: &offsets.source,
            payload: payload.as_ptr(),
            payload_count: payload.len(),
            descriptor: sent.word,
            extended_descriptor: sent.extended,
            has_header: sent.header.is_some().into(),
            header: sent.header.unwrap_or(0),
            sampler_bytes: sent.sampler_bytes,
            first_registers: sent.first,
            second_registers: sent.second,
            response_registers: sent.response,
            sends: sent.sends,
            has_response: response.is_some().into(),
            response: response.map_or(0, |response| response.register),
            response_scalar: response_scalar.as_ptr(),
            channel_count: channels.len().min(4) as u32,
            channel_numbers,
            channel_offsets,
            residency_offset: response.and_then(|response| response.residency).unwrap_or(TEXVISA_NO_RESIDENCY),
            block_width: block.as_ref().map_or(0, |(.., block)| block.width.into()),
            block_height: block.as_ref().map_or(0, |(.., block)| block.height.into()),
            block_x: pointer(block.as_ref().map(|(x, ..)| x)),
            block_y: pointer(block.as_ref().map(|(_, y, _)| y)),
        });
    }
}
