//! Which bytes instructions read and write.

use texvisa_ir::target::Target;
use texvisa_ir::visa::asm;

/// MEDIA_LD, MEDIA_ST: rows of 8 bytes lie 8 bytes apart. What is read fills its last register to the end, what is written is
/// what the rows have.
#[test]
fn a_media_block_that_is_read_fills_its_registers() {
    let text = ".version 4.1\n.kernel \"k\"\n.decl D v_type=G type=ud num_elts=32 align=GRF\n\
                .decl N v_type=G type=ud num_elts=5 align=GRF\n.decl T6 v_type=T num_elts=1\nL0:\n    \
                media_ld.nomod (8,2) T6 0 0x0:ud 0x0:ud D.0\n    media_ld.nomod (8,2) T6 0 0x0:ud 0x0:ud N.0\n    \
                media_st.nomod (8,2) T6 0 0x0:ud 0x0:ud D.0\n    ret (M1, 1)\n";
    let kernel = asm::parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut seen = Vec::new();
    for inst in &kernel.insts {
        kernel.for_each_access(inst, |access| seen.push((access.start, access.end, access.write)));
    }
    // The variable N has 20 bytes: it shares its register with nothing.
    assert_eq!(seen, [(0, 32, true), (0, 20, true), (0, 16, false)]);
}
