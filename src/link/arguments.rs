//! Whether a kernel finds its arguments where the loader of a program puts them.
//!
//! vISA counts bytes of the register file, `.ze_info` bytes of the payload. r0 is the first register. What each thread
//! has of its own follows, and behind it what all threads have; where threads have nothing of their own, a platform whose
//! kernels do not load their arguments leaves one register free ([`abi`](texvisa_ir::visa::abi)).

use texvisa_ir::target::Target;
use texvisa_ir::texture::{Argument, ArgumentRole, Binding, Kernel, Module};
use texvisa_ir::visa::abi::{ArgumentLayout, ArgumentOffset};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{DataType, Inst, Predefined, Src, StateKind, Storage, VisaKernel, asm};

use super::error::ArgumentMismatch;
use super::ze_info::{KernelInfo, PayloadArgument};
use crate::Compiled;

/// Bytes of the payload header: the global offset, and the size of the group.
const HEADER_BYTES: u32 = 32;

/// The first entry of the binding table that is none of the program's: from there on hardware and drivers have theirs
/// (Intel's open-source PRM, "Binding Table Index": 240 to 255 are reserved).
const RESERVED_ENTRIES: u32 = 240;

/// The payload as a kernel of `target` finds it in its registers.
struct Payload<'a> {
    info: &'a KernelInfo,
    /// The first byte of what each thread has of its own.
    per_thread: u32,
    /// Bytes of that.
    per_thread_bytes: u32,
    /// The first byte of what all threads have.
    shared: u32,
}

impl<'a> Payload<'a> {
    fn new(info: &'a KernelInfo, target: Target) -> Payload<'a> {
        let platform = target.platform();
        let grf = platform.grf_bytes;
        let end = info.per_thread.iter().map(PayloadArgument::end).max().unwrap_or(0);
        let per_thread_bytes = end.checked_next_multiple_of(grf).unwrap_or(u32::MAX);
        let free = if per_thread_bytes == 0 && !platform.loads_arguments { grf } else { 0 };
        let shared = grf.saturating_add(per_thread_bytes).saturating_add(free);
        Payload { info, per_thread: grf, per_thread_bytes, shared }
    }

    /// Everything that is passed, with where it begins in the register file, and the byte behind it.
    fn places(&self) -> impl Iterator<Item = (&'a PayloadArgument, u32, u32)> {
        let (per_thread, shared) = (self.per_thread, self.shared);
        let info = self.info;
        let at = move |base: u32| {
            move |argument: &'a PayloadArgument| {
                // The header has more bytes than the two arguments that describe it.
                let is_header = argument.arg_type == "global_id_offset";
                let end = if is_header { argument.offset.saturating_add(HEADER_BYTES) } else { argument.end() };
                (argument, base.saturating_add(argument.offset), base.saturating_add(end))
            }
        };
        let passed = |argument: &&PayloadArgument| argument.size != 0;
        info.per_thread.iter().map(at(per_thread)).chain(info.payload.iter().filter(passed).map(at(shared)))
    }

    /// Whether it is a part of the payload header, of which only the whole is an argument.
    fn is_in_header(&self, (argument, start, _): &(&PayloadArgument, u32, u32)) -> bool {
        let is_header = |place: &(&PayloadArgument, u32, u32)| place.0.arg_type == "global_id_offset";
        argument.arg_type != "global_id_offset"
            && self.places().find(is_header).is_some_and(|header| (header.1..header.2).contains(start))
    }

    /// The arguments before and behind a byte, for messages.
    fn near(&self, offset: u32) -> String {
        let before = self.places().filter(|place| place.2 <= offset).max_by_key(|place| place.2);
        let behind = self.places().filter(|place| place.1 > offset).min_by_key(|place| place.1);
        let names: Vec<String> = before.into_iter().chain(behind).map(|place| describe(place, self.info)).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") }
    }
}

