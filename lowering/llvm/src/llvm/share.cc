// Calls of one function in another that share its body.

#include "llvm-c/Core.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace {

// A call that becomes a branch to the one that all share.
struct Site {
  llvm::CallInst *Call;
  // The block that passes the arguments, and the one that the call returns to.
  llvm::BasicBlock *From;
  llvm::BasicBlock *To;
  // What is read of its result.
  llvm::PHINode *Result;
};

} // namespace

// The sites behind which an instruction is read that is executed in front of them.
static llvm::BitVector liveBehind(llvm::Instruction &Inst, const llvm::DenseMap<llvm::BasicBlock *, unsigned> &Returns) {
  llvm::BitVector Live(Returns.size());
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> Seen;
  llvm::SmallVector<llvm::BasicBlock *, 16> Left;
  auto Enter = [&](llvm::BasicBlock *Block) {
    if (Block != Inst.getParent() && Seen.insert(Block).second)
      Left.push_back(Block);
  };
  for (const llvm::Use &Use : Inst.uses()) {
    auto *User = llvm::cast<llvm::Instruction>(Use.getUser());
    auto *Phi = llvm::dyn_cast<llvm::PHINode>(User);
    Enter(Phi ? Phi->getIncomingBlock(Use) : User->getParent());
  }
  while (!Left.empty()) {
    llvm::BasicBlock *Block = Left.pop_back_val();
    auto Found = Returns.find(Block);
    if (Found != Returns.end())
      Live.set(Found->second);
    for (llvm::BasicBlock *Before : llvm::predecessors(Block))
      Enter(Before);
  }
  return Live;
}

// Whether a value is there in front of all sites.
static bool isBefore(const llvm::Value *Value, llvm::ArrayRef<Site> Sites, const llvm::DominatorTree &Dominators) {
  auto *Inst = llvm::dyn_cast<llvm::Instruction>(Value);
  return !Inst || llvm::all_of(Sites, [&](const Site &Site) { return Dominators.dominates(Inst, Site.From->getTerminator()); });
}

// The instructions that are read behind some sites and not executed in front of all, each with these sites: the shared call is between them
// and what reads them, and the other sites have nothing for it.
static llvm::SmallVector<std::pair<llvm::Instruction *, llvm::BitVector>, 16>
cutBy(llvm::ArrayRef<Site> Sites, const llvm::DenseMap<llvm::BasicBlock *, unsigned> &Returns,
      const llvm::DominatorTree &Dominators) {
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::BitVector>, 16> Cut;
  for (llvm::Instruction &Inst : llvm::instructions(*Sites.front().From->getParent())) {
    if (isBefore(&Inst, Sites, Dominators))
      continue;
    llvm::BitVector Live = liveBehind(Inst, Returns);
    if (Live.any())
      Cut.push_back({&Inst, Live});
  }
  return Cut;
}

// Branches from the end of a block to that of several sites of which a number says which one: a tree, as there may be many.
static void branchTo(llvm::BasicBlock *Block, llvm::Value *Number, llvm::ArrayRef<Site> Sites, uint64_t First) {
  if (Sites.size() == 1) {
    llvm::IRBuilder<>(Block).CreateBr(Sites.front().To);
    return;
  }
  size_t Half = Sites.size() / 2;
  auto Side = [&](llvm::ArrayRef<Site> Sites) {
    return Sites.size() == 1 ? Sites.front().To
                             : llvm::BasicBlock::Create(Block->getContext(), "return", Block->getParent());
  };
  llvm::ArrayRef<Site> Low = Sites.take_front(Half), High = Sites.drop_front(Half);
  llvm::BasicBlock *LowSide = Side(Low), *HighSide = Side(High);
  llvm::IRBuilder<> Builder(Block);
  llvm::Value *IsLow = Builder.CreateICmpULT(Number, llvm::ConstantInt::get(Number->getType(), First + Half));
  Builder.CreateCondBr(IsLow, LowSide, HighSide);
  if (Low.size() > 1)
    branchTo(LowSide, Number, Low, First);
  if (High.size() > 1)
    branchTo(HighSide, Number, High, First + Half);
}

namespace {

// A parameter of a block: the position of its argument by the number of the edge, and the edges on which that is defined.
struct Parameter {
  llvm::PHINode *Phi;
  llvm::SmallVector<unsigned, 16> Positions;
  llvm::BitVector IsDefined;
};

} // namespace

// Of the parameters of a block, has those share one that are defined on different edges.
static void shareParameters(llvm::BasicBlock &Block) {
  llvm::DenseMap<llvm::BasicBlock *, unsigned> Edges;
  for (llvm::BasicBlock *Before : llvm::predecessors(&Block))
    Edges.insert({Before, Edges.size()});
  llvm::SmallVector<Parameter, 16> Kept;
  for (llvm::PHINode &Phi : llvm::make_early_inc_range(Block.phis())) {
    Parameter Own{&Phi, llvm::SmallVector<unsigned, 16>(Edges.size()), llvm::BitVector(Edges.size())};
    for (unsigned Position = 0; Position < Phi.getNumIncomingValues(); ++Position) {
      unsigned Edge = Edges.lookup(Phi.getIncomingBlock(Position));
      Own.Positions[Edge] = Position;
      Own.IsDefined[Edge] = !llvm::isa<llvm::UndefValue>(Phi.getIncomingValue(Position));
    }
    auto *Shared = llvm::find_if(Kept, [&](const Parameter &Other) {
      return Other.Phi->getType() == Phi.getType() && !Other.IsDefined.anyCommon(Own.IsDefined);
    });
    if (Shared == Kept.end()) {
      Kept.push_back(std::move(Own));
      continue;
    }
    for (unsigned Edge : Own.IsDefined.set_bits())
      Shared->Phi->setIncomingValue(Shared->Positions[Edge], Phi.getIncomingValue(Own.Positions[Edge]));
    Shared->IsDefined |= Own.IsDefined;
    Phi.replaceAllUsesWith(Shared->Phi);
    Phi.eraseFromParent();
  }
}

