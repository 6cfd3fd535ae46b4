// What LLVM 14 offers in C++ alone: the fast-math flags of an instruction, which its C interface has from LLVM 18 on, and
// one operand of metadata without values made of all of them.

#include "llvm-c/Core.h"
#include "llvm/IR/Metadata.h"
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

// metadata.rs
extern "C" bool texvisa_is_named(LLVMValueRef Node, const char *Name, size_t Length) {
  auto *Wrapped = llvm::cast<llvm::MetadataAsValue>(llvm::unwrap(Node));
  auto *Operands = llvm::dyn_cast<llvm::MDNode>(Wrapped->getMetadata());
  if (!Operands || Operands->getNumOperands() == 0)
    return false;
  auto *First = llvm::dyn_cast_or_null<llvm::MDString>(Operands->getOperand(0).get());
  return First && First->getString() == llvm::StringRef(Name, Length);
}
