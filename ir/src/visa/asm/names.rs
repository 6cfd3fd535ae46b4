//! Names of what a kernel declares. What has none goes by its number.

use super::{LOCAL, first};
use crate::visa::{Kernel, Label, Pred, State, StateKind, Storage, Var};

/// Whether `text` can name something: letters, digits and `_`, beginning with no digit.
pub(crate) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Appends `number`.
pub(super) fn decimal(number: u32, out: &mut String) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
    } else {
        out.push_str(itoa::Buffer::new().format(number));
    }
}

fn numbered(mark: char, number: u32, out: &mut String) {
    out.push(mark);
    decimal(number, out);
}

/// Whether `name` is what [`numbered`] makes.
fn is_numbered(name: &str, mark: char, number: u32) -> bool {
    name.strip_prefix(mark).is_some_and(|digits| digits == itoa::Buffer::new().format(number))
}

/// Appends the name of a variable.
pub(crate) fn var(kernel: &Kernel, var: Var, out: &mut String) {
    match (kernel.names.var(var), kernel.vars[var].storage) {
        (Some(name), _) => out.push_str(name),
        (None, Storage::Predefined(predefined)) => out.push_str(predefined.name()),
        (None, _) => numbered('V', first::VAR + var.as_u32(), out),
    }
}

/// Appends the name of a predicate.
pub(crate) fn pred(kernel: &Kernel, pred: Pred, out: &mut String) {
    match kernel.names.pred(pred) {
        Some(name) => out.push_str(name),
        None => numbered('P', first::PRED + pred.as_u32(), out),
    }
}

/// Appends the name of a surface or sampler.
pub(crate) fn state(kernel: &Kernel, state: State, out: &mut String) {
    if let Some(name) = kernel.names.state(state) {
        return out.push_str(name);
    }
    match state_number(kernel, state) {
        Some((mark, number)) => numbered(mark, number, out),
        None => out.push_str(LOCAL),
    }
}

/// By what letter and number a surface or sampler goes that has no name; local memory has another name.
fn state_number(kernel: &Kernel, state: State) -> Option<(char, u32)> {
    let kind = kernel.states[state];
    let before = kernel.states.keys().take_while(|other| *other != state);
    let number = before.filter(|other| kernel.states[*other] == kind).count() as u32;
    match kind {
        StateKind::Surface => Some(('T', first::SURFACE + number)),
        StateKind::Sampler => Some(('S', first::SAMPLER + number)),
        StateKind::Local => None,
    }
}

/// Appends the name of a label.
pub(crate) fn label(kernel: &Kernel, label: Label, out: &mut String) {
    match kernel.names.label(label) {
        Some(name) => out.push_str(name),
        None => numbered('L', label.as_u32(), out),
    }
}

impl Kernel {
    /// Names a variable, unless it goes by that name anyway.
    pub(crate) fn name_var(&mut self, var: Var, name: &str) {
        if !is_numbered(name, 'V', first::VAR + var.as_u32()) {
            self.names.set_var(var, name);
        }
    }

    /// Names a predicate, unless it goes by that name anyway.
    pub(crate) fn name_pred(&mut self, pred: Pred, name: &str) {
        if !is_numbered(name, 'P', first::PRED + pred.as_u32()) {
            self.names.set_pred(pred, name);
        }
    }

    /// Names a surface or sampler, unless it goes by that name anyway.
    pub(crate) fn name_state(&mut self, state: State, name: &str) {
        let numbered = state_number(self, state).is_some_and(|(mark, number)| is_numbered(name, mark, number));
        if !numbered {
            self.names.set_state(state, name);
        }
    }

    /// Names a label, unless it goes by that name anyway.
    pub(crate) fn name_label(&mut self, label: Label, name: &str) {
        if !is_numbered(name, 'L', label.as_u32()) {
            self.names.set_label(label, name);
        }
    }
}
