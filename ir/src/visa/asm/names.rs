//! Names of what a kernel declares. What has no name is named by its number.

use super::first;
use crate::visa::{AddressVar, Label, Pred, State, StateKind, Storage, Var, VisaKernel};

/// The letter in front of a variable's number.
pub(crate) const VAR: char = 'V';

/// Whether `text` can name something: letters, digits and `_`, beginning with no digit.
pub(crate) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a name outside of the kernel can stand in a text and in a file: something without quotes, line breaks and zeros.
pub(crate) fn is_symbol(text: &str) -> bool {
    !text.is_empty() && !text.contains(['"', '\n', '\r', '\0'])
}

/// Appends `number`.
fn decimal(number: u32, out: &mut String) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
    } else {
        out.push_str(itoa::Buffer::new().format(number));
    }
}

/// A name as it is given, or by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name<'k> {
    Text(&'k str),
    Numbered(char, u32),
}

impl Name<'_> {
    /// Appends it.
    #[inline]
    pub fn write(self, out: &mut String) {
        match self {
            Name::Text(text) => out.push_str(text),
            Name::Numbered(mark, number) => {
                out.push(mark);
                decimal(number, out);
            }
        }
    }
}

/// Whether `name` is what that letter and number make.
pub(crate) fn is_numbered(name: &str, mark: char, number: u32) -> bool {
    let [letter, digits @ ..] = name.as_bytes() else { return false };
    let value = digits.iter().try_fold(0_u32, |value, digit| {
        let digit = u32::from(digit.wrapping_sub(b'0'));
        if digit > 9 { None } else { value.checked_mul(10)?.checked_add(digit) }
    });
    let is_short = digits.len() == 1 || digits.first().is_some_and(|first| *first != b'0');
    char::from(*letter) == mark && is_short && value == Some(number)
}

/// The name of a variable.
#[inline]
pub(crate) fn var(kernel: &VisaKernel, var: Var) -> Name<'_> {
    match (kernel.names.var(var), kernel.vars[var].storage) {
        (Some(name), _) => Name::Text(name),
        (None, Storage::Predefined(predefined)) => Name::Text(predefined.name()),
        (None, _) => Name::Numbered(VAR, first::VAR + var.as_u32()),
    }
}

/// The name of a predicate.
pub(crate) fn pred(kernel: &VisaKernel, pred: Pred) -> Name<'_> {
    kernel.names.pred(pred).map_or(Name::Numbered('P', first::PRED + pred.as_u32()), Name::Text)
}

/// The name of an address variable.
pub(crate) fn address(kernel: &VisaKernel, address: AddressVar) -> Name<'_> {
    kernel.names.address(address).map_or(Name::Numbered('A', first::ADDRESS + address.as_u32()), Name::Text)
}

/// The name of a surface or sampler.
pub(crate) fn state(kernel: &VisaKernel, state: State) -> Name<'_> {
    if let Some(name) = kernel.names.state(state) {
        return Name::Text(name);
    }
    match state_number(kernel, state) {
        Some((mark, number)) => Name::Numbered(mark, number),
        None => Name::Text(kernel.states[state].predefined().map_or("", |(name, _)| name)),
    }
}

/// By what letter and number a surface or sampler goes that has no name; local and scratch memory have one.
fn state_number(kernel: &VisaKernel, state: State) -> Option<(char, u32)> {
    let kind = kernel.states[state];
    let before = kernel.states.keys().take_while(|other| *other != state);
    let number = before.filter(|other| kernel.states[*other] == kind).count() as u32;
    match kind {
        StateKind::Surface => Some(('T', first::SURFACE + number)),
        StateKind::Sampler => Some(('S', first::SAMPLER + number)),
        StateKind::Local | StateKind::Scratch | StateKind::BindlessSurface | StateKind::BindlessSampler => None,
    }
}

/// The name of a label.
pub(crate) fn label(kernel: &VisaKernel, label: Label) -> Name<'_> {
    kernel.names.label(label).map_or(Name::Numbered('L', label.as_u32()), Name::Text)
}

impl VisaKernel {
    /// Names a variable, unless its number gives the same name.
    pub(crate) fn name_var(&mut self, var: Var, name: &str) {
        if !is_numbered(name, VAR, first::VAR + var.as_u32()) {
            self.names.set_var(var, name);
        }
    }

    /// Names a predicate, unless its number gives the same name.
    pub(crate) fn name_pred(&mut self, pred: Pred, name: &str) {
        if !is_numbered(name, 'P', first::PRED + pred.as_u32()) {
            self.names.set_pred(pred, name);
        }
    }

    /// Names an address variable, unless its number gives the same name.
    pub(crate) fn name_address(&mut self, address: AddressVar, name: &str) {
        if !is_numbered(name, 'A', first::ADDRESS + address.as_u32()) {
            self.names.set_address(address, name);
        }
    }

    /// Names a surface or sampler, unless its number gives the same name.
    pub(crate) fn name_state(&mut self, state: State, name: &str) {
        let numbered = state_number(self, state).is_some_and(|(mark, number)| is_numbered(name, mark, number));
        if !numbered {
            self.names.set_state(state, name);
        }
    }

    /// Names a label, unless its number gives the same name.
    pub(crate) fn name_label(&mut self, label: Label, name: &str) {
        if !is_numbered(name, 'L', label.as_u32()) {
            self.names.set_label(label, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_its_number_gives_is_none_of_its_own() {
        for number in [0, 7, 10, 32, 999, 4_294_967_295] {
            assert!(is_numbered(&format!("V{number}"), VAR, number), "{number}");
            for other in [format!("P{number}"), format!("V0{number}"), format!("V{number}x"), format!("V{number}0")] {
                assert!(!is_numbered(&other, VAR, number), "{other}");
            }
        }
        assert!(!is_numbered("V", VAR, 0) && !is_numbered("", VAR, 0) && !is_numbered("V4294967296", VAR, 0));
    }
}
