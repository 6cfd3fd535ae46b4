// Inlining, which LLVM's C interface has as a pass alone: the passes of all of LLVM would be linked with it.

#include "llvm-c/Core.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/Cloning.h"

// module.rs: inlines each call of a function with a body, where LLVM can, and says whether nothing needs the function any more.
extern "C" bool texvisa_inline_calls(LLVMValueRef Value) {
  auto *Callee = llvm::cast<llvm::Function>(llvm::unwrap(Value));
  if (!llvm::isInlineViable(*Callee).isSuccess())
    return false;
  llvm::SmallSetVector<llvm::CallBase *, 16> Calls;
  for (llvm::User *User : Callee->users()) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(User);
    if (Call && Call->getCalledFunction() == Callee)
      Calls.insert(Call);
  }
  for (llvm::CallBase *Call : Calls) {
    llvm::InlineFunctionInfo Info;
    llvm::InlineFunction(*Call, Info);
  }
  Callee->removeDeadConstantUsers();
  return Callee->isDefTriviallyDead();
}
