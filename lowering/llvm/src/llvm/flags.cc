// What LLVM 14 offers in C++ alone: the fast-math flags of an instruction, which its C interface has from LLVM 18 on.

#include "llvm-c/Core.h"
#include "llvm/IR/Operator.h"

// value.rs
extern "C" bool texvisa_allows_contraction(LLVMValueRef Value) {
  auto *Operator = llvm::dyn_cast<llvm::FPMathOperator>(llvm::unwrap(Value));
  return Operator && Operator->hasAllowContract();
}

// value.rs
extern "C" bool texvisa_allows_approximation(LLVMValueRef Value) {
  auto *Operator = llvm::dyn_cast<llvm::FPMathOperator>(llvm::unwrap(Value));
  return Operator && Operator->hasApproxFunc();
}

// value.rs
extern "C" bool texvisa_ignores_sign_of_zero(LLVMValueRef Value) {
  auto *Operator = llvm::dyn_cast<llvm::FPMathOperator>(llvm::unwrap(Value));
  return Operator && Operator->hasNoSignedZeros();
}