/// `arg_byvalue of %n (offset=288 size=4)`, in bytes of the register file.
fn describe((argument, start, end): (&PayloadArgument, u32, u32), info: &KernelInfo) -> String {
    let of = match argument.arg_index {
        None => String::new(),
        Some(index) => format!(" of {}", argument_title(index, info)),
    };
    format!("{}{of} (offset={start} size={})", argument.arg_type, end - start)
}

/// `argument 3, "n"`
fn argument_title(index: u32, info: &KernelInfo) -> String {
    match info.argument_name(index) {
        Some(name) => format!("argument {index}, \"{name}\""),
        None => format!("argument {index}"),
    }
}

/// What `kernel` expects and the loader does not supply.
pub(super) fn compare(kernel: &VisaKernel, info: &KernelInfo) -> Vec<ArgumentMismatch> {
    let payload = Payload::new(info, kernel.target);
    let mut mismatches = Vec::new();
    if let Some(given) = kernel.per_thread_bytes
        && given != payload.per_thread_bytes
    {
        mismatches.push(ArgumentMismatch::PerThread { given, allowed: payload.per_thread_bytes });
    }
    let mut inputs: Vec<(String, u32, u32)> = Vec::new();
    for input in &kernel.inputs {
        let mut name = String::new();
        asm::write_var(kernel, input.var, &mut name);
        inputs.push((name, input.offset.into(), input.bytes.into()));
    }
    for input in &kernel.state_inputs {
        inputs.push((input.state.to_string(), input.offset.into(), input.bytes.into()));
    }
    for (input, offset, bytes) in inputs {
        let end = offset.saturating_add(bytes);
        if end <= kernel.grf_bytes() {
            continue;
        }
        match payload.places().find(|place| place.1 <= offset && offset < place.2) {
            None => mismatches.push(ArgumentMismatch::NoArgument { input, offset, bytes, near: payload.near(offset) }),
            Some(place) if end > place.2 => {
                mismatches.push(ArgumentMismatch::Straddles { input, offset, bytes, first: describe(place, info) });
            }
            Some(_) => {}
        }
    }
    // Nothing else needs the number of the hardware thread.
    let is_thread_number = |storage| matches!(storage, Storage::Predefined(Predefined::HwId | Predefined::Sr0));
    if !info.has_private_memory && kernel.vars.values().any(|decl| is_thread_number(decl.storage)) {
        mismatches.push(ArgumentMismatch::NoPrivateMemory);
    }
    let surfaces: Vec<u32> = info.tables.iter().map(|(entry, _)| *entry).collect();
    let samplers: Vec<u32> = info.samplers().collect();
    for (kind, entry) in table_entries(kernel) {
        let (table, known) = match kind {
            StateKind::Surface => ("binding table", &surfaces),
            StateKind::Sampler => ("sampler table", &samplers),
            StateKind::Local | StateKind::Scratch | StateKind::BindlessSurface | StateKind::BindlessSampler => continue,
        };
        if !known.contains(&entry) && entry < RESERVED_ENTRIES {
            mismatches.push(ArgumentMismatch::NoEntry { table, entry, known: listed(known) });
        }
    }
    mismatches
}

