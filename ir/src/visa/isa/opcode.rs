//! Which byte an instruction begins with: one row an instruction, for both directions.
//!
//! The numbers are those of the documents (*Opcode* of each instruction), and of `visa_igc_common_header.h` of Intel's
//! compiler, release 1.0.12504.6, for those that the documents do not have (add3, bfn, madw, rol, ror, dp4a, sqrtm,
//! divm).

use crate::visa::message::MessageClass;
use crate::visa::{AluOp, AtomicForm, BranchKind, DataPortOp, Inst, LabelKind, PredicateOp};

/// What follows an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An instruction of that operation.
    Alu(AluOp),
    /// The same, or the one on predicates: the destination tells which.
    Logic(AluOp, PredicateOp),
    /// The smaller or the larger: a byte behind the execution size tells which, and there is no predicate.
    MinMax,
    /// An addition (`false`) or subtraction with two results.
    Carry(bool),
    BitFunction,
    /// A comparison into a predicate or a variable: the destination tells which.
    Compare,
    SetPredicate,
    SetState,
    SymbolAddress,
    AddressAdd,
    /// A move of which an operand is indirect: its operands tell it from other moves.
    IndirectMove,
    /// A move of a predicate: its operands tell it from other moves.
    MovePredicate,
    Label(LabelKind),
    Branch(BranchKind),
    Return,
    Barrier,
    Fence,
    DataPort(DataPortOp),
    Atomic(AtomicForm),
    /// An access by 64-bit addresses: a byte behind the opcode tells which.
    PointerAccess,
    /// A block that is read (`false`) or written.
    Media(bool),
    Message(MessageClass),
}

#[rustfmt::skip]
pub(super) const ROWS: &[(u8, Form)] = &[
    (0x01, Form::Alu(AluOp::Add)),
    (0x02, Form::Alu(AluOp::Avg)),
    (0x03, Form::Alu(AluOp::Div)),
    (0x04, Form::Alu(AluOp::Dp2)),
    (0x05, Form::Alu(AluOp::Dp3)),
    (0x06, Form::Alu(AluOp::Dp4)),
    (0x07, Form::Alu(AluOp::Dph)),
    (0x08, Form::Alu(AluOp::Exp)),
    (0x09, Form::Alu(AluOp::Frc)),
    (0x0a, Form::Alu(AluOp::Line)),
    (0x0b, Form::Alu(AluOp::Log)),
    (0x0c, Form::Alu(AluOp::Mad)),
    (0x0d, Form::Alu(AluOp::Mulh)),
    (0x0e, Form::Alu(AluOp::Lrp)),
    (0x0f, Form::Alu(AluOp::Mod)),
    (0x10, Form::Alu(AluOp::Mul)),
    (0x11, Form::Alu(AluOp::Pow)),
    (0x12, Form::Alu(AluOp::Rndd)),
    (0x13, Form::Alu(AluOp::Rndu)),
    (0x14, Form::Alu(AluOp::Rnde)),
    (0x15, Form::Alu(AluOp::Rndz)),
    (0x16, Form::Alu(AluOp::Sad2)),
    (0x17, Form::Alu(AluOp::Sin)),
    (0x18, Form::Alu(AluOp::Cos)),
    (0x19, Form::Alu(AluOp::Sqrt)),
    (0x1a, Form::Alu(AluOp::Rsqrt)),
    (0x1b, Form::Alu(AluOp::Inv)),
    (0x1f, Form::Alu(AluOp::Lzd)),
    (0x20, Form::Logic(AluOp::And, PredicateOp::And)),
    (0x21, Form::Logic(AluOp::Or, PredicateOp::Or)),
    (0x22, Form::Logic(AluOp::Xor, PredicateOp::Xor)),
    (0x23, Form::Logic(AluOp::Not, PredicateOp::Not)),
    (0x24, Form::Alu(AluOp::Shl)),
    (0x25, Form::Alu(AluOp::Shr)),
    (0x26, Form::Alu(AluOp::Asr)),
    (0x27, Form::Alu(AluOp::Cbit)),
    (0x29, Form::Alu(AluOp::Mov)),
    (0x2a, Form::Alu(AluOp::Sel)),
    (0x2b, Form::SetPredicate),
    (0x2c, Form::Compare),
    (0x2d, Form::SetState),
    (0x2e, Form::Alu(AluOp::Fbl)),
    (0x2f, Form::Alu(AluOp::Fbh)),
    (0x30, Form::Label(LabelKind::Function)),
    (0x31, Form::Label(LabelKind::Block)),
    (0x32, Form::Branch(BranchKind::Jump)),
    (0x34, Form::Return),
    (0x35, Form::DataPort(DataPortOp::OwordLoad)),
    (0x36, Form::DataPort(DataPortOp::OwordStore)),
    (0x3c, Form::DataPort(DataPortOp::BlockLoad)),
    (MessageClass::MediaLoad.instruction_code(), Form::Media(false)),
    (MessageClass::MediaStore.instruction_code(), Form::Media(true)),
    (0x45, Form::MinMax),
    (0x46, Form::Alu(AluOp::Bfe)),
    (0x48, Form::Alu(AluOp::Bfrev)),
    (0x49, Form::Carry(false)),
    (0x4a, Form::Carry(true)),
    (0x4b, Form::DataPort(DataPortOp::Gather4Typed)),
    (0x4c, Form::DataPort(DataPortOp::Scatter4Typed)),
    (0x4e, Form::PointerAccess),
    (0x50, Form::SymbolAddress),
    (0x28, Form::AddressAdd),
    (0x59, Form::Barrier),
    (0x5c, Form::Fence),
    (0x6a, Form::Alu(AluOp::Sad2Add)),
    (0x6b, Form::Alu(AluOp::Plane)),
    (0x6c, Form::Branch(BranchKind::Goto)),
    (MessageClass::Sample.instruction_code(), Form::Message(MessageClass::Sample)),
    (MessageClass::Load.instruction_code(), Form::Message(MessageClass::Load)),
    (MessageClass::Gather.instruction_code(), Form::Message(MessageClass::Gather)),
    (MessageClass::Info.instruction_code(), Form::Message(MessageClass::Info)),
    (0x73, Form::Atomic(AtomicForm::Typed)),
    (0x74, Form::DataPort(DataPortOp::Gather4Scaled)),
    (0x75, Form::DataPort(DataPortOp::Scatter4Scaled)),
    (0x78, Form::DataPort(DataPortOp::GatherScaled)),
    (0x79, Form::DataPort(DataPortOp::ScatterScaled)),
    (0x7d, Form::Atomic(AtomicForm::Dword)),
    (0x7e, Form::Alu(AluOp::Sqrtm)),
    (0x7f, Form::Alu(AluOp::Divm)),
    (0x80, Form::Alu(AluOp::Rol)),
    (0x81, Form::Alu(AluOp::Ror)),
    (0x82, Form::Alu(AluOp::Dp4a)),
    (0x84, Form::Alu(AluOp::Add3)),
    (0x85, Form::BitFunction),
    (0x91, Form::Alu(AluOp::Madw)),
];

