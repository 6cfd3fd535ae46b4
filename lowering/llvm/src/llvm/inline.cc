// Inlining, which LLVM's C interface has as a pass alone: the passes of all of LLVM would be linked with it.

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

// calls.rs: says which function with a body each call of a function calls, and returns how many instructions it has.
extern "C" uint64_t texvisa_called_functions(LLVMValueRef Value, void (*Calls)(void *, LLVMValueRef), void *To) {
  uint64_t Count = 0;
  for (llvm::Instruction &Inst : llvm::instructions(llvm::cast<llvm::Function>(llvm::unwrap(Value)))) {
    ++Count;
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst);
    llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && !Callee->isDeclaration())
      Calls(To, llvm::wrap(Callee));
  }
  return Count;
}

// calls.rs: whether LLVM can inline calls of a function.
extern "C" bool texvisa_is_inlinable(LLVMValueRef Value) {
  return llvm::isInlineViable(*llvm::cast<llvm::Function>(llvm::unwrap(Value))).isSuccess();
}

// calls.rs: whether a function calls what works across lanes. Barriers and fences are convergent, and no lane gets anything from
// another one by them.
extern "C" bool texvisa_works_across_lanes(LLVMValueRef Value) {
  for (llvm::Instruction &Inst : llvm::instructions(llvm::cast<llvm::Function>(llvm::unwrap(Value)))) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst);
    llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Call || (Callee && !Callee->isDeclaration()))
      continue;
    llvm::StringRef Name = Callee ? Callee->getName() : "";
    bool IsSync = Name.consume_back(".threadgroupbarrier") || Name.consume_back(".memoryfence");
    if (Call->isConvergent() && !IsSync)
      return true;
  }
  return false;
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

// Branches from the end of a block to one of some others, of which `Site` says which one: a tree, as there may be many.
static void branchTo(llvm::BasicBlock *Block, llvm::Value *Site, llvm::ArrayRef<llvm::BasicBlock *> Targets, uint64_t First) {
  if (Targets.size() == 1) {
    llvm::BranchInst::Create(Targets.front(), Block);
    return;
  }
  size_t Half = Targets.size() / 2;
  auto Side = [&](llvm::ArrayRef<llvm::BasicBlock *> Targets) {
    return Targets.size() == 1 ? Targets.front()
                               : llvm::BasicBlock::Create(Block->getContext(), "return", Block->getParent());
  };
  llvm::ArrayRef<llvm::BasicBlock *> Low = Targets.take_front(Half), High = Targets.drop_front(Half);
  llvm::BasicBlock *LowSide = Side(Low), *HighSide = Side(High);
  llvm::IRBuilder<> Builder(Block);
  llvm::Value *IsLow = Builder.CreateICmpULT(Site, llvm::ConstantInt::get(Site->getType(), First + Half));
  Builder.CreateCondBr(IsLow, LowSide, HighSide);
  if (Low.size() > 1)
    branchTo(LowSide, Site, Low, First);
  if (High.size() > 1)
    branchTo(HighSide, Site, High, First + Half);
}

// Passes values that a block in the middle of paths keeps from dominating their uses through it.
static void repairDominance(llvm::Function &Function) {
  llvm::DominatorTree Dominators(Function);
  llvm::SmallVector<llvm::Instruction *, 16> Cut;
  for (llvm::Instruction &Inst : llvm::instructions(Function))
    if (llvm::any_of(Inst.uses(), [&](const llvm::Use &Use) { return !Dominators.dominates(&Inst, Use); }))
      Cut.push_back(&Inst);
  llvm::SmallVector<llvm::AllocaInst *, 16> Slots;
  for (llvm::Instruction *Inst : Cut)
    Slots.push_back(llvm::DemoteRegToStack(*Inst));
  llvm::PromoteMemToReg(Slots, Dominators);
}