fn listed(entries: &[u32]) -> String {
    if entries.is_empty() {
        return "none".to_owned();
    }
    entries.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// The entries of tables that messages use, where the code says which, each once.
fn table_entries(kernel: &VisaKernel) -> Vec<(StateKind, u32)> {
    let mut entries = Vec::new();
    for inst in &kernel.insts {
        if let Inst::SetState { state, value: Src::Immediate { ty: DataType::Ud, bits } } = inst
            && let Ok(entry) = u32::try_from(bits.get())
        {
            let used = (kernel.states[*state], entry);
            if !entries.contains(&used) {
                entries.push(used);
            }
        }
    }
    entries
}

/// The argument that has the address of what a program prints, as the importer names it, and its type in `.ze_info`.
const PRINTF_BUFFER: (&str, &str) = ("printfBuffer", "printf_buffer");

/// What an argument of a role is in `.ze_info`: any of these.
const fn arg_types(role: ArgumentRole) -> &'static [&'static str] {
    match role {
        ArgumentRole::Plain => {
            &["arg_byvalue", "const_base", "global_base", "printf_buffer", "data_const_buffer", "data_global_buffer"]
        }
        ArgumentRole::Pointer => &["buffer_address", "arg_bypointer"],
        ArgumentRole::LocalPointer => &["arg_bypointer"],
        ArgumentRole::PrivateBase => &["private_base_stateless"],
        // None is in the payload that OpenCL's loader fills.
        ArgumentRole::R0
        | ArgumentRole::Constant
        | ArgumentRole::BufferSize
        | ArgumentRole::PixelX
        | ArgumentRole::PixelY => &[],
        ArgumentRole::PayloadHeader => &["global_id_offset"],
        ArgumentRole::WorkDim => &["work_dimensions"],
        ArgumentRole::NumGroups => &["group_count"],
        ArgumentRole::GlobalSize => &["global_size"],
        ArgumentRole::LocalSize => &["local_size"],
        ArgumentRole::EnqueuedLocalSize => &["enqueued_local_size"],
        ArgumentRole::LocalIdX | ArgumentRole::LocalIdY | ArgumentRole::LocalIdZ => &["local_id", "packed_local_ids"],
        ArgumentRole::BufferOffset => &["buffer_offset"],
        ArgumentRole::ImageHeight => &["image_height"],
        ArgumentRole::ImageWidth => &["image_width"],
        ArgumentRole::ImageDepth => &["image_depth"],
        ArgumentRole::ImageLevels => &["image_num_mip_levels"],
        ArgumentRole::ImageArraySize => &["image_array_size"],
        ArgumentRole::ImageSamples => &["image_num_samples"],
        ArgumentRole::SamplerSnap => &["sampler_snap_wa"],
        ArgumentRole::ImageDataType => &["image_channel_data_type"],
        ArgumentRole::ImageOrder => &["image_channel_order"],
        ArgumentRole::SamplerAddress => &["sampler_address"],
        ArgumentRole::SamplerNormalized => &["sampler_normalized"],
    }
}

