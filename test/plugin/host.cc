// A compiler that embeds the plugin: it has a handler for diagnostics, so that an error does not end the process.
//
// host PLUGIN PIPELINE MODULE: prints each error as `error: text`, then the module.

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static void say(const DiagnosticInfo *Info, void *) {
  if (Info->getSeverity() != DS_Error)
    return;
  DiagnosticPrinterRawOStream Printer(outs());
  outs() << "error: ";
  Info->print(Printer);
  outs() << "\n";
}

#if LLVM_VERSION_MAJOR < 19
static void say(const DiagnosticInfo &Info, void *Nothing) { say(&Info, Nothing); }
#endif

int main(int Count, char **Arguments) {
  if (Count != 4)
    return 2;
  LLVMContext Context;
  Context.setDiagnosticHandlerCallBack(say);
  SMDiagnostic Problem;
  auto M = parseIRFile(Arguments[3], Problem, Context);
  auto Plugin = PassPlugin::Load(Arguments[1]);
  if (!M || !Plugin)
    return 2;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder Builder;
  Plugin->registerPassBuilderCallbacks(Builder);
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager Pipeline;
  if (auto Error = Builder.parsePassPipeline(Pipeline, Arguments[2])) {
    errs() << toString(std::move(Error)) << "\n";
    return 1;
  }
  Pipeline.run(*M, MAM);
  if (verifyModule(*M, &errs()))
    return 1;
  M->print(outs(), nullptr);
  return 0;
}
