//! Instructions whose operands are still to be read.

use cranelift_entity::EntityRef;

use super::opcode::Form;
use crate::texture::ChannelMask;
use crate::visa::message::MESSAGES;
use crate::visa::{
    AddressAdd, AddressElement, AddressVar, Alu, AluOp, Atomic, AtomicForm, AtomicFunction, BitFunction, Carry,
    DataPort, DataPortOp, DataType, Dst, Exec, Fence, IndirectMove, Inst, Label, MediaBlock, MediaModifier, MoveDst,
    MoveSrc, Pred, Raw, RawList, Relation, SamplerMessage, Src, State, Symbol, Var,
};

const NOWHERE: Src = Src::immediate(DataType::Ud, 0);

/// An instruction of a form, with any operands.
pub(super) fn blank(form: Form, is_predicate: bool) -> Inst {
    let (exec, predicate) = (Exec::SCALAR, None);
    let var = Var::new(0);
    let (pred, state, label) = (Pred::new(0), State::new(0), Label::new(0));
    let dst = Dst::whole(var);
    let raw = Raw::whole(var);
    let element = AddressElement { address: AddressVar::new(0), element: 0 };
    let relation = Relation::Eq;
    match form {
        Form::Logic(_, op) if is_predicate => Inst::Predicate { op, exec, dst: pred, srcs: [pred; 2] },
        Form::Alu(op) | Form::Logic(op, _) => {
            Inst::Alu(Alu { op, saturate: false, exec, predicate, dst, srcs: [NOWHERE; 3] })
        }
        Form::MinMax => blank(Form::Alu(AluOp::Min), false),
        Form::Carry(subtracts) => {
            Inst::Carry(Carry { subtracts, exec, predicate, dst, carry: dst, srcs: [NOWHERE; 2] })
        }
        Form::BitFunction => Inst::BitFunction(BitFunction { function: 0, exec, predicate, dst, srcs: [NOWHERE; 3] }),
        Form::Compare if is_predicate => Inst::Compare { relation, exec, dst: pred, srcs: [NOWHERE; 2] },
        Form::Compare => Inst::CompareInto { relation, exec, dst, srcs: [NOWHERE; 2] },
        Form::SetPredicate => Inst::SetPredicate { exec, dst: pred, src: NOWHERE },
        Form::MovePredicate => Inst::MovePredicate { dst, src: pred },
        Form::SetState => Inst::SetState { state, value: NOWHERE },
        Form::SymbolAddress => Inst::SymbolAddress { dst, symbol: Symbol::new(0) },
        Form::AddressAdd => Inst::AddressAdd(AddressAdd { exec, dst: element, base: raw, src: NOWHERE }),
        Form::IndirectMove => Inst::IndirectMove(IndirectMove {
            saturate: false,
            exec,
            predicate,
            dst: MoveDst::Direct(dst),
            src: MoveSrc::Direct(NOWHERE),
        }),
        Form::Label(_) => Inst::Label(label),
        Form::Branch(kind) => Inst::Branch { kind, exec, predicate, target: label },
        Form::Return => Inst::Return,
        Form::Barrier => Inst::Barrier,
        Form::Fence => Inst::Fence(Fence::Software),
        Form::PointerAccess => blank(Form::DataPort(DataPortOp::PointerGather), false),
        Form::Atomic(form) => Inst::Atomic(Atomic {
            form,
            function: AtomicFunction::Add,
            bytes: 4,
            exec,
            predicate,
            surface: if form == AtomicForm::Pointer { None.into() } else { state.into() },
            operands: RawList::default(),
            dst: None.into(),
        }),
        Form::DataPort(op) => Inst::DataPort(DataPort {
            op,
            exec,
            predicate,
            channels: ChannelMask::EMPTY,
            bytes: 0,
            surface: if op.is_by_pointer() { None.into() } else { state.into() },
            address: Default::default(),
            data: raw,
        }),
        Form::Media(store) => Inst::Media(MediaBlock {
            store,
            modifier: MediaModifier::None,
            width: 1,
            height: 1,
            surface: state,
            plane: 0,
            x: NOWHERE,
            y: NOWHERE,
            data: raw,
        }),
        Form::Message(class) => Inst::Sampler(SamplerMessage {
            // Any of the class; the operation and the parameters say which.
            message: MESSAGES.iter().find(|row| row.class == class).unwrap_or(&MESSAGES[0]).id,
            exec,
            predicate,
            residency: false,
            cps: false,
            non_uniform: false,
            channels: ChannelMask::EMPTY,
            offset: Src::immediate(DataType::Uw, 0),
            sampler: None,
            surface: state,
            dst: None,
            params: RawList::default(),
        }),
    }
}
