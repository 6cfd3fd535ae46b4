// What LLVM 14 offers in C++ alone: the fast-math flags and `!fpmath` of an instruction, which its C interface has from LLVM 18 on, and
// metadata, one operand at a time.

#include "llvm-c/Core.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
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

// The rest is for metadata.rs. The C interface has operands of metadata as values, each of which it makes and looks up in a table.

static llvm::StringRef text(const char *Name, size_t Length) { return llvm::StringRef(Name, Length); }

// Node `Index` of the named list, null behind the last one.
extern "C" LLVMMetadataRef texvisa_named(LLVMModuleRef Module, const char *Name, size_t Length, size_t Index) {
  llvm::NamedMDNode *List = llvm::unwrap(Module)->getNamedMetadata(text(Name, Length));
  return List && Index < List->getNumOperands() ? llvm::wrap(List->getOperand(Index)) : nullptr;
}

extern "C" LLVMMetadataRef texvisa_attached(LLVMValueRef Value, const char *Name, size_t Length) {
  if (auto *Function = llvm::dyn_cast<llvm::Function>(llvm::unwrap(Value)))
    return llvm::wrap(Function->getMetadata(text(Name, Length)));
  auto *Instruction = llvm::dyn_cast<llvm::Instruction>(llvm::unwrap(Value));
  return Instruction ? llvm::wrap(Instruction->getMetadata(text(Name, Length))) : nullptr;
}

extern "C" size_t texvisa_operands(LLVMMetadataRef Node) {
  return llvm::cast<llvm::MDNode>(llvm::unwrap(Node))->getNumOperands();
}

// An operand, null where it is null or there are not as many.
extern "C" LLVMMetadataRef texvisa_operand(LLVMMetadataRef Node, size_t Index) {
  auto *Outer = llvm::cast<llvm::MDNode>(llvm::unwrap(Node));
  return Index < Outer->getNumOperands() ? llvm::wrap(Outer->getOperand(Index).get()) : nullptr;
}

extern "C" LLVMMetadataRef texvisa_field(LLVMMetadataRef Node, const char *Name, size_t Length) {
  for (const llvm::MDOperand &Operand : llvm::cast<llvm::MDNode>(llvm::unwrap(Node))->operands()) {
    auto *Inner = llvm::dyn_cast_or_null<llvm::MDNode>(Operand.get());
    if (!Inner || Inner->getNumOperands() == 0)
      continue;
    auto *First = llvm::dyn_cast_or_null<llvm::MDString>(Inner->getOperand(0).get());
    if (First && First->getString() == text(Name, Length))
      return llvm::wrap(Inner);
  }
  return nullptr;
}

extern "C" bool texvisa_is_node(LLVMMetadataRef Operand) { return llvm::isa<llvm::MDNode>(llvm::unwrap(Operand)); }

// The bytes of a string, null for anything else.
extern "C" const char *texvisa_text(LLVMMetadataRef Operand, size_t *Length) {
  auto *String = llvm::dyn_cast<llvm::MDString>(llvm::unwrap(Operand));
  if (!String)
    return nullptr;
  *Length = String->getLength();
  return String->getString().data();
}

// A constant or a function, null for anything else.
extern "C" LLVMValueRef texvisa_constant(LLVMMetadataRef Operand) {
  auto *Constant = llvm::dyn_cast<llvm::ConstantAsMetadata>(llvm::unwrap(Operand));
  return Constant ? llvm::wrap(Constant->getValue()) : nullptr;
}
