//! Attributes of a kernel or a variable, as vISA text and binaries have them.

use super::entities::{State, Var};

/// What a kernel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProgramKind {
    /// A media kernel.
    Cm,
    /// A shader, or a kernel of OpenCL.
    ThreeD,
}

impl ProgramKind {
    /// Every one with its text, in the order of its codes.
    pub const TEXT: [(ProgramKind, &'static str); 2] = [(ProgramKind::Cm, "cm"), (ProgramKind::ThreeD, "3d")];

    /// The text of attribute `Target`.
    pub const fn name(self) -> &'static str {
        ProgramKind::TEXT[self as usize].1
    }
}

/// What an attribute is about. They are ordered as they are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttributeOwner {
    /// A general variable.
    Var(Var),
    /// A surface or sampler.
    State(State),
    /// The kernel.
    Kernel,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    /// That it is there.
    Flag,
    /// A number.
    Number(i32),
    /// A text.
    Text(Box<str>),
}

/// An attribute beside those that [`VisaKernel`](super::VisaKernel) has fields for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// What it is about.
    pub owner: AttributeOwner,
    /// Its name.
    pub name: Box<str>,
    /// Its value.
    pub value: AttributeValue,
}

/// The attributes of a kernel and of what it declares, those of one owner together, in the order in which they were
/// given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes(Vec<Attribute>);

impl Attributes {
    /// Adds one behind the others of its owner. Many that come in no order are better collected.
    pub fn push(&mut self, attribute: Attribute) {
        let at = self.0.partition_point(|other| other.owner <= attribute.owner);
        self.0.insert(at, attribute);
    }

    /// All of them.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, Attribute> {
        self.0.iter()
    }

    /// Those of one owner.
    #[inline]
    pub fn of(&self, owner: AttributeOwner) -> &[Attribute] {
        if self.0.is_empty() { &[] } else { self.search(owner) }
    }

    fn search(&self, owner: AttributeOwner) -> &[Attribute] {
        let start = self.0.partition_point(|other| other.owner < owner);
        let count = self.0[start..].partition_point(|other| other.owner == owner);
        &self.0[start..start + count]
    }
}

impl FromIterator<Attribute> for Attributes {
    fn from_iter<I: IntoIterator<Item = Attribute>>(attributes: I) -> Attributes {
        let mut attributes: Vec<Attribute> = attributes.into_iter().collect();
        attributes.sort_by_key(|attribute| attribute.owner);
        Attributes(attributes)
    }
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
    /// attribute (`VISAAttributes.h`). Those that [`VisaKernel`](super::VisaKernel) has fields for are among them.
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

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;

    use super::*;

    #[test]
    fn each_owner_has_its_attributes_in_order() {
        let attribute = |owner, name: &str| Attribute { owner, name: name.into(), value: AttributeValue::Flag };
        let (first, second) = (AttributeOwner::Var(Var::new(1)), AttributeOwner::Var(Var::new(2)));
        let state = AttributeOwner::State(State::new(0));
        let given = [
            attribute(AttributeOwner::Kernel, "Entry"),
            attribute(second, "Output"),
            attribute(state, "Extern"),
            attribute(first, "Input"),
            attribute(second, "Input"),
        ];
        let collected: Attributes = given.iter().cloned().collect();
        let mut pushed = Attributes::default();
        given.into_iter().for_each(|attribute| pushed.push(attribute));
        assert_eq!(collected, pushed);
        let names = |owner| pushed.of(owner).iter().map(|attribute| &*attribute.name).collect::<Vec<_>>();
        assert_eq!([first, second, state].map(names), [vec!["Input"], vec!["Output", "Input"], vec!["Extern"]]);
        assert_eq!(names(AttributeOwner::Kernel), ["Entry"]);
        assert_eq!(names(AttributeOwner::Var(Var::new(3))), Vec::<&str>::new());
    }
}
