// Inlining, which LLVM's C interface has as a pass alone: the passes of all of LLVM would be linked with it.

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/Cloning.h"

// Whether an instruction is there for the types of pointers alone.
static bool isRetyped(const llvm::Instruction &Inst) {
  auto *Element = llvm::dyn_cast<llvm::GetElementPtrInst>(&Inst);
  return (llvm::isa<llvm::BitCastInst>(Inst) && Inst.getType()->isPointerTy()) || (Element && Element->hasAllZeroIndices());
}

// calls.rs: says which function each call of a function calls, and returns how many instructions it has.
extern "C" uint64_t texvisa_called_functions(LLVMValueRef Value, void (*Calls)(void *, LLVMValueRef), void *To) {
  uint64_t Count = 0;
  for (llvm::Instruction &Inst : llvm::instructions(llvm::cast<llvm::Function>(llvm::unwrap(Value)))) {
    Count += !isRetyped(Inst) && !llvm::isa<llvm::DbgInfoIntrinsic>(Inst);
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst);
    if (llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr)
      Calls(To, llvm::wrap(Callee));
  }
  return Count;
}

// calls.rs: whether LLVM can inline calls of a function.
extern "C" bool texvisa_is_inlinable(LLVMValueRef Value) {
  return llvm::isInlineViable(*llvm::cast<llvm::Function>(llvm::unwrap(Value))).isSuccess();
}

// What notes that a parameter was for a copy that nothing can tell from what is copied.
static constexpr const char *Unwritten = "texvisa.unwritten";

static bool isUnwritten(const llvm::Function *Callee, unsigned Index) {
  return Callee && Index < Callee->arg_size() && Callee->getAttributes().hasParamAttr(Index, Unwritten);
}

// Whether a function may write what a parameter points to, or let others know where that is. A call that passes it on counts as both,
// unless it passes a copy.
static bool maybeWritten(const llvm::Argument &Parameter) {
  llvm::SmallPtrSet<const llvm::Value *, 16> Seen;
  llvm::SmallVector<const llvm::Value *, 16> Left{&Parameter};
  while (!Left.empty()) {
    for (const llvm::Use &Use : Left.pop_back_val()->uses()) {
      const llvm::User *User = Use.getUser();
      if (llvm::isa<llvm::LoadInst>(User) || llvm::isa<llvm::CmpInst>(User))
        continue;
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(User)) {
        llvm::Function *Callee = Call->getCalledFunction();
        unsigned Index = Call->isArgOperand(&Use) ? Call->getArgOperandNo(&Use) : ~0u;
        bool IsCopied = Index != ~0u && (Call->isByValArgument(Index) || isUnwritten(Callee, Index));
        bool IsSource = llvm::isa<llvm::MemTransferInst>(Call) && Use.getOperandNo() == 1;
        if (IsCopied || IsSource)
          continue;
        // Intel's intrinsics for halves of pointers access no memory.
        if (!Callee || !(Callee->getName().contains(".GenISA.") && Callee->getName().contains(".pair")))
          return true;
      } else if (!llvm::isa<llvm::Instruction>(User) || llvm::cast<llvm::Instruction>(User)->mayWriteToMemory() ||
                 llvm::isa<llvm::ReturnInst>(User)) {
        return true;
      }
      if (Seen.insert(User).second)
        Left.push_back(User);
    }
  }
  return false;
}

// Whether a call may pass the variable itself for a copy of it: the function does not write it, by this parameter or by one that may
// point to the same. Pointers that it loads from memory are not followed.
static bool needsNoCopy(const llvm::Function &Callee, unsigned Index) {
  const llvm::Argument &Copied = *Callee.getArg(Index);
  return llvm::none_of(Callee.args(), [&](const llvm::Argument &Argument) {
    bool IsOther = &Argument != &Copied;
    bool IsApart = Argument.hasNoAliasAttr() || Argument.hasByValAttr() || isUnwritten(&Callee, Argument.getArgNo());
    return Argument.getType()->isPointerTy() && !(IsOther && IsApart) &&
           maybeWritten(Argument);
  });
}

