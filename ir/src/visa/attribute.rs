//! What is said about a kernel or a variable beside what it is.

use super::kernel::{State, Var};

/// What a kernel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// A media kernel.
    Cm,
    /// A shader, or a kernel of OpenCL.
    ThreeD,
}

impl Program {
    /// Every one with its text, in the order of its codes.
    pub const TEXT: [(Program, &'static str); 2] = [(Program::Cm, "cm"), (Program::ThreeD, "3d")];

    /// The text of attribute `Target`.
    pub const fn name(self) -> &'static str {
        Program::TEXT[self as usize].1
    }
}

/// What an attribute is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOwner {
    /// The kernel.
    Kernel,
    /// A general variable.
    Var(Var),
    /// A surface or sampler.
    State(State),
}

/// What an attribute says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    /// That it is there.
    Flag,
    /// A number.
    Number(i32),
    /// A text.
    Text(Box<str>),
}

/// An attribute beside those that [`Kernel`](super::Kernel) has fields for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// What it is about.
    pub owner: AttributeOwner,
    /// Its name.
    pub name: Box<str>,
    /// What it says.
    pub value: AttributeValue,
}

/// What values of an attribute are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeKind {
    /// There are none.
    Flag,
    /// Numbers.
    Number,
    /// Texts.
    Text,
}

impl AttributeKind {
    /// What values the attribute `name` has; `None` where Intel's finalizer, release 1.0.12504.6, knows no such
    /// attribute (`VISAAttributes.h`). Those that [`Kernel`](super::Kernel) has fields for are among them.
    pub fn of(name: &str) -> Option<AttributeKind> {
        match name {
            "Extern"
            | "NoBarrier"
            | "Callable"
            | "Caller"
            | "Composable"
            | "Entry"
            | "Input"
            | "Output"
            | "PayloadLiveOut"
            | "Input_Output"
            | "NoWidening"
            | "DoNotSpill"
            | "SepSpillPvtSS"
            | "LTO_InvokeOptTarget" => Some(AttributeKind::Flag),
            "Target"
            | "SLMSize"
            | "SpillMemOffset"
            | "ArgSize"
            | "RetValSize"
            | "PerThreadInputSize"
            | "SimdSize"
            | "Scope"
            | "SurfaceUsage"
            | "CrossThreadInputSize"
            | "NBarrierCnt" => Some(AttributeKind::Number),
            "OutputAsmPath" => Some(AttributeKind::Text),
            _ => None,
        }
    }
}