/// The rows by opcode.
static FORMS: [Option<Form>; 256] = {
    let mut forms = [None; 256];
    let mut row = 0;
    while row < ROWS.len() {
        forms[ROWS[row].0 as usize] = Some(ROWS[row].1);
        row += 1;
    }
    forms
};

/// Opcodes by operation.
static ALU_CODES: [u8; AluOp::ALL.len()] = {
    let mut codes = [0; AluOp::ALL.len()];
    let mut row = 0;
    while row < ROWS.len() {
        match ROWS[row].1 {
            Form::Alu(op) | Form::Logic(op, _) => codes[op as usize] = ROWS[row].0,
            Form::MinMax => {
                codes[AluOp::Min as usize] = ROWS[row].0;
                codes[AluOp::Max as usize] = ROWS[row].0;
            }
            _ => {}
        }
        row += 1;
    }
    codes
};

/// The byte behind [`Form::PointerAccess`], and which access it is (`SVMSubOpcode` of
/// `visa_igc_common_header.h`).
pub(super) const POINTER_ACCESSES: [(u8, DataPortOp); 5] = [
    (1, DataPortOp::PointerBlockLoad),
    (3, DataPortOp::PointerGather),
    (4, DataPortOp::PointerScatter),
    (6, DataPortOp::PointerGather4Scaled),
    (7, DataPortOp::PointerScatter4Scaled),
];

/// The same byte of an atomic operation (SVM_ATOMIC).
pub(super) const POINTER_ATOMIC: u8 = 5;

/// What follows that opcode.
pub(super) fn form(code: u8) -> Option<Form> {
    FORMS[usize::from(code)]
}

/// The opcode of an operation.
pub(super) fn alu_code(op: AluOp) -> u8 {
    ALU_CODES[op as usize]
}

macro_rules! code_of {
    ($form:pat) => {
        const {
            let mut code = 0;
            let mut row = 0;
            while row < ROWS.len() {
                if matches!(ROWS[row].1, $form) {
                    code = ROWS[row].0;
                }
                row += 1;
            }
            code
        }
    };
}

