//! A case as a kernel of one message, with the register file that it starts with.

use texvisa_ir::expected_one_of;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::message::{MESSAGES, MessageClass, MessageRow, ResponseElement, ResponseKind, Slot};
use texvisa_ir::visa::{
    Align, DataType, Exec, Inst, Predicate, Raw, RegisterMap, SamplerMessage, Src, StateKind, Storage, Var, VarDecl,
    VisaKernel,
};

use super::number::Number;
use super::problem::CaseProblem;
use super::schema::CaseEntry;
use crate::dispatch::HardwareThread;
use crate::environment::Environment;
use crate::float::round_f16;
use crate::machine::{Machine, MachineError};
use crate::undef_bits::UndefBits;
use crate::unit::Kind;

/// Where the case's surface is bound.
pub(super) const SURFACE_ENTRY: u32 = 5;
/// Where its sampler is bound.
pub(super) const SAMPLER_ENTRY: u32 = 3;
/// What the destination has before.
pub(super) const UNTOUCHED: u8 = 0xcd;
/// The lanes of the thread that the message is in.
const WIDTH: SimdWidth = SimdWidth::Simd32;

/// A destination, and how its channels lie in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The bytes from the start of the destination, and a register behind it.
    pub bytes: Vec<u8>,
    /// The channels that came back, in order.
    pub channels: Vec<u8>,
    /// Bytes of an element.
    pub element: usize,
    /// Lanes of a channel.
    pub lanes: usize,
    /// Bytes from one channel to the next.
    pub step: usize,
    /// Whether a residency register, one bit per lane follows the last channel.
    pub has_residency: bool,
    /// Bytes of a register.
    pub grf_bytes: usize,
}

impl Found {
    /// Where the element of a channel, counted among those that came back, begins.
    pub fn place(&self, rank: usize, lane: usize) -> usize {
        rank * self.step + lane * self.element
    }

    /// Where the null mask begins, and without one the response ends.
    pub fn data_end(&self) -> usize {
        self.channels.len() * self.step
    }

    /// Bytes of the whole response.
    pub fn end(&self) -> usize {
        self.data_end() + if self.has_residency { self.grf_bytes } else { 0 }
    }

    /// The bits of an element of 1 to 4 bytes.
    pub fn bits(&self, start: usize, bytes: usize) -> u32 {
        let found = self.bytes.get(start..start + bytes).unwrap_or_default();
        found.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte))
    }
}

/// A case that cannot be executed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// A field that is wrong.
    #[error(transparent)]
    Problem(#[from] CaseProblem),
    /// A message that the machine refuses.
    #[error(transparent)]
    Machine(#[from] MachineError),
}

/// Whether the layer is a part of a word of offsets, so that the messages' tables and documents differ in whether there
/// is a parameter r besides (3D_SAMPLE4: gather4_po_c, gather4_po_i_c; 3D_SAMPLE: sample_po_c).
fn layer_is_packed(row: &MessageRow) -> bool {
    row.slots.iter().any(|slot| slot.shares_dword_with() == Some(Slot::R))
}

/// For each parameter that is sent the place of what it gets among those that the case names; `None` for zero. Absent
/// where the row has other parameters.
fn assignment(row: &MessageRow, names: &[&str]) -> Option<Vec<Option<usize>>> {
    // Beside a layer that is a part of another word, r may be missing on either side.
    let may_lack_r = layer_is_packed(row);
    let has_r = row.slots.contains(&Slot::R);
    let is_ignored = |name: &str| name == "r" && may_lack_r && !has_r;
    let mut given = names.iter().enumerate().filter(|(_, name)| !is_ignored(name)).peekable();
    let mut result = Vec::new();
    for slot in row.slots {
        let Some((_, next)) = given.peek() else { break };
        if *slot == Slot::R && may_lack_r && **next != "r" {
            result.push(None);
            continue;
        }
        let (index, _) = given.next().filter(|(_, name)| **name == slot.name())?;
        result.push(Some(index));
    }
    // Every message that has parameters is sent at least one; resinfo's is never left out (INFO).
    if result.is_empty() && !row.slots.is_empty() {
        result.push(None);
    }
    given.next().is_none().then_some(result)
}

/// The message of a case, and for each parameter that is sent the place of its elements in the case; `None` for zeros.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    row: &'static MessageRow,
    assignment: Vec<Option<usize>>,
}

