// What LLVM offers in C++ alone: the pass itself, its registration, diagnostics, and the few operations on instructions that
// the C interface lacks. What a pass does is decided in Rust (entry.rs); the layouts of structures are those declared there.

#include <algorithm>
#include <cstdlib>
#include <string>

#include "llvm-c/Core.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"
#if LLVM_VERSION_MAJOR >= 16
#include "llvm/Support/ModRef.h"
#endif

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
bool texvisa_run_pass(LLVMModuleRef Module, LLVMValueRef Function, const TexvisaRequest *Request, bool IsVerified);
void texvisa_each_pass(void (*Each)(const char *Text, size_t Length));

// llvm.rs: RemarkPart
struct TexvisaRemarkPart {
  const char *Key;
  size_t KeyLength;
  const char *Text;
  size_t Length;
};
}

namespace {

// parameters.rs: Pass::ALL
constexpr const char *PassNames[] = {"texvisa-legalize", "print<texvisa>", "texvisa-verify"};

// The pass of that number, on a module or on one function after the other.
template <unsigned Number> class TexvisaPass : public PassInfoMixin<TexvisaPass<Number>> {
public:
  TexvisaPass(StringRef Text, TexvisaRequest Request) : Text(Text), Request(Request) {}

  static StringRef name() { return PassNames[Number]; }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses) {
    PreservedAnalyses Preserved = run(&M, nullptr, isVerified(M, Analyses));
    Preserved.template preserve<FunctionAnalysisManagerModuleProxy>();
    return Preserved;
  }

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    return run(F.getParent(), &F, isVerified(F, Analyses));
  }

  void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) { OS << Text; }

  // Without it the output is no input of an instruction selector, so that optnone and -opt-bisect-limit do not count.
  static bool isRequired() { return true; }

private:
  // Whether LLVM's verifier has found it valid since it was changed last.
  template <typename Unit, typename Manager> static bool isVerified(Unit &Verified, Manager &Analyses) {
    const VerifierAnalysis::Result *Known = Analyses.template getCachedResult<VerifierAnalysis>(Verified);
    return Known && !Known->IRBroken && !Known->DebugInfoBroken;
  }

  PreservedAnalyses run(Module *M, Function *F, bool IsVerified) {
    if (!texvisa_run_pass(wrap(M), wrap(F), &Request, IsVerified))
      return PreservedAnalyses::all();
    // Calls are replaced by calls; no block and no branch is touched.
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
  }

  std::string Text;
  TexvisaRequest Request;
};

// Adds the pass that `Text` names, where it names one.
template <typename Manager> bool addPass(StringRef Text, Manager &To) {
  TexvisaRequest Request;
  if (!texvisa_parse_pass(Text.data(), Text.size(), &Request))
    return false;
  switch (Request.Pass) {
  case 0:
    To.addPass(TexvisaPass<0>(Text, Request));
    return true;
  case 1:
    To.addPass(TexvisaPass<1>(Text, Request));
    return true;
  default:
    To.addPass(TexvisaPass<2>(Text, Request));
    return true;
  }
}

// opt lists the passes of its own registry, which a plugin cannot add to; where it was asked to, these are listed behind them.
cl::Option *PrintPasses = nullptr;

void printPasses() {
  if (PrintPasses->getNumOccurrences() == 0)
    return;
  for (const char *Unit : {"Module", "Function"}) {
    outs() << Unit << " passes with params of texvisa:\n";
    texvisa_each_pass([](const char *Text, size_t Length) { outs() << "  " << StringRef(Text, Length) << "\n"; });
  }
  outs().flush();
}

// Runs when the plugin is loaded. The option is opt's and outlives it; the stream is made before the function is registered
// that uses it last.
const bool IsLoaded = [] {
  auto &Options = cl::getRegisteredOptions();
  auto Found = Options.find("print-passes");
  if (Found == Options.end())
    return true;
  PrintPasses = Found->second;
  outs();
  std::atexit(printPasses);
  return true;
}();

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
  auto *Passes = static_cast<PassBuilder *>(Builder);
  Passes->registerPipelineParsingCallback(
      [](StringRef Text, ModulePassManager &Manager, ArrayRef<PassBuilder::PipelineElement>) {
        return addPass(Text, Manager);
      });
  Passes->registerPipelineParsingCallback(
      [](StringRef Text, FunctionPassManager &Manager, ArrayRef<PassBuilder::PipelineElement>) {
        return addPass(Text, Manager);
      });
}