/// Where the loader puts the arguments of `source`, each by its number in the texture IR, for a `kernel` that another
/// compiler made of it.
///
/// # Errors
///
/// Inputs of `kernel` that the loader does not supply, or that no argument of `source` is.
pub(super) fn layout(
    module: &Module,
    source: &Kernel,
    kernel: &VisaKernel,
    info: &KernelInfo,
) -> Result<ArgumentLayout, Vec<ArgumentMismatch>> {
    let (target, simd) = (kernel.target, kernel.simd);
    let payload = Payload::new(info, target);
    let mut mismatches = compare(kernel, info);
    // Which entries of tables are used is no argument: the source says it, too.
    mismatches.retain(|mismatch| !matches!(mismatch, ArgumentMismatch::NoEntry { .. }));
    let mut arguments = Vec::new();
    for (index, argument) in source.arguments.iter().enumerate() {
        let origin = program_argument(source, index, &payload);
        let name = source.value_name(argument.value);
        let field = origin.and_then(|origin| origin.field);
        let is_it = |passed: &PayloadArgument| {
            let is_part = match (field, passed.source_offset) {
                (Some(field), Some(start)) => (start..start.saturating_add(passed.size)).contains(&field),
                (field, _) => field.is_none(),
            };
            let is_of_program = match passed.arg_index {
                // Of those that are no argument of the program one alone is told from the others by its name.
                None => origin.is_none() && (passed.arg_type == PRINTF_BUFFER.1) == (name == Some(PRINTF_BUFFER.0)),
                index => index == origin.map(|origin| origin.number) && is_part,
            };
            is_of_program && arg_types(argument.role).contains(&passed.arg_type.as_str())
        };
        let axis = match argument.role {
            ArgumentRole::R0 => {
                arguments.push(ArgumentOffset { argument: index, half: 0, offset: 0, bytes: kernel.grf_bytes() });
                continue;
            }
            ArgumentRole::LocalIdX => Some(0),
            ArgumentRole::LocalIdY => Some(1),
            ArgumentRole::LocalIdZ => Some(2),
            _ => None,
        };
        // A value that the loader passes for alignment may have bytes of the next field, too.
        let places = payload.places().filter(|place| is_it(place.0) && !payload.is_in_header(place));
        let Some((passed, start, end)) = places.max_by_key(|place| place.0.source_offset) else { continue };
        let Some(axis) = axis else {
            let inside = field.map_or(0, |field| field - passed.source_offset.unwrap_or(0));
            let (offset, bytes) = (start + inside, end - start - inside);
            arguments.push(ArgumentOffset { argument: index, half: 0, offset, bytes });
            continue;
        };
        // Each axis takes a third, and in it each half whole registers.
        let axis_bytes = (end - start) / 3;
        let halves = simd.halves(target);
        let bytes = axis_bytes / halves;
        for half in 0..halves {
            let offset = start + axis * axis_bytes + half * bytes;
            arguments.push(ArgumentOffset { argument: index, half, offset, bytes });
        }
    }
    for input in &kernel.inputs {
        let offset = u32::from(input.offset);
        let is_known = arguments.iter().any(|place| (place.offset..place.offset + place.bytes).contains(&offset));
        if let Some(passed) = payload.places().find(|place| place.1 <= offset && offset < place.2)
            && !is_known
        {
            let mut name = String::new();
            asm::write_var(kernel, input.var, &mut name);
            mismatches.push(ArgumentMismatch::NotOfSource { input: name, passed: describe(passed, info) });
        }
    }
    compare_tables(module, source, info, &mut mismatches);
    if !mismatches.is_empty() {
        return Err(mismatches);
    }
    arguments.sort_by_key(|place| place.offset);
    let end = arguments.iter().map(|place| place.offset + place.bytes).max().unwrap_or(0);
    Ok(ArgumentLayout { arguments, per_thread_bytes: payload.per_thread_bytes, end })
}

/// What an argument of the texture IR is in the program.
#[derive(Clone, Copy)]
struct ProgramArgument {
    /// The number of the argument that it is, or that it is about.
    number: u32,
    /// Of a field of a structure: its first byte there.
    field: Option<u32>,
}

/// What argument `index` of the texture IR is in the program: by its name or, where the program has no such name, by its
/// position among those of its role that nothing names. The importer names the field of a structure by the argument and
/// its first byte: `settings.16`.
///
/// Passes of Intel's compiler give an argument the name of a value that is the same as it.
fn program_argument(source: &Kernel, index: usize, payload: &Payload<'_>) -> Option<ProgramArgument> {
    let argument = &source.arguments[index];
    if let Some(named) = named_argument(source, argument, payload.info) {
        return Some(named);
    }
    let named: Vec<u32> = (source.arguments.iter())
        .filter_map(|other| named_argument(source, other, payload.info))
        .map(|named| named.number)
        .collect();
    let is_alike =
        |other: &&Argument| other.role == argument.role && named_argument(source, other, payload.info).is_none();
    let of_role = |passed: &PayloadArgument| arg_types(argument.role).contains(&passed.arg_type.as_str());
    let mut numbers: Vec<u32> = (payload.places())
        .filter(|place| of_role(place.0))
        .filter_map(|place| place.0.arg_index)
        .filter(|number| !named.contains(number))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() != source.arguments.iter().filter(is_alike).count() {
        return None;
    }
    let number = *numbers.get(source.arguments[..index].iter().filter(is_alike).count())?;
    Some(ProgramArgument { number, field: None })
}

/// The argument of the program that has the name of `argument`.
fn named_argument(source: &Kernel, argument: &Argument, info: &KernelInfo) -> Option<ProgramArgument> {
    let name = argument.about.as_deref().or_else(|| source.value_name(argument.value))?;
    let number = |name: &str| info.argument_names.iter().find(|(_, known)| known == name).map(|(number, _)| *number);
    if let Some(number) = number(name) {
        return Some(ProgramArgument { number, field: None });
    }
    let (name, field) = name.rsplit_once('.')?;
    Some(ProgramArgument { number: number(name)?, field: Some(field.parse().ok()?) })
}

