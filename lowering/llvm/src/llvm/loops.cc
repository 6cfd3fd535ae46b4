// Loops that can be entered at several blocks.

#include "llvm-c/Core.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils.h"

// loops.rs: gives each loop of a function one block at which it is entered.
extern "C" void texvisa_enter_loops_at_one_block(LLVMValueRef Value) {
  auto *Function = llvm::cast<llvm::Function>(llvm::unwrap(Value));
  // The passes below know no other terminators.
  for (const llvm::BasicBlock &Block : *Function)
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(Block.getTerminator()))
      return;
  llvm::DominatorTree Dominators(*Function);
  llvm::LoopInfo Loops(Dominators);
  llvm::ReversePostOrderTraversal<const llvm::Function *> Order(Function);
  if (!llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(Order, Loops))
    return;
  llvm::legacy::FunctionPassManager Passes(Function->getParent());
  // The next pass knows no switch.
  Passes.add(llvm::createLowerSwitchPass());
  Passes.add(llvm::createFixIrreduciblePass());
  Passes.run(*Function);
}
