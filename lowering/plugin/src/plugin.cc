// What LLVM offers in C++ alone: the pass itself, its registration, diagnostics, and the few operations on instructions that
// the C interface lacks. What a pass does is decided in Rust (entry.rs); the layouts of structures are those declared there.

#include <string>

#include "llvm-c/Core.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

extern "C" {
// entry.rs: Request
struct TexvisaRequest {
  uint32_t Pass;
  uint32_t Target;
  uint32_t Lanes;
};
// entry.rs
bool texvisa_parse_pass(const char *Text, size_t Length, TexvisaRequest *Request);
bool texvisa_run_pass(LLVMModuleRef Module, const TexvisaRequest *Request);
}

namespace {

class TexvisaPass : public PassInfoMixin<TexvisaPass> {
public:
  TexvisaPass(StringRef Text, TexvisaRequest Request) : Text(Text), Request(Request) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (!texvisa_run_pass(wrap(&M), &Request))
      return PreservedAnalyses::all();
    // Calls are replaced by calls; no block and no branch is touched.
    PreservedAnalyses Preserved;
    Preserved.preserve<FunctionAnalysisManagerModuleProxy>();
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
  }

  void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) { OS << Text; }

  // Without it the output is no input of an instruction selector, so that optnone and -opt-bisect-limit do not count.
  static bool isRequired() { return true; }

private:
  std::string Text;
  TexvisaRequest Request;
};

class TexvisaError : public DiagnosticInfo {
public:
  explicit TexvisaError(StringRef Text) : DiagnosticInfo(kind(), DS_Error), Text(Text) {}
  void print(DiagnosticPrinter &Printer) const override { Printer << Text; }

private:
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  StringRef Text;
};

// Removes what only reads `Call`, and then `Call`; what still names it, which is nothing that is read, names an undefined
// value. Assumptions about it go too: no pass may conclude anything from an undefined value.
void removeUnread(Instruction *Call, SmallVectorImpl<WeakTrackingVH> &Operands) {
  SmallSetVector<Instruction *, 16> Readers;
  Readers.insert(Call);
  for (unsigned Index = 0; Index != Readers.size(); ++Index)
    for (User *U : Readers[Index]->users())
      if (auto *Reader = dyn_cast<Instruction>(U))
        Readers.insert(Reader);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Index = Readers.size(); Index-- > 1;) {
      Instruction *Reader = Readers[Index];
      if (!isa<AssumeInst>(Reader) && !isInstructionTriviallyDead(Reader))
        continue;
      for (Value *Operand : Reader->operands())
        if (isa<Instruction>(Operand))
          Operands.push_back(Operand);
      Readers.remove(Reader);
      Reader->eraseFromParent();
      Changed = true;
    }
  }
  if (!Call->getType()->isVoidTy())
    Call->replaceAllUsesWith(UndefValue::get(Call->getType()));
}

} // namespace

extern "C" {

// Registers the passes with a PassBuilder, whose address is `Builder`.
void texvisa_register(void *Builder) {
  static_cast<PassBuilder *>(Builder)->registerPipelineParsingCallback(
      [](StringRef Text, ModulePassManager &Manager, ArrayRef<PassBuilder::PipelineElement>) {
        TexvisaRequest Request;
        if (!texvisa_parse_pass(Text.data(), Text.size(), &Request))
          return false;
        Manager.addPass(TexvisaPass(Text, Request));
        return true;
      });
}

// Gives `New`, a call right before the call `Old`, the name of `Old`, its metadata, its place in the source among them, its
// fast-math flags, and those attributes that say what the call does.
void texvisa_take_over(LLVMValueRef Old, LLVMValueRef New) {
  auto *From = cast<CallInst>(unwrap(Old));
  auto *To = cast<CallInst>(unwrap(New));
  To->takeName(From);
  To->copyMetadata(*From);
  if (isa<FPMathOperator>(From) && isa<FPMathOperator>(To))
    To->copyFastMathFlags(From);
  if (!From->isMustTailCall())
    To->setTailCallKind(From->getTailCallKind());
  const Attribute::AttrKind Kinds[] = {Attribute::ArgMemOnly, Attribute::Convergent,   Attribute::MustProgress,
                                       Attribute::NoFree,     Attribute::NoSync,       Attribute::NoUnwind,
                                       Attribute::ReadNone,   Attribute::Speculatable, Attribute::WillReturn};
  // Those of the declaration count for each of its calls.
  for (Attribute::AttrKind Kind : Kinds)
    if (From->hasFnAttr(Kind))
      To->addFnAttr(Kind);
}

void texvisa_replace_uses(LLVMValueRef Old, LLVMValueRef New) { unwrap(Old)->replaceAllUsesWith(unwrap(New)); }

// Erases the calls in `Replaced`, which nothing uses, and those in `Unread`, which nothing reads; then the instructions and
// declarations that served them alone, and what of `Built` nothing uses.
void texvisa_erase(LLVMValueRef *Replaced, size_t ReplacedCount, LLVMValueRef *Unread, size_t UnreadCount,
                   LLVMValueRef *Built, size_t BuiltCount) {
  SmallVector<WeakTrackingVH, 16> Old, Operands, Callees;
  for (size_t Index = 0; Index != BuiltCount; ++Index)
    Operands.push_back(unwrap(Built[Index]));
  for (size_t Index = 0; Index != UnreadCount; ++Index)
    Old.push_back(unwrap(Unread[Index]));
  const size_t Boundary = Old.size();
  for (size_t Index = 0; Index != ReplacedCount; ++Index)
    Old.push_back(unwrap(Replaced[Index]));
  for (WeakTrackingVH &Handle : Old)
    Callees.push_back(cast<CallInst>(Handle)->getCalledOperand());
  // A call that is unread may be all that reads another, which stands before it.
  for (size_t Index = Old.size(); Index-- > 0;) {
    auto *Call = dyn_cast_or_null<Instruction>(Old[Index]);
    if (!Call)
      continue;
    if (Index < Boundary)
      removeUnread(Call, Operands);
    for (Value *Operand : Call->operands())
      if (isa<Instruction>(Operand))
        Operands.push_back(Operand);
    Call->eraseFromParent();
  }
  // Some are erased by now.
  erase_if(Operands, [](const WeakTrackingVH &Handle) { return !Handle.pointsToAliveValue(); });
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Operands);
  for (WeakTrackingVH &Handle : Callees)
    if (auto *Callee = dyn_cast_or_null<Function>(Handle))
      if (Callee->isDeclaration() && Callee->use_empty())
        Callee->eraseFromParent();
}

// Reports an error; a context without a handler for it ends the process.
void texvisa_report(LLVMModuleRef Module, const char *Text, size_t Length) {
  unwrap(Module)->getContext().diagnose(TexvisaError(StringRef(Text, Length)));
}

// A remark on a function or on an instruction, which -pass-remarks-analysis=texvisa and -pass-remarks=texvisa show.
void texvisa_remark(LLVMValueRef About, const char *Text, size_t Length) {
  Value *V = unwrap(About);
  if (auto *F = dyn_cast<Function>(V)) {
    DiagnosticLocation Location;
    if (auto *Program = F->getSubprogram())
      Location = DiagnosticLocation(Program);
    OptimizationRemarkAnalysis Remark("texvisa", "Assumed", Location, &F->getEntryBlock());
    F->getContext().diagnose(Remark << StringRef(Text, Length));
  } else if (auto *I = dyn_cast<Instruction>(V)) {
    OptimizationRemark Remark("texvisa", "Lowered", I);
    I->getContext().diagnose(Remark << StringRef(Text, Length));
  }
}

} // extern "C"
