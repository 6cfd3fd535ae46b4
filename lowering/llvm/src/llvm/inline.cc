// Inlining, which LLVM's C interface has as a pass alone: the passes of all of LLVM would be linked with it.

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/Cloning.h"

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
    llvm::InlineFunction(*Calls.pop_back_val(), Info);
    for (llvm::CallBase *Call : Info.InlinedCallSites)
      Add(Call);
  }
}

// calls.rs: notes at each call of an intrinsic in a function where the frame of that function is.
extern "C" void texvisa_note_frame(LLVMValueRef Value, const char *Intrinsic, size_t IntrinsicLength, const char *Name,
                                   size_t NameLength, uint32_t Bytes) {
  llvm::StringRef Called(Intrinsic, IntrinsicLength);
  for (llvm::Instruction &Inst : llvm::instructions(llvm::cast<llvm::Function>(llvm::unwrap(Value)))) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst);
    if (!Call || !Call->getCalledFunction() || Call->getCalledFunction()->getName() != Called)
      continue;
    llvm::LLVMContext &Context = Inst.getContext();
    llvm::Metadata *Frame = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), Bytes));
    Inst.setMetadata(llvm::StringRef(Name, NameLength), llvm::MDNode::get(Context, Frame));
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
