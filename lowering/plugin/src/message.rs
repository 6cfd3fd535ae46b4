//! The function that a message is called as: its name, its types, its immediate arguments. The page of the crate
//! documents them.

use std::fmt::Write;

use texvisa::lowering::plan::{MessagePlan, TexelOffsets};

use crate::llvm::{Editor, Handle, Ty};
use crate::payload::SlotValue;

/// What every name begins with.
const PREFIX: &str = "llvm.texvisa.";

/// How many immediate arguments there are.
pub const IMMEDIATES: u32 = 5;

/// The function that is called for a message.
pub struct CallSignature<'m> {
    /// Its name.
    pub name: String,
    /// The type of the result.
    pub result: Ty<'m>,
    /// The types of the parameters, the immediate ones included.
    pub params: Vec<Ty<'m>>,
}

impl<'m> CallSignature<'m> {
    /// For the message `plan` with these slots, surface and sampler, where the call that it comes from returns
    /// `returned`.
    pub fn new(
        editor: &Editor<'m>,
        plan: &MessagePlan,
        slots: &[SlotValue],
        resources: &[Handle<'m>],
        returned: Ty<'m>,
    ) -> CallSignature<'m> {
        let result = result(editor, plan, returned);
        let mut name = format!("{PREFIX}{}", plan.message.row().name);
        let mut params = Vec::new();
        for run in slots.chunk_by(|left, right| left.scalar == right.scalar) {
            let ty = editor.scalar(run[0].scalar);
            field(&mut name, format_args!("{}x{}", mangled(&ty.text()), run.len()));
            params.extend(run.iter().map(|_| ty));
        }
        field(&mut name, format_args!("{}", mangled(&result.text())));
        for resource in resources {
            field(&mut name, format_args!("{}", mangled(&resource.ty().text())));
            params.push(resource.ty());
        }
        let dword = editor.integer(32);
        params.extend([dword, dword, dword, dword, editor.integer(1)]);
        CallSignature { name, result, params }
    }
}

/// The immediate arguments of the message `plan`.
pub fn immediates<'m>(editor: &Editor<'m>, plan: &MessagePlan) -> [Handle<'m>; IMMEDIATES as usize] {
    let dword = |bits: u64| editor.constant(editor.integer(32), bits);
    let lanes = plan.sends.lanes;
    let offset = match plan.offset {
        TexelOffsets::Constant(offset) => offset,
        TexelOffsets::Value(_) => 0,
    };
    let heeds_no_mask = plan.sends.nomask;
    [
        dword(offset.into()),
        dword(plan.channels.bits().into()),
        dword(lanes.into()),
        dword(u64::from(plan.sends.count)),
        editor.constant(editor.integer(1), heeds_no_mask.into()),
    ]
}

/// What the call returned, unless its elements are narrower or wider than those of the response: then integers of the
/// right width. Residency that nothing reads does not come back.
fn result<'m>(editor: &Editor<'m>, plan: &MessagePlan, returned: Ty<'m>) -> Ty<'m> {
    let bits = plan.result.bytes() * 8;
    match returned.vector() {
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
fn mangled(text: &str) -> String {
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
