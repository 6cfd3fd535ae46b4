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
#include "llvm/Transforms/Utils/Local.h"

// Whether a function has a loop that is entered at several blocks.
static bool hasSuchLoop(llvm::Function &Function) {
  llvm::DominatorTree Dominators(Function);
  llvm::LoopInfo Loops(Dominators);
  llvm::ReversePostOrderTraversal<const llvm::Function *> Order(&Function);
  return llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(Order, Loops);
}

// How often LLVM's pass is run: it can leave such a loop that is in another one. Two runs have been enough for all programs that are known.
static constexpr int MostRuns = 16;

// loops.rs: gives each loop of a function one block at which it is entered.
extern "C" void texvisa_enter_loops_at_one_block(LLVMValueRef Value) {
  auto *Function = llvm::cast<llvm::Function>(llvm::unwrap(Value));
  // The passes below know no other terminators.
  for (const llvm::BasicBlock &Block : *Function)
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(Block.getTerminator()))
      return;
  if (!hasSuchLoop(*Function))
    return;
  auto Run = [Function](llvm::FunctionPass *Pass) {
    llvm::legacy::FunctionPassManager Passes(Function->getParent());
    Passes.add(Pass);
    Passes.run(*Function);
  };
  // The last pass knows no switch, and takes the condition of a branch for the choice between entries, also where both ways of the
  // branch lead to one.
  Run(llvm::createLowerSwitchPass());
  for (llvm::BasicBlock &Block : *Function)
    llvm::ConstantFoldTerminator(&Block);
  for (int Runs = 0; Runs < MostRuns && hasSuchLoop(*Function); ++Runs)
    Run(llvm::createFixIrreduciblePass());
}
