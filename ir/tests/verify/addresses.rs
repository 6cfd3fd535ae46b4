//! Address variables and what they point to.

use super::*;
use texvisa_ir::visa::DataType;

/// An address variable has an element for each lane, for each row, or one.
#[test]
fn address_variables_have_an_element_for_each_address() {
    accepts(
        Target::Tgllp,
        Simd16,
        &[
            "addr_add (M1, 16) A0(0)<1> &F W(0,0)<1;1,0>",
            "addr_add (M1_NM, 1) A0(15)<1> &F160[64] 0x4:uw",
            "mov (M1, 16) F(0,0)<1> r[A0(0),0]<1,0>:f",
            "mov (M1, 16) F(0,0)<1> r[A0(14),0]<8,1>:f",
            "(P) mov (M1, 16) F(0,0)<1> r[A0(15),0]<8;8,1>:f",
            "mov (M1, 16) r[A0(15),0]<1>:f F(0,0)<1;1,0>",
        ],
    );
    let elements = |needed| VisaErrorKind::AddressElements { given: 16, needed };
    refuses(Target::Tgllp, Simd16, "addr_add (M1, 16) A0(1)<1> &F W(0,0)<1;1,0>", elements(17));
    refuses(Target::Tgllp, Simd16, "mov (M1, 16) F(0,0)<1> r[A0(2),0]<1,0>:f", elements(18));
    refuses(Target::Tgllp, Simd16, "mov (M1, 16) F(0,0)<1> r[A0(15),0]<8,1>:f", elements(17));
}

/// ADDR_ADD, Src1: UW. What the address is of lies in the variable.
#[test]
fn unsigned_words_are_added_to_addresses_of_variables() {
    let given = DataType::W;
    let words = "addr_add (M1, 16) A0(0)<1> &F SW(0,0)<1;1,0>";
    refuses(Target::Tgllp, Simd16, words, VisaErrorKind::AddedType { given });
    let kernel = kernel(Target::Tgllp, Simd16, "addr_add (M1_NM, 1) A0(0)<1> &F160[164] 0x4:uw");
    let [VisaErrorKind::Bounds { end: 164, bytes: 160, .. }] = violations(&kernel)[..] else {
        panic!("the address is outside: {:?}", violations(&kernel));
    };
}

/// Operands, Indirect Operands: -512 to 511 bytes; Region Interpretation: a multiple of the element's.
#[test]
fn indirect_operands_are_whole_elements_near_their_addresses() {
    accepts(Target::Tgllp, Simd16, &["mov (M1, 16) F(0,0)<1> r[A0(0),-512]<8;8,1>:f"]);
    let offset = |offset| VisaErrorKind::IndirectOffset { offset, bytes: 4 };
    refuses(Target::Tgllp, Simd16, "mov (M1, 16) F(0,0)<1> r[A0(0),2]<8;8,1>:f", offset(2));
    refuses(Target::Tgllp, Simd16, "mov (M1, 16) r[A0(0),-511]<1>:f F(0,0)<1;1,0>", offset(-511));
    let stride = VisaErrorKind::Stride { given: 0 };
    refuses(Target::Tgllp, Simd16, "mov (M1, 16) r[A0(0),0]<0>:f F(0,0)<1;1,0>", stride);
}

/// An address has 64 bits without a sign.
#[test]
fn the_address_of_a_symbol_goes_to_unsigned_quadwords() {
    for (variable, given) in [("I", DataType::D), ("Q", DataType::Q)] {
        let line = format!("faddr table {variable}(0,0)<1>");
        refuses(Target::Tgllp, Simd16, &line, VisaErrorKind::SymbolAddressType { given });
    }
}