/// The opcode of `inst`. A label's depends on its kind.
pub(super) fn code(inst: &Inst, label_kind: impl FnOnce() -> LabelKind) -> u8 {
    match inst {
        Inst::Label(_) => match label_kind() {
            LabelKind::Block | LabelKind::Unused => code_of!(Form::Label(LabelKind::Block)),
            LabelKind::Function => code_of!(Form::Label(LabelKind::Function)),
        },
        Inst::FloatControls { toggles, .. } => alu_code(if *toggles { AluOp::Xor } else { AluOp::Or }),
        Inst::Alu(alu) => alu_code(alu.op),
        Inst::Compare { .. } | Inst::CompareInto { .. } => code_of!(Form::Compare),
        Inst::BitFunction(_) => code_of!(Form::BitFunction),
        Inst::Carry(carry) if carry.subtracts => code_of!(Form::Carry(true)),
        Inst::Carry(_) => code_of!(Form::Carry(false)),
        Inst::AddressAdd(_) => code_of!(Form::AddressAdd),
        Inst::IndirectMove(_) | Inst::MovePredicate { .. } => alu_code(AluOp::Mov),
        Inst::Predicate { op, .. } => match op {
            PredicateOp::And => code_of!(Form::Logic(_, PredicateOp::And)),
            PredicateOp::Or => code_of!(Form::Logic(_, PredicateOp::Or)),
            PredicateOp::Xor => code_of!(Form::Logic(_, PredicateOp::Xor)),
            PredicateOp::Not => code_of!(Form::Logic(_, PredicateOp::Not)),
        },
        Inst::SetPredicate { .. } => code_of!(Form::SetPredicate),
        Inst::SetState { .. } => code_of!(Form::SetState),
        Inst::SymbolAddress { .. } => code_of!(Form::SymbolAddress),
        Inst::Sampler(message) => message.message.row().class.instruction_code(),
        Inst::DataPort(access) => match access.op {
            DataPortOp::Gather4Scaled => code_of!(Form::DataPort(DataPortOp::Gather4Scaled)),
            DataPortOp::Scatter4Scaled => code_of!(Form::DataPort(DataPortOp::Scatter4Scaled)),
            DataPortOp::GatherScaled => code_of!(Form::DataPort(DataPortOp::GatherScaled)),
            DataPortOp::ScatterScaled => code_of!(Form::DataPort(DataPortOp::ScatterScaled)),
            DataPortOp::Gather4Typed => code_of!(Form::DataPort(DataPortOp::Gather4Typed)),
            DataPortOp::Scatter4Typed => code_of!(Form::DataPort(DataPortOp::Scatter4Typed)),
            DataPortOp::BlockLoad => code_of!(Form::DataPort(DataPortOp::BlockLoad)),
            DataPortOp::OwordLoad => code_of!(Form::DataPort(DataPortOp::OwordLoad)),
            DataPortOp::OwordStore => code_of!(Form::DataPort(DataPortOp::OwordStore)),
            DataPortOp::PointerGather
            | DataPortOp::PointerScatter
            | DataPortOp::PointerGather4Scaled
            | DataPortOp::PointerScatter4Scaled
            | DataPortOp::PointerGatherDwords
            | DataPortOp::PointerScatterDwords
            | DataPortOp::PointerGatherQwords
            | DataPortOp::PointerScatterQwords
            | DataPortOp::PointerBlockLoad => code_of!(Form::PointerAccess),
        },
        Inst::Atomic(atomic) => match atomic.form {
            AtomicForm::Dword => code_of!(Form::Atomic(AtomicForm::Dword)),
            AtomicForm::Typed => code_of!(Form::Atomic(AtomicForm::Typed)),
            AtomicForm::Pointer => code_of!(Form::PointerAccess),
        },
        Inst::Media(block) if block.store => code_of!(Form::Media(true)),
        Inst::Media(_) => code_of!(Form::Media(false)),
        // Refused before.
        Inst::Scratch(_) => 0,
        Inst::Barrier => code_of!(Form::Barrier),
        Inst::Fence(_) => code_of!(Form::Fence),
        Inst::Branch { kind: BranchKind::Goto, .. } => code_of!(Form::Branch(BranchKind::Goto)),
        Inst::Branch { kind: BranchKind::Jump, .. } => code_of!(Form::Branch(BranchKind::Jump)),
        Inst::Return => code_of!(Form::Return),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_rows_share_an_opcode_and_none_is_missing() {
        for (index, (code, what)) in ROWS.iter().enumerate() {
            assert!(ROWS[..index].iter().all(|row| row.0 != *code && row.1 != *what), "{code:#x} stands twice");
            assert_eq!(form(*code), Some(*what));
        }
        for op in AluOp::ALL {
            assert_ne!(alu_code(*op), 0, "{} has no row", op.name());
        }
    }
}