// LLVM makes room for the copies that structures are passed as, and a kernel has no more private memory than Intel's compiler gave it,
// which makes no copies. They are left out where nothing can tell.
static void passWithoutCopies(llvm::CallBase &Call) {
  llvm::Function *Callee = Call.getCalledFunction();
  for (llvm::Argument &Argument : Callee->args()) {
    unsigned Index = Argument.getArgNo();
    if (Argument.hasByValAttr() && needsNoCopy(*Callee, Index)) {
      Argument.removeAttr(llvm::Attribute::ByVal);
      Argument.addAttr(llvm::Attribute::get(Callee->getContext(), Unwritten));
    }
    if (isUnwritten(Callee, Index))
      Call.removeParamAttr(Index, llvm::Attribute::ByVal);
  }
}

// calls.rs: inlines the calls of some functions in one, and those that come with them.
extern "C" void texvisa_inline(LLVMValueRef Value, const LLVMValueRef *Callees, size_t Count) {
  llvm::SmallPtrSet<llvm::Function *, 16> Inlined;
  for (size_t Index = 0; Index < Count; ++Index)
    Inlined.insert(llvm::cast<llvm::Function>(llvm::unwrap(Callees[Index])));
  llvm::SmallVector<llvm::CallBase *, 16> Calls;
  auto Add = [&](llvm::CallBase *Call) {
    if (Inlined.count(Call->getCalledFunction()))
      Calls.push_back(Call);
  };
  for (llvm::Instruction &Inst : llvm::instructions(llvm::cast<llvm::Function>(llvm::unwrap(Value))))
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst))
      Add(Call);
  // The last comes first: what follows a call in its block is moved, and is short then.
  while (!Calls.empty()) {
    llvm::InlineFunctionInfo Info;
    llvm::CallBase *Call = Calls.pop_back_val();
    passWithoutCopies(*Call);
    llvm::InlineFunction(*Call, Info);
    for (llvm::CallBase *Call : Info.InlinedCallSites)
      Add(Call);
  }
}

// calls.rs: notes at each call of an intrinsic in a function where the frame of that function is.
extern "C" void texvisa_note_frame(LLVMValueRef Value, const char *Intrinsic, size_t IntrinsicLength, const char *Name,
                                   size_t NameLength, uint32_t Begin, uint32_t End) {
  llvm::StringRef Called(Intrinsic, IntrinsicLength);
  for (llvm::Instruction &Inst : llvm::instructions(llvm::cast<llvm::Function>(llvm::unwrap(Value)))) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst);
    if (!Call || !Call->getCalledFunction() || Call->getCalledFunction()->getName() != Called)
      continue;
    llvm::LLVMContext &Context = Inst.getContext();
    auto Number = [&](uint32_t Bytes) -> llvm::Metadata * {
      return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), Bytes));
    };
    Inst.setMetadata(llvm::StringRef(Name, NameLength), llvm::MDNode::get(Context, {Number(Begin), Number(End)}));
  }
}

// calls.rs: leaves of a function that the module alone knows what its users need: a declaration, or nothing.
extern "C" void texvisa_drop_body(LLVMValueRef Value) {
  auto *Function = llvm::cast<llvm::Function>(llvm::unwrap(Value));
  if (!Function->hasLocalLinkage())
    return;
  Function->deleteBody();
  // A declaration has none.
  Function->setComdat(nullptr);
}

// calls.rs: deletes a function that is declared and that nothing uses.
extern "C" void texvisa_delete_unused(LLVMValueRef Value) {
  auto *Function = llvm::cast<llvm::Function>(llvm::unwrap(Value));
  Function->removeDeadConstantUsers();
  if (Function->use_empty())
    Function->eraseFromParent();
}