// Makes one call of several of one function: each passes its arguments and its number there, and the number says where the call
// returns to.
static llvm::CallBase *mergeCalls(llvm::ArrayRef<llvm::CallBase *> Calls) {
  llvm::Function &Function = *Calls.front()->getFunction();
  llvm::Type *Number = llvm::Type::getInt32Ty(Function.getContext());
  llvm::SmallVector<llvm::BasicBlock *, 16> Sites, Returns;
  for (llvm::CallBase *Call : Calls) {
    Sites.push_back(Call->getParent());
    // What is in front of the call stays in its block.
    llvm::BasicBlock *Own = llvm::SplitBlock(Call->getParent(), Call);
    Returns.push_back(llvm::SplitBlock(Own, Call->getNextNode()));
    Sites.back() = Own;
  }
  llvm::BasicBlock *Block = llvm::BasicBlock::Create(Function.getContext(), "call", &Function, Returns.front());
  llvm::IRBuilder<> Builder(Block);
  llvm::PHINode *Site = Builder.CreatePHI(Number, Calls.size(), "site");
  for (size_t Index = 0; Index < Calls.size(); ++Index)
    Site->addIncoming(llvm::ConstantInt::get(Number, Index), Sites[Index]);
  auto *Merged = llvm::cast<llvm::CallBase>(Calls.front()->clone());
  for (unsigned Argument = 0; Argument < Merged->arg_size(); ++Argument) {
    llvm::Value *First = Calls.front()->getArgOperand(Argument);
    bool IsOne = llvm::all_of(Calls, [&](llvm::CallBase *Call) { return Call->getArgOperand(Argument) == First; });
    if (IsOne && (llvm::isa<llvm::Constant>(First) || llvm::isa<llvm::Argument>(First)))
      continue;
    llvm::PHINode *Passed = Builder.CreatePHI(First->getType(), Calls.size());
    for (size_t Index = 0; Index < Calls.size(); ++Index)
      Passed->addIncoming(Calls[Index]->getArgOperand(Argument), Sites[Index]);
    Merged->setArgOperand(Argument, Passed);
  }
  Builder.Insert(Merged);
  branchTo(Block, Site, Returns, 0);
  for (size_t Index = 0; Index < Calls.size(); ++Index) {
    llvm::CallBase *Call = Calls[Index];
    // The result is another one at the next call.
    if (!Call->use_empty()) {
      llvm::PHINode *Result = llvm::PHINode::Create(Call->getType(), 1, "", &Returns[Index]->front());
      for (llvm::BasicBlock *From : llvm::predecessors(Returns[Index]))
        if (From != Sites[Index])
          Result->addIncoming(Merged, From);
      Call->replaceAllUsesWith(Result);
    }
    Call->eraseFromParent();
    Sites[Index]->getTerminator()->setSuccessor(0, Block);
  }
  repairDominance(Function);
  return Merged;
}

// calls.rs: inlines the calls of a function in another one, merged to one call if `AreMerged`.
extern "C" void texvisa_inline(LLVMValueRef Value, LLVMValueRef Called, bool AreMerged) {
  auto *Callee = llvm::cast<llvm::Function>(llvm::unwrap(Called));
  llvm::SmallVector<llvm::CallBase *, 16> Calls;
  for (llvm::Instruction &Inst : llvm::instructions(llvm::cast<llvm::Function>(llvm::unwrap(Value))))
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst))
      if (Call->getCalledFunction() == Callee)
        Calls.push_back(Call);
  for (llvm::CallBase *Call : Calls)
    passWithoutCopies(*Call);
  bool AreCalls = llvm::all_of(Calls, [](llvm::CallBase *Call) { return llvm::isa<llvm::CallInst>(Call); });
  if (AreMerged && AreCalls && Calls.size() > 1)
    Calls.assign(1, mergeCalls(Calls));
  // The last comes first: what follows a call in its block is moved, and is short then.
  for (llvm::CallBase *Call : llvm::reverse(Calls)) {
    llvm::InlineFunctionInfo Info;
    llvm::InlineFunction(*Call, Info);
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