// calls.rs: has the calls of a function in another one share one call: each passes its arguments and a number there, and the number
// says where the call returns to. False where one of them says more than which function it calls with which arguments.
extern "C" bool texvisa_share_call(LLVMValueRef Value, LLVMValueRef Called) {
  auto *Function = llvm::cast<llvm::Function>(llvm::unwrap(Value));
  auto *Callee = llvm::cast<llvm::Function>(llvm::unwrap(Called));
  llvm::removeUnreachableBlocks(*Function);
  llvm::SmallVector<Site, 16> Sites;
  for (llvm::Instruction &Inst : llvm::instructions(Function)) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst);
    if (!Call || Call->getCalledFunction() != Callee)
      continue;
    if (!llvm::isa<llvm::CallInst>(Call) || Call->isMustTailCall() || Call->hasOperandBundles())
      return false;
    Sites.push_back({llvm::cast<llvm::CallInst>(Call), nullptr, nullptr, nullptr});
  }
  if (Sites.size() < 2)
    return true;

  // What is in front of a call stays in its block, and its result is another one behind the next call.
  llvm::DenseMap<llvm::BasicBlock *, unsigned> Returns;
  for (Site &Site : Sites) {
    Site.From = llvm::SplitBlock(Site.Call->getParent(), Site.Call);
    Site.To = llvm::SplitBlock(Site.From, Site.Call->getNextNode());
    Returns.insert({Site.To, static_cast<unsigned>(&Site - Sites.begin())});
    if (Site.Call->use_empty())
      continue;
    Site.Result = llvm::IRBuilder<>(&Site.To->front()).CreatePHI(Site.Call->getType(), 1);
    Site.Call->replaceAllUsesWith(Site.Result);
    Site.Result->addIncoming(Site.Call, Site.From);
  }
  llvm::DominatorTree Before(*Function);
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::BitVector>, 16> Cut = cutBy(Sites, Returns, Before);

  llvm::Type *Int = llvm::Type::getInt32Ty(Function->getContext());
  llvm::BasicBlock *Block = llvm::BasicBlock::Create(Function->getContext(), "call", Function, Sites.front().To);
  llvm::IRBuilder<> Builder(Block);
  llvm::PHINode *Number = Builder.CreatePHI(Int, Sites.size(), "site");
  for (size_t Index = 0; Index < Sites.size(); ++Index)
    Number->addIncoming(llvm::ConstantInt::get(Int, Index), Sites[Index].From);
  llvm::CallInst *First = Sites.front().Call;
  auto *Shared = llvm::cast<llvm::CallInst>(First->clone());
  // What the calls say of themselves and of their arguments differs.
  Shared->setAttributes(Callee->getAttributes());
  Shared->dropUnknownNonDebugMetadata();
  for (unsigned Index = 0; Index < Shared->arg_size(); ++Index) {
    llvm::Value *Argument = First->getArgOperand(Index);
    bool IsOne = llvm::all_of(Sites, [&](Site &Site) { return Site.Call->getArgOperand(Index) == Argument; });
    if (IsOne && isBefore(Argument, Sites, Before))
      continue;
    llvm::PHINode *Passed = Builder.CreatePHI(Argument->getType(), Sites.size());
    for (Site &Site : Sites)
      Passed->addIncoming(Site.Call->getArgOperand(Index), Site.From);
    Shared->setArgOperand(Index, Passed);
  }
  Builder.Insert(Shared);
  branchTo(Block, Number, Sites, 0);
  for (Site &Site : Sites) {
    Shared->applyMergedLocation(Shared->getDebugLoc(), Site.Call->getDebugLoc());
    Site.From->getTerminator()->setSuccessor(0, Block);
    if (Site.Result) {
      Site.Result->setIncomingValue(0, Shared);
      Site.Result->setIncomingBlock(0, *llvm::pred_begin(Site.To));
    }
    Site.Call->eraseFromParent();
  }

  llvm::SmallVector<llvm::AllocaInst *, 16> Slots;
  for (std::pair<llvm::Instruction *, llvm::BitVector> &Of : Cut) {
    llvm::AllocaInst *Slot = llvm::DemoteRegToStack(*Of.first);
    for (size_t Index = 0; Index < Sites.size(); ++Index)
      if (!Of.second[Index])
        llvm::IRBuilder<>(Sites[Index].From->getTerminator())
            .CreateStore(llvm::UndefValue::get(Slot->getAllocatedType()), Slot);
    Slots.push_back(Slot);
  }
  llvm::DominatorTree Dominators(*Function);
  llvm::PromoteMemToReg(Slots, Dominators);
  shareParameters(*Block);
  return true;
}