impl Chosen {
    /// Its row.
    pub fn row(&self) -> &'static MessageRow {
        self.row
    }

    /// Whether it works with a sampler.
    pub fn needs_sampler(&self) -> bool {
        self.row.class.has_sampler()
    }

    /// What its elements are where texels are of kind `texels`, and whether they are texels: neither what a comparison
    /// found, nor a level of detail, nor what a query returns.
    pub fn returns(&self, texels: Kind) -> (Kind, bool) {
        match self.row.element {
            ResponseElement::Integer => (Kind::Uint, false),
            ResponseElement::Lod => (Kind::Float, false),
            ResponseElement::Texel => (texels, !self.row.compares()),
        }
    }
}

/// Finds the message of the case at `place`: a name may end with `_packed` or, behind `_w`, with `16`, which say
/// parameters or a type that the row has, and what is named twice is told apart by these. In place of the sign of a name
/// there may be an underscore, as in Intel's header.
pub(super) fn find(entry: &CaseEntry, place: &str) -> Result<Chosen, CaseProblem> {
    let op = entry.op.to_ascii_lowercase();
    let of_words = op.strip_suffix("16").filter(|name| name.ends_with("_w"));
    let name = op.strip_suffix("_packed").or(of_words).unwrap_or(&op);
    let is_packed = op.ends_with("_packed");
    let is_name = |row: &MessageRow| row.name == name || row.name.replace('+', "_") == name;
    let is_block = |row: &MessageRow| matches!(row.class, MessageClass::MediaLoad | MessageClass::MediaStore);
    let rows = || MESSAGES.iter().filter(|row| !is_block(row));
    let named = || rows().filter(|row| is_name(row) && (!is_packed || row.slots.iter().any(|slot| slot.is_packed())));
    if named().next().is_none() {
        // A name that two rows have, once.
        let is_first =
            |row: &&MessageRow| rows().find(|known| known.name == row.name).is_some_and(|known| known.id == row.id);
        let known = expected_one_of(&entry.op, rows().filter(is_first).map(|row| row.name));
        let what = format!("unknown operation `{}`; {known}", entry.op);
        return Err(CaseProblem::new(format!("{place}.op"), what));
    }
    let names: Vec<&str> = entry.param_names.iter().map(String::as_str).collect();
    let bytes = if names.is_empty() { 4 } else { entry.param_type.bytes() };
    let found = named()
        .filter(|row| row.admits_bytes(bytes))
        .filter(|row| names.is_empty() || row.parameters.is_float() == entry.param_type.is_float())
        .find_map(|row| Some(Chosen { row, assignment: assignment(row, &names)? }));
    found.ok_or_else(|| {
        let slots = |row: &MessageRow| row.slots.iter().map(|slot| slot.name()).collect::<Vec<_>>().join(" ");
        let known: Vec<String> = named().map(|row| format!("{} ({:?})", slots(row), row.parameters)).collect();
        let given = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
        let what = format!(
            "{given} of type {}; {} takes the first of {}",
            entry.param_type.name().to_uppercase(),
            entry.op,
            known.join(", or of ")
        );
        CaseProblem::new(format!("{place}.param_names"), what)
    })
}

/// A target that has the message, the first with parameters of 16 bits if there is one. Which one does not matter where
/// the size of its registers is given.
fn target(row: &MessageRow) -> Target {
    let targets = || row.targets.iter();
    targets().find(|target| row.has_16_bits.contains(*target)).or(targets().next()).unwrap_or(Target::FIRST)
}

