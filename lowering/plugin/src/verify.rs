//! `texvisa-verify`: whether a function is what `texvisa-legalize` leaves. Passes in between may have changed calls, and so may
//! hands.
//!
//! No call of a texture intrinsic is left where the program can come to it, and each call that is a message is one that the
//! target has: its name says its types, and its immediate arguments are those that its message has.

use texvisa::ir::source::Location;
use texvisa::ir::target::SimdWidth;
use texvisa::ir::texture::{ChannelMask, Scalar};
use texvisa::ir::visa::message::{MESSAGES, MessageRow, ResponseKind};
use texvisa::ir::visa::message_shape::MessageShape;
use texvisa_llvm::{Diagnostic, is_texture_intrinsic};

use crate::encoding::{BlockEncoding, Encoding, SampledEncoding};
use crate::kernels::{PassOutcome, joined};
use crate::llvm::{Handle, Scope, calls_in_reach};
use crate::message::{OFFSETS, PREFIX, mangled};
use crate::parameters::PassParameters;

/// Runs the pass.
pub fn verify(scope: &Scope<'_>, parameters: PassParameters) -> PassOutcome {
    let mut problems = Vec::new();
    for function in scope.own_functions() {
        let name = function.get_name().to_string_lossy().into_owned();
        for call in calls_in_reach(function) {
            let Some(callee) = call.callee_name() else { continue };
            let found = match callee.strip_prefix(PREFIX) {
                Some(rest) => check(call, rest, parameters),
                None if is_texture_intrinsic(&callee) => {
                    Err("the texture call is not legalized; run texvisa-legalize before".to_owned())
                }
                None => Ok(()),
            };
            if let Err(message) = found {
                let location = call.source_line().map_or(Location::UNKNOWN, |(line, column)| Location { line, column });
                let instruction = Some(call.text());
                problems.push(Diagnostic { kernel: name.clone(), instruction, location, is_defect: false, message });
            }
        }
    }
    let what = format!("not verified for {}", parameters.target);
    PassOutcome { changed: false, error: joined(scope, &what, &problems) }
}

/// Checks a call of a message, whose name goes on like `rest`.
fn check(call: Handle<'_>, rest: &str, parameters: PassParameters) -> Result<(), String> {
    let mut fields = rest.split('.').peekable();
    let message = fields.next().unwrap_or_default();
    let mut slots: Vec<Scalar> = Vec::new();
    while let Some((scalar, count)) = fields.peek().and_then(|field| run(field)) {
        slots.extend(std::iter::repeat_n(scalar, count));
        fields.next();
    }
    let row = row(message, &slots, parameters)?;
    let has_offsets = fields.next_if_eq(&OFFSETS).is_some();
    let sends = fields.peek().and_then(|field| field.strip_prefix('m')?.parse::<usize>().ok());
    if sends.is_some() {
        fields.next();
    }
    let arguments = call.arguments();
    let (slot_arguments, others) = arguments
        .split_at_checked(slots.len())
        .ok_or_else(|| format!("the call has {} arguments; expected {} slots", arguments.len(), slots.len()))?;
    for (index, (argument, slot)) in slot_arguments.iter().zip(&slots).enumerate() {
        let (found, expected) = (mangled(&argument.ty().text()), scalar_name(*slot));
        if found != expected {
            return Err(format!("slot {index} has type {found}; expected {expected}, as the name says"));
        }
    }
    let others = if has_offsets { others.get(1..).unwrap_or_default() } else { others };
    let is_block = matches!(row.response, ResponseKind::Block | ResponseKind::None);
    let is_written = row.response == ResponseKind::None;
    if sends.is_some() != is_block {
        return Err("the name has not the fields that its message has; texvisa-legalize gives it others".to_owned());
    }
    // What is written, the surface and the sampler.
    let (operands, immediates) = others
        .split_at_checked(1 + usize::from(row.class.has_sampler()) + usize::from(is_written))
        .ok_or_else(|| format!("the call has {} arguments; its message has more", arguments.len()))?;
    // Names of types may have dots.
    let named: Vec<&str> = fields.collect();
    let types = std::iter::once(call.ty()).chain(operands.iter().map(|operand| operand.ty()));
    let types: Vec<String> = types.map(|ty| mangled(&ty.text())).collect();
    if named.join(".") != types.join(".") {
        return Err(format!("the types are {}; expected {}, as the name says", types.join("."), named.join(".")));
    }
    let values: Option<Vec<u32>> = immediates.iter().map(|value| value.constant_bits()).collect();
    let values = values.ok_or("an immediate argument is no constant; expected what texvisa-legalize wrote")?;
    let wrong = || "the immediate arguments describe no message; expected what texvisa-legalize wrote".to_owned();
    let encoding = if is_block {
        let block = BlockEncoding::of_values(&values, is_written).filter(|block| sends == Some(block.sends.len()));
        Encoding::Block(block.ok_or_else(wrong)?)
    } else {
        let result = call.ty().vector().and_then(|(_, element)| element.bits()).map(|bits| bits / 8);
        let shape = MessageShape {
            message: row.id,
            lanes: 0,
            param_bytes: slots.first().map_or(4, |slot| slot.bits() / 8),
            params: slots.len() as u32,
            channels: ChannelMask::RGBA,
            offset: None,
            sampler_handle: false,
            residency: false,
            result_bytes: result.filter(|bytes| [2, 4].contains(bytes)),
            grf_bytes: parameters.target.platform().grf_bytes,
        };
        Encoding::Sampled(SampledEncoding::of_values(&values, shape, has_offsets).ok_or_else(wrong)?)
    };
    compare(&encoding, &values, row, parameters)
}

