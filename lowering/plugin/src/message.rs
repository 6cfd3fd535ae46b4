//! The function that a message is called as: its name and its types. The page of the crate documents them.

use std::fmt::Write;

use smallvec::SmallVec;
use texvisa::ir::target::Platform;
use texvisa::lowering::plan::{MessagePlan, TexelOffsets};

use crate::encoding::{Encoding, Field};
use crate::llvm::{Editor, Handle, Ty};
use crate::payload::SlotValue;

/// What every name begins with.
pub const PREFIX: &str = "llvm.texvisa.";
/// The field of a name that says that the texel offsets are an argument.
pub const OFFSETS: &str = "offsets";

/// The function that is called for a message.
pub struct CallSignature<'m> {
    /// Its name.
    pub name: String,
    /// The type of the result.
    pub result: Ty<'m>,
    /// The types of the parameters, the immediate ones included.
    pub params: Vec<Ty<'m>>,
    /// The immediate ones at the end.
    pub fields: Vec<Field>,
    /// Their values.
    pub immediates: Vec<u32>,
    /// Whether the message writes memory.
    pub writes: bool,
}

/// The operands of the old call that the new one has untouched, by their numbers.
pub struct KeptOperands {
    /// What a media block writes, the surface, and the sampler; in this order, as far as there are some.
    pub numbers: SmallVec<[u32; 3]>,
    /// Whether the first is written.
    pub writes: bool,
}

impl<'m> CallSignature<'m> {
    /// For the message `plan` with these slots and operands, instead of `call`.
    pub fn new(
        editor: &Editor<'m>,
        plan: &MessagePlan,
        platform: &Platform,
        slots: &[SlotValue],
        operands: &KeptOperands,
        call: Handle<'m>,
    ) -> CallSignature<'m> {
        let encoding = Encoding::of_plan(plan, platform);
        let result = result(editor, plan, call.ty());
        let mut name = format!("{PREFIX}{}", plan.message.row().name);
        let mut params = Vec::new();
        for run in slots.chunk_by(|left, right| left.scalar == right.scalar) {
            let ty = editor.scalar(run[0].scalar);
            field(&mut name, format_args!("{}x{}", mangled(&ty.text()), run.len()));
            params.extend(run.iter().map(|_| ty));
        }
        if let TexelOffsets::Value(_) = plan.offset {
            field(&mut name, format_args!("{OFFSETS}"));
            params.push(editor.integer(32));
        }
        if let Encoding::Block(block) = &encoding {
            field(&mut name, format_args!("m{}", block.sends.len()));
        }
        field(&mut name, format_args!("{}", mangled(&result.text())));
        for number in &operands.numbers {
            let ty = editor.operand(call, *number).ty();
            field(&mut name, format_args!("{}", mangled(&ty.text())));
            params.push(ty);
        }
        let fields = encoding.fields();
        params.extend(fields.iter().map(|(_, bits)| editor.integer(*bits)));
        let immediates = encoding.values(platform);
        CallSignature { name, result, params, fields, immediates, writes: operands.writes }
    }
}

/// What the call returned, unless its elements are narrower or wider than those of the response: then integers of the
/// right width. Residency that nothing reads does not come back.
fn result<'m>(editor: &Editor<'m>, plan: &MessagePlan, returned: Ty<'m>) -> Ty<'m> {
    let bits = plan.result.bytes() * 8;
    match returned.vector() {
        Some(_) if plan.block.is_some() => returned,
        Some((count, element)) => {
            let element = if element.bits() == Some(bits) { element } else { editor.integer(bits) };
            editor.vector(element, if plan.residency { count } else { count.min(4) })
        }
        None => returned,
    }
}

fn field(name: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing into a string does not fail.
    let _ = write!(name, ".{text}");
}

/// A type in a name, much as LLVM's intrinsics have it: `i32`, `f32`, `v4f32`, `p196608f32`. It is read from the type's
/// text, which both kinds of pointers have and which is another one for every other type.
pub fn mangled(text: &str) -> String {
    if let Some((pointee, space)) = pointer(text) {
        return format!("p{space}{}", mangled(pointee));
    }
    let vector = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')?.split_once(" x "));
    match (text, vector) {
        (_, Some((count, element))) => format!("v{count}{}", mangled(element)),
        ("half", _) => "f16".to_owned(),
        ("float", _) => "f32".to_owned(),
        ("double", _) => "f64".to_owned(),
        _ => text.trim_start_matches('%').to_owned(),
    }
}

/// What a pointer points at, empty where its type does not say it, and its address space.
fn pointer(text: &str) -> Option<(&str, &str)> {
    let spaced = |text: &'_ str| -> Option<(usize, usize)> {
        let start = text.rfind(" addrspace(")?;
        let end = text.strip_suffix(')')?.len();
        text[start + 11..end].bytes().all(|digit| digit.is_ascii_digit()).then_some((start, end))
    };
    let (text, is_typed) = match text.strip_suffix('*') {
        Some(pointee) => (pointee, true),
        None if text == "ptr" || text.starts_with("ptr addrspace(") => (text, false),
        None => return None,
    };
    let (pointee, space) = match spaced(text) {
        Some((start, end)) => (&text[..start], &text[start + 11..end]),
        None => (text, "0"),
    };
    Some((if is_typed { pointee } else { "" }, space))
}