/// The bits of an element of a parameter.
fn element(value: Number, ty: DataType) -> Option<u64> {
    match (value, ty) {
        (Number::Real(value), DataType::Hf) => Some(round_f16(value).into()),
        (value, DataType::F) => value.float().map(u64::from),
        (value, ty) => value.integer(8 * ty.bytes()),
    }
}

/// A kernel of one message under construction.
pub(super) struct PayloadBuilder {
    pub kernel: VisaKernel,
    map: RegisterMap,
    file: Vec<u8>,
    grf_bytes: usize,
}

impl PayloadBuilder {
    pub fn new(target: Target, grf_bytes: usize) -> PayloadBuilder {
        let file = vec![0; grf_bytes];
        let (mut kernel, map) = (VisaKernel::new("case", target, WIDTH), RegisterMap::new(grf_bytes as u32));
        kernel.begin_main_function();
        PayloadBuilder { kernel, map, file, grf_bytes }
    }

    /// A variable that begins at the next register, with these bytes in it.
    pub fn declare(&mut self, ty: DataType, bytes: &[u8]) -> Var {
        let elements = (bytes.len() as u32 / ty.bytes()) as u16;
        let var = self.kernel.vars.push(VarDecl { ty, elements, align: Align::Grf, storage: Storage::Own });
        self.map.set(var, self.file.len() as u32);
        self.file.extend_from_slice(bytes);
        self.file.resize(self.file.len().next_multiple_of(self.grf_bytes), 0);
        self.map.bytes = self.file.len() as u32;
        var
    }

    /// A state variable that says an entry.
    pub fn state(&mut self, kind: StateKind, entry: u32) -> texvisa_ir::visa::State {
        let state = self.kernel.states.push(kind);
        let value = Src::immediate(DataType::Ud, u64::from(entry));
        self.kernel.insts.push(Inst::SetState { state, value });
        state
    }
}

/// The lanes of the message.
fn exec(entry: &CaseEntry, place: &str) -> Result<Exec, CaseProblem> {
    let lanes = match entry.exec_size {
        8 | 16 | 32 => entry.exec_size as u8,
        other => {
            return Err(CaseProblem::new(format!("{place}.exec_size"), format!("{other}; a message has 8, 16 or 32")));
        }
    };
    Ok(Exec { lanes, first: entry.mask.first, nomask: entry.mask.nomask })
}

/// The variables of the parameters, each with its lanes.
fn parameters(
    builder: &mut PayloadBuilder,
    entry: &CaseEntry,
    message: &Chosen,
    place: &str,
) -> Result<Vec<Raw>, CaseProblem> {
    let lanes = entry.exec_size as usize;
    if entry.params.len() != entry.param_names.len() {
        let what = format!("{} lists of elements for {} names", entry.params.len(), entry.param_names.len());
        return Err(CaseProblem::new(format!("{place}.params"), what));
    }
    let mut raws = Vec::new();
    for (slot, given) in message.row.slots.iter().zip(&message.assignment) {
        let ty = if matches!(slot, Slot::OffU | Slot::OffV) { DataType::D } else { entry.param_type };
        let mut bytes = Vec::new();
        match given {
            None => bytes.resize(lanes * ty.bytes() as usize, 0),
            Some(index) => {
                let values = entry.params.get(*index).map_or(&[][..], Vec::as_slice);
                if values.len() != lanes {
                    let what = format!("{} elements; exec_size is {lanes}", values.len());
                    return Err(CaseProblem::new(format!("{place}.params[{index}]"), what));
                }
                for (lane, value) in values.iter().enumerate() {
                    let bits = element(*value, ty).ok_or_else(|| {
                        let kind = if ty.is_float() { "a number" } else { "a whole number in its range" };
                        let what = format!("{value} is no {}; expected {kind}", ty.name().to_uppercase());
                        CaseProblem::new(format!("{place}.params[{index}][{lane}]"), what)
                    })?;
                    bytes.extend_from_slice(&bits.to_le_bytes()[..ty.bytes() as usize]);
                }
            }
        }
        raws.push(Raw::whole(builder.declare(ty, &bytes)));
    }
    Ok(raws)
}