/// Compares the immediates of a call with those that its message has.
fn compare(encoding: &Encoding, values: &[u32], row: &MessageRow, parameters: PassParameters) -> Result<(), String> {
    let platform = parameters.target.platform();
    match encoding {
        Encoding::Sampled(SampledEncoding { shape, count, nomask, .. }) => {
            let channels = shape.channels.bits().count_ones();
            let are_channels = if row.response == ResponseKind::Texels { channels == 1 } else { channels >= 1 };
            if !are_channels {
                return Err(format!(
                    "the channels are {:#x}; expected one of a gather, otherwise some",
                    shape.channels.bits()
                ));
            }
            check_lanes(shape.lanes, *count, *nomask, parameters)?;
        }
        Encoding::Block(block) => check_lanes(block.lanes, 1, false, parameters)?,
    }
    let expected = encoding.values(platform);
    if expected.len() != values.len() {
        return Err(format!("the call has {} immediate arguments; expected {}", values.len(), expected.len()));
    }
    for (((name, _), found), expected) in encoding.fields().iter().zip(values).zip(&expected) {
        if found != expected {
            return Err(format!("the {name} is {found:#x}; expected {expected:#x}"));
        }
    }
    Ok(())
}

/// Whether a message may have that many lanes, and be sent so often.
fn check_lanes(lanes: u32, count: u32, nomask: bool, parameters: PassParameters) -> Result<(), String> {
    let native = parameters.target.platform().native_simd;
    let whole = lanes.checked_mul(count).and_then(SimdWidth::from_lanes);
    let fits = match (nomask, parameters.simd) {
        (true, _) => lanes == native && count == 1,
        (false, Some(simd)) => whole == Some(simd),
        (false, None) => whole.is_some_and(|simd| simd.is_legal(parameters.target)),
    };
    if fits {
        return Ok(());
    }
    let of = parameters.simd.map_or_else(|| "a width of the target".to_owned(), |simd| simd.to_string());
    Err(format!("{count} sends have {lanes} lanes each; expected {of}, or one send of {native} that ignores the mask"))
}

/// The row of a message by its name, for slots of these types.
fn row(name: &str, slots: &[Scalar], parameters: PassParameters) -> Result<&'static MessageRow, String> {
    let target = parameters.target;
    let bytes = slots.first().map_or(4, |slot| slot.bits() / 8);
    let known = MESSAGES.iter().filter(|row| row.name == name);
    let usable = known.clone().filter(|row| row.is_usable(target));
    let fitting = |row: &&&MessageRow| row.types(target.platform()).iter().any(|ty| ty.bytes() == bytes);
    let Some(row) = usable.clone().find(|row| fitting(&row)) else {
        return Err(match (known.count(), usable.count()) {
            (0, _) => format!("there is no message {name}; expected one that texvisa-legalize wrote"),
            (_, 0) => format!("{target} has no {name}; legalize for the target that is verified"),
            _ => format!("{target} has no {name} with parameters of {} bits", bytes * 8),
        });
    };
    let count = slots.len() as u32;
    if row.admits_count(count, target.platform()) {
        return Ok(row);
    }
    let legal: Vec<String> = row.legal_counts(target.platform()).map(|count| count.to_string()).collect();
    Err(format!("{name} has {count} slots; expected {}", legal.join(", ")))
}

/// The type and length of a run of slots: `i32x2`.
fn run(field: &str) -> Option<(Scalar, usize)> {
    let (scalar, count) = field.split_once('x')?;
    let scalar = SLOTS.into_iter().find(|known| scalar_name(*known) == scalar)?;
    Some((scalar, count.parse().ok().filter(|count| *count <= MOST_SLOTS)?))
}

/// What slots may be.
const SLOTS: [Scalar; 4] = [Scalar::I16, Scalar::I32, Scalar::F16, Scalar::F32];
/// More than any message has.
const MOST_SLOTS: usize = 64;

const fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I16 => "i16",
        Scalar::F16 => "f16",
        Scalar::F32 => "f32",
        _ => "i32",
    }
}
