//! The message in a call, read from the text of the module, and the message in a plan with what was emitted for it.

use std::fmt;

use texvisa::ir::visa::descriptor::{BINDLESS_SURFACE, Descriptor, PayloadPlacement, descriptor, media_descriptor};
use texvisa::ir::visa::{Inst, VisaKernel};
use texvisa::lowering::plan::{MessagePlan, TableEntry, TexelOffsets};

/// The immediate arguments of a message to the sampler, and those of a media block and of each of its messages: as the page
/// of the plugin documents them.
const SAMPLED: usize = 18;
const BLOCK: usize = 4;
const BLOCK_SEND: usize = 10;

/// What both say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    mnemonic: String,
    /// Slots that are sent.
    slots: usize,
    /// What else is no immediate: offsets, what is written, the surface, and the sampler where there is one.
    others: usize,
    immediates: Vec<u32>,
}

impl Message {
    /// Of a plan, whose messages are the first of `insts`; these are dropped from there.
    ///
    /// # Errors
    ///
    /// There are not as many.
    pub fn of_plan(plan: &MessagePlan, kernel: &VisaKernel, insts: &mut &[Inst]) -> Result<Message, String> {
        let count = plan.block.as_ref().map_or(plan.sends.count.into(), |block| block.sends.len());
        let (own, rest) = insts.split_at_checked(count).ok_or("fewer messages than were planned")?;
        *insts = rest;
        let row = plan.message.row();
        let is_written = plan.block.is_some() && row.name == "media_st";
        let has_offsets = matches!(plan.offset, TexelOffsets::Value(_));
        let others = [has_offsets, is_written, true, row.class.has_sampler()];
        let mut immediates = Vec::new();
        for (index, inst) in own.iter().enumerate() {
            match (inst, &plan.block) {
                (Inst::Media(media), Some(block)) => {
                    let send = block.sends[index];
                    if index == 0 {
                        let lanes = u32::from(plan.sends.lanes) * u32::from(plan.sends.count);
                        immediates.extend([lanes, number(plan.surface), media.plane.into(), media.modifier as u32]);
                    }
                    let sent = media_descriptor(media, kernel.target.platform(), number(plan.surface));
                    let Descriptor { word, extended, header, second, response, .. } = sent;
                    let (width, height) = (media.width.into(), media.height.into());
                    let pitch = media.shape().pitch();
                    let header = header.ok_or("a block without a header")?;
                    immediates.extend([send.x, send.y, width, height, pitch, word, extended, header, second, response]);
                }
                (Inst::Sampler(message), None) => {
                    let shape = kernel.shape(message);
                    let surface = match plan.surface {
                        TableEntry::Number(number) => number,
                        TableEntry::Index(_) => 0,
                        TableEntry::Handle(_) => BINDLESS_SURFACE,
                    };
                    let state = match plan.sampler {
                        Some(TableEntry::Number(number)) => number,
                        _ => 0,
                    };
                    // Coalescing may have brought all parameters together; a call says nothing of that.
                    let placement = PayloadPlacement::Scattered;
                    let Descriptor { word, extended, header, sampler_bytes, first, second, response, sends } =
                        descriptor(&shape, placement, kernel.target.platform(), surface, state, message.cps);
                    let own = [
                        shape.offset.unwrap_or(0) as u32 & 0xfff,
                        message.channels.bits().into(),
                        message.exec.lanes.into(),
                        plan.sends.count.into(),
                        message.exec.nomask.into(),
                        number(plan.surface),
                        plan.sampler.map_or(0, number),
                        word,
                        extended,
                        header.is_some().into(),
                        header.unwrap_or(0),
                        sampler_bytes,
                        first,
                        second,
                        response,
                        sends,
                        // Whole registers of the lanes of one send.
                        (shape.lanes / sends * shape.result_bytes.unwrap_or(4)).next_multiple_of(kernel.grf_bytes()),
                    ];
                    // Residency is the last register of what a send returns.
                    let residency = if message.residency { (response - 1) * kernel.grf_bytes() } else { u32::MAX };
                    let own = [&own[..], &[residency]].concat();
                    if index > 0 && own != immediates {
                        return Err(format!("the halves differ: {immediates:x?} and {own:x?}"));
                    }
                    immediates = own;
                }
                (inst, _) => return Err(format!("{inst:?} is no message of the plan")),
            }
        }
        Ok(Message {
            mnemonic: row.name.to_owned(),
            slots: plan.sources.len(),
            others: others.into_iter().map(usize::from).sum(),
            immediates,
        })
    }

    /// Of a line of a module; nothing where it calls no message.
    ///
    /// # Errors
    ///
    /// The call is not as the plugin documents it.
    pub fn of_line(line: &str) -> Result<Option<Message>, String> {
        let Some((before, rest)) = line.split_once("@llvm.texvisa.") else { return Ok(None) };
        if !before.contains("call ") {
            return Ok(None);
        }
        let wrong = || format!("not as documented: {line}");
        let (name, arguments) = rest.split_once('(').ok_or_else(wrong)?;
        // What follows the arguments are numbers of attributes and metadata.
        let end = arguments.rfind(')').ok_or_else(wrong)?;
        let arguments: Vec<&str> = arguments[..end].split(", ").collect();
        let mut fields = name.split('.');
        let mnemonic = fields.next().ok_or_else(wrong)?.to_owned();
        let run = |field: &str| field.split_once('x')?.1.parse::<usize>().ok();
        let slots: usize = fields.clone().map_while(run).sum();
        let sends = fields.find_map(|field| field.strip_prefix('m')?.parse::<usize>().ok());
        let count = match sends.filter(|_| mnemonic.starts_with("media_")) {
            Some(sends) => BLOCK + sends * BLOCK_SEND,
            None => SAMPLED,
        };
        let start = arguments.len().checked_sub(count).ok_or_else(wrong)?;
        let (values, immediates) = arguments.split_at(start);
        let number = |text: &&str| match text.split_once(' ') {
            Some(("i1", "true")) => Some(1),
            Some(("i1", "false")) => Some(0),
            Some(("i32", number)) => Some(number.parse::<i32>().ok()? as u32),
            _ => None,
        };
        let immediates: Option<Vec<u32>> = immediates.iter().map(number).collect();
        Ok(Some(Message {
            mnemonic,
            slots,
            others: values.len().checked_sub(slots).ok_or_else(wrong)?,
            immediates: immediates.ok_or_else(wrong)?,
        }))
    }
}

fn number(entry: TableEntry) -> u32 {
    match entry {
        TableEntry::Number(number) => number,
        TableEntry::Index(_) => u32::MAX,
        TableEntry::Handle(_) => u32::MAX - 1,
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Message { mnemonic, slots, others, immediates } = self;
        write!(f, "{mnemonic}, {slots} slots, {others} other operands, {immediates:x?}")
    }
}