/// Runs the case at `place` on `environment`. `fill` is what undefined bytes get.
pub(super) fn run(
    entry: &CaseEntry,
    message: &Chosen,
    place: &str,
    environment: &mut Environment,
    fill: UndefBits,
) -> Result<Found, CaseError> {
    let exec = exec(entry, place)?;
    let grf_bytes = registers(entry, place)?;
    let lanes = usize::from(exec.lanes);
    let mut builder = PayloadBuilder::new(target(message.row), grf_bytes);
    let params = parameters(&mut builder, entry, message, place)?;
    let row = message.row;
    let channels = match row.response {
        ResponseKind::Texels => ChannelMask::from_bits(1 << entry.src_channel),
        _ => entry.channels.unwrap_or(ChannelMask::RGBA),
    };
    let element = entry.dst_type.bytes() as usize;
    let mut found = Found {
        bytes: Vec::new(),
        channels: if row.response == ResponseKind::Texels { (0..4).collect() } else { channels.iter().collect() },
        element,
        lanes,
        step: (lanes * element).next_multiple_of(grf_bytes),
        has_residency: entry.pixel_null_mask,
        grf_bytes,
    };
    // Behind the response a register that nothing may touch.
    let room = vec![UNTOUCHED; found.end() + grf_bytes];
    let dst = builder.declare(entry.dst_type, &room);
    let surface = builder.state(StateKind::Surface, SURFACE_ENTRY);
    let sampler = row.class.has_sampler().then(|| builder.state(StateKind::Sampler, SAMPLER_ENTRY));
    let predicate = entry.pred.map(|given| {
        let pred = builder.kernel.preds.push(WIDTH.lanes() as u16);
        let src = Src::immediate(DataType::Ud, u64::from(given.value));
        let exec = Exec::all(WIDTH.lanes(), 0);
        builder.kernel.insts.push(Inst::SetPredicate { exec, dst: pred, src });
        Predicate { pred, inverted: given.invert, combine: given.ctrl }
    });
    let aoffimmi = u16::try_from(entry.aoffimmi).map_err(|_| {
        CaseProblem::new(
            format!("{place}.aoffimmi"),
            format!("{:#x}; three signed nibbles are at most 0xfff", entry.aoffimmi),
        )
    })?;
    let params = builder.kernel.push_raws(&params);
    builder.kernel.insts.push(Inst::Sampler(SamplerMessage {
        message: row.id,
        exec,
        predicate,
        residency: entry.pixel_null_mask,
        cps: false,
        non_uniform: false,
        channels,
        offset: Src::immediate(DataType::Uw, aoffimmi.into()),
        sampler,
        surface,
        dst: Some(Raw::whole(dst)),
        params,
    }));
    found.bytes = start(builder, dst, room.len(), entry.em, environment, fill)?;
    Ok(found)
}

/// Bytes of a register.
pub(super) fn registers(entry: &CaseEntry, place: &str) -> Result<usize, CaseProblem> {
    match entry.grf_bytes {
        32 | 64 => Ok(entry.grf_bytes as usize),
        other => Err(CaseProblem::new(format!("{place}.grf_bytes"), format!("{other}; a register has 32 or 64 bytes"))),
    }
}

/// Runs a kernel to its end with these lanes active; returns so many bytes of `dst`.
pub(super) fn start(
    mut builder: PayloadBuilder,
    dst: Var,
    bytes: usize,
    active: u32,
    environment: &mut Environment,
    fill: UndefBits,
) -> Result<Vec<u8>, CaseError> {
    builder.kernel.insts.push(Inst::Return);
    let start = builder.map.address(&builder.kernel, dst) as usize;
    let thread = HardwareThread { group: [0; 3], active, items: [0; 32], local: [[0; 3]; 32] };
    let machine = Machine::with_registers(&builder.kernel, &builder.map, builder.grf_bytes as u32)?;
    let file = machine.run_thread(environment, &thread, builder.file, fill, None)?;
    Ok(file.get(start..start + bytes).unwrap_or_default().to_vec())
}