/// What the source of a kernel calls otherwise than the program. `module` is what it was compiled from.
pub(super) fn compare_roles(module: &Module, compiled: &Compiled, info: &KernelInfo) -> Vec<ArgumentMismatch> {
    let (source, visa, origins) = (&compiled.lowered.texture, &compiled.lowered.kernel, &compiled.lowered.origins);
    let payload = Payload::new(info, visa.target);
    let mut mismatches = Vec::new();
    for input in &visa.inputs {
        let Meaning::Value { value, .. } = origins.var(input.var) else { continue };
        let argument = source.arguments.iter().find(|argument| argument.value == value);
        let offset = u32::from(input.offset);
        let passed = payload.places().find(|place| place.1 <= offset && offset < place.2);
        let (Some(argument), Some(passed)) = (argument, passed) else { continue };
        let name = argument.about.as_deref().or_else(|| source.value_name(value));
        let is_other = passed.0.arg_index.is_some_and(|index| is_other_argument(name, index, info));
        if is_other || !arg_types(argument.role).contains(&passed.0.arg_type.as_str()) {
            let of = name.map_or(String::new(), |name| format!(" \"{name}\""));
            mismatches.push(ArgumentMismatch::Role {
                given: format!("{}{of}", argument.role.name()),
                place: format!("payload offset {offset}"),
                allowed: describe(passed, info),
            });
        }
    }
    compare_tables(module, source, info, &mut mismatches);
    mismatches
}

/// Compares the surfaces and samplers that `source` uses with those that the loader binds.
fn compare_tables(module: &Module, source: &Kernel, info: &KernelInfo, mismatches: &mut Vec<ArgumentMismatch>) {
    let surfaces = (source.textures.values().map(|op| op.surface.surface))
        .chain(source.memories.values().filter_map(|op| Some(op.surface?.surface)))
        .map(|id| (&module.surfaces[id].binding, &module.surfaces[id].argument));
    let samplers = (source.textures.values().filter_map(|op| Some(op.sampler?.sampler)))
        .map(|id| (&module.samplers[id].binding, &module.samplers[id].argument));
    let filled: Vec<_> =
        info.payload.iter().filter_map(|passed| Some((passed.sampler_index?, passed.arg_index))).collect();
    compare_entries("binding table", surfaces, &info.tables, info, mismatches);
    compare_entries("sampler table", samplers, &filled, info, mismatches);
}

/// Compares the arguments whose surfaces or samplers a table has, as the source and as the program names them.
fn compare_entries<'m>(
    table: &str,
    uses: impl Iterator<Item = (&'m Binding, &'m Option<String>)>,
    filled: &[(u32, Option<u32>)],
    info: &KernelInfo,
    mismatches: &mut Vec<ArgumentMismatch>,
) {
    for (binding, argument) in uses {
        let Binding::Table(entry) = *binding else { continue };
        let index = filled.iter().find(|(known, _)| *known == entry).and_then(|(_, index)| *index);
        let Some(index) = index.filter(|index| is_other_argument(argument.as_deref(), *index, info)) else { continue };
        let mismatch = ArgumentMismatch::Role {
            given: format!("\"{}\"", argument.as_deref().unwrap_or_default()),
            place: format!("entry {entry} of the {table}"),
            allowed: argument_title(index, info),
        };
        if !mismatches.contains(&mismatch) {
            mismatches.push(mismatch);
        }
    }
}

/// Whether `name` is that of another argument of the program than number `index`. A name that the program does not have
/// says nothing: LLVM may have changed it.
fn is_other_argument(name: Option<&str>, index: u32, info: &KernelInfo) -> bool {
    let Some(name) = name else { return false };
    info.argument_name(index) != Some(name) && info.argument_names.iter().any(|(_, known)| known == name)
}