// Declares the function of a message, whose last `Immediates` parameters are constants at each call. Most messages read memory and
// write none. All attributes are made at once, as LLVM looks every list of them up that it has never seen.
LLVMValueRef texvisa_declare(LLVMModuleRef Module, const char *Name, size_t Length, LLVMTypeRef Type, size_t Immediates,
                             bool Writes) {
  auto *M = unwrap(Module);
  LLVMContext &Context = M->getContext();
  auto *F = Function::Create(unwrap<FunctionType>(Type), GlobalValue::ExternalLinkage, StringRef(Name, Length), M);
  SmallVector<AttributeSet, 32> Params(F->arg_size());
  std::fill(Params.end() - Immediates, Params.end(),
            AttributeSet::get(Context, Attribute::get(Context, Attribute::ImmArg)));
  SmallVector<Attribute, 3> Always = {Attribute::get(Context, Attribute::NoUnwind),
                                      Attribute::get(Context, Attribute::WillReturn)};
  if (!Writes)
#if LLVM_VERSION_MAJOR >= 16
    Always.push_back(Attribute::getWithMemoryEffects(Context, MemoryEffects::readOnly()));
#else
    Always.push_back(Attribute::get(Context, Attribute::ReadOnly));
#endif
  F->setAttributes(AttributeList::get(Context, AttributeSet::get(Context, Always), AttributeSet(), Params));
  return wrap(F);
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
  const Attribute::AttrKind Kinds[] = {
#if LLVM_VERSION_MAJOR < 16
      Attribute::ArgMemOnly, Attribute::ReadNone,
#endif
      Attribute::Convergent, Attribute::MustProgress, Attribute::NoFree,    Attribute::NoSync,
      Attribute::NoUnwind,   Attribute::Speculatable, Attribute::WillReturn};
  // Those of the declaration count for each of its calls.
  for (Attribute::AttrKind Kind : Kinds)
    if (From->hasFnAttr(Kind))
      To->addFnAttr(Kind);
#if LLVM_VERSION_MAJOR >= 16
  if (From->getMemoryEffects() != MemoryEffects::unknown())
    To->setMemoryEffects(From->getMemoryEffects());
#endif
}

void texvisa_replace_uses(LLVMValueRef Old, LLVMValueRef New) { unwrap(Old)->replaceAllUsesWith(unwrap(New)); }

// Erases the calls in `Replaced`, which nothing uses, and those in `Unread`, which nothing reads; then the instructions and
// declarations that served them alone, and what of `Built` nothing uses.
void texvisa_erase(LLVMValueRef *Replaced, size_t ReplacedCount, LLVMValueRef *Unread, size_t UnreadCount,
                   LLVMValueRef *Built, size_t BuiltCount, bool ErasesDeclarations) {
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
  if (!ErasesDeclarations)
    return;
  for (WeakTrackingVH &Handle : Callees)
    if (auto *Callee = dyn_cast_or_null<Function>(Handle))
      if (Callee->isDeclaration() && Callee->use_empty())
        Callee->eraseFromParent();
}

// Reports an error; a context without a handler for it ends the process.
void texvisa_report(LLVMModuleRef Module, const char *Text, size_t Length) {
  unwrap(Module)->getContext().diagnose(TexvisaError(StringRef(Text, Length)));
}

// Whether someone may read remarks of this plugin.
bool texvisa_has_remarks(LLVMModuleRef Module) {
  LLVMContext &Context = unwrap(Module)->getContext();
  return Context.getLLVMRemarkStreamer() || Context.getDiagHandlerPtr()->isAnyRemarkEnabled("texvisa");
}

// A remark of a kind (llvm.rs: RemarkKind) on a function or on an instruction, from parts that have names or none.
void texvisa_remark(LLVMValueRef About, uint32_t Kind, const TexvisaRemarkPart *Parts, size_t Count) {
  auto emit = [&](Function &F, DiagnosticInfoIROptimization &&Remark) {
    for (size_t Index = 0; Index != Count; ++Index) {
      StringRef Key(Parts[Index].Key, Parts[Index].KeyLength), Text(Parts[Index].Text, Parts[Index].Length);
      if (Key.empty())
        Remark.insert(Text);
      else
        Remark.insert(ore::NV(Key, Text));
    }
    OptimizationRemarkEmitter(&F).emit(Remark);
  };
  Value *V = unwrap(About);
  if (auto *I = dyn_cast<Instruction>(V))
    return emit(*I->getFunction(), OptimizationRemark("texvisa", "Lowered", I));
  auto &F = *cast<Function>(V);
  DiagnosticLocation Location;
  if (auto *Program = F.getSubprogram())
    Location = DiagnosticLocation(Program);
  if (Kind == 1)
    emit(F, OptimizationRemarkAnalysis("texvisa", "Assumed", Location, &F.getEntryBlock()));
  else
    emit(F, OptimizationRemarkMissed("texvisa", "NotLegalized", Location, &F.getEntryBlock()));
}

// Calls `Each` with every call of a function that can be reached from its start, in the order of its text.
void texvisa_calls(LLVMValueRef Function, void (*Each)(void *, LLVMValueRef), void *Calls) {
  auto &F = *cast<llvm::Function>(unwrap(Function));
  if (F.isDeclaration())
    return;
  df_iterator_default_set<BasicBlock *> Reached;
  for (BasicBlock *Block : depth_first_ext(&F.getEntryBlock(), Reached))
    (void)Block;
  for (BasicBlock &Block : F)
    if (Reached.count(&Block))
      for (Instruction &I : Block)
        if (isa<CallInst>(I))
          Each(Calls, wrap(&I));
}

} // extern "C"
