//! The message in a call, read from the text of the module, and the message in a plan.

use std::fmt;

use texvisa::lowering::plan::MessagePlan;

/// What both say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    mnemonic: String,
    /// Slots that are sent.
    slots: usize,
    /// Surface, and sampler where there is one.
    resources: usize,
    offset: u64,
    channels: u64,
    lanes: u64,
    count: u64,
    heeds_no_mask: bool,
}

impl Message {
    /// Of a plan.
    pub fn of_plan(plan: &MessagePlan) -> Message {
        let row = plan.message.row();
        Message {
            mnemonic: row.name.to_owned(),
            slots: plan.sources.len(),
            resources: 1 + usize::from(row.class.has_sampler()),
            // Those that are no constants the plugin refuses.
            offset: plan.immediate_offset().unwrap_or(0).into(),
            channels: plan.channels.bits().into(),
            lanes: plan.sends.lanes.into(),
            count: plan.sends.count.into(),
            heeds_no_mask: plan.sends.nomask,
        }
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
        // What follows the last argument has no `i1`.
        let end = arguments.rfind("i1 ").ok_or_else(wrong)?;
        let end = end + arguments[end..].find(')').ok_or_else(wrong)?;
        let arguments: Vec<&str> = arguments[..end].split(", ").collect();
        let (values, immediates) = arguments.split_at_checked(arguments.len() - 5).ok_or_else(wrong)?;
        let number = |index: usize| -> Result<u64, String> {
            immediates[index].strip_prefix("i32 ").and_then(|number| number.parse().ok()).ok_or_else(wrong)
        };
        let mut fields = name.split('.');
        let mnemonic = fields.next().ok_or_else(wrong)?.to_owned();
        let runs = fields.map_while(|field| field.split_once('x')?.1.parse::<usize>().ok());
        let slots: usize = runs.sum();
        let resources = values.iter().filter(|value| value.contains('*')).count();
        if slots + resources != values.len() {
            return Err(wrong());
        }
        Ok(Some(Message {
            mnemonic,
            slots,
            resources,
            offset: number(0)?,
            channels: number(1)?,
            lanes: number(2)?,
            count: number(3)?,
            heeds_no_mask: immediates[4] == "i1 true",
        }))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Message { mnemonic, slots, resources, offset, channels, lanes, count, heeds_no_mask } = self;
        let mask = if *heeds_no_mask { "no mask" } else { "masked" };
        write!(
            f,
            "{mnemonic} {channels:#x}, {slots} slots, {resources} resources, offset {offset:#x}, {count} x {lanes} {mask}"
        )
    }
}
