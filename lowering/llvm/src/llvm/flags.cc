// What LLVM 14 offers in C++ alone: the fast-math flags and `!fpmath` of an instruction, which its C interface has from LLVM 18 on, and
// one operand of metadata by its number or its name, and the metadata of a function by its name, which that interface has only with all others.

#include "llvm-c/Core.h"
#include "llvm/IR/Function.h"
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
extern "C" float texvisa_allowed_error(LLVMValueRef Value) {
  auto *Operator = llvm::dyn_cast<llvm::FPMathOperator>(llvm::unwrap(Value));
  return Operator && llvm::isa<llvm::Instruction>(Operator) ? Operator->getFPAccuracy() : 0;
}

// value.rs
extern "C" bool texvisa_ignores_sign_of_zero(LLVMValueRef Value) {
  auto *Operator = llvm::dyn_cast<llvm::FPMathOperator>(llvm::unwrap(Value));
  return Operator && Operator->hasNoSignedZeros();
}

// metadata.rs
extern "C" LLVMValueRef texvisa_attached(LLVMValueRef Value, const char *Name, size_t Length) {
  auto *Function = llvm::dyn_cast<llvm::Function>(llvm::unwrap(Value));
  llvm::MDNode *Node = Function ? Function->getMetadata(llvm::StringRef(Name, Length)) : nullptr;
  return Node ? llvm::wrap(llvm::MetadataAsValue::get(Function->getContext(), Node)) : nullptr;
}

// metadata.rs
extern "C" LLVMValueRef texvisa_operand(LLVMValueRef Node, size_t Index) {
  auto *Wrapped = llvm::cast<llvm::MetadataAsValue>(llvm::unwrap(Node));
  // LLVM wraps the constant itself for a node of one constant.
  if (auto *Only = llvm::dyn_cast<llvm::ValueAsMetadata>(Wrapped->getMetadata()))
    return Index == 0 ? llvm::wrap(Only->getValue()) : nullptr;
  auto *Outer = llvm::dyn_cast<llvm::MDNode>(Wrapped->getMetadata());
  if (!Outer || Index >= Outer->getNumOperands() || !Outer->getOperand(Index))
    return nullptr;
  llvm::Metadata *Operand = Outer->getOperand(Index);
  if (auto *Constant = llvm::dyn_cast<llvm::ConstantAsMetadata>(Operand))
    return llvm::wrap(Constant->getValue());
  return llvm::wrap(llvm::MetadataAsValue::get(Outer->getContext(), Operand));
}

// metadata.rs
extern "C" LLVMValueRef texvisa_field(LLVMValueRef Node, const char *Name, size_t Length) {
  auto *Wrapped = llvm::cast<llvm::MetadataAsValue>(llvm::unwrap(Node));
  auto *Outer = llvm::dyn_cast<llvm::MDNode>(Wrapped->getMetadata());
  if (!Outer)
    return nullptr;
  for (const llvm::MDOperand &Operand : Outer->operands()) {
    auto *Inner = llvm::dyn_cast_or_null<llvm::MDNode>(Operand.get());
    if (!Inner || Inner->getNumOperands() == 0)
      continue;
    auto *First = llvm::dyn_cast_or_null<llvm::MDString>(Inner->getOperand(0).get());
    if (First && First->getString() == llvm::StringRef(Name, Length))
      return llvm::wrap(llvm::MetadataAsValue::get(Outer->getContext(), Inner));
  }
  return nullptr;
}
