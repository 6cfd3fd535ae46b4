//! Lines of vISA text are printed as they were read, the first time and when the printer has kept their parts.

use texvisa_ir::target::Target;
use texvisa_ir::visa::asm;

const HEAD: &str = "\
.version 4.1
.kernel \"lines\"
.decl V32 v_type=G type=f num_elts=8 align=GRF
.decl V33 v_type=G type=f num_elts=8 align=GRF
.decl V34 v_type=G type=f num_elts=32 align=GRF
.decl V35 v_type=G type=f num_elts=32 align=GRF
.decl V36 v_type=G type=d num_elts=1 align=dword
.decl V37 v_type=G type=d num_elts=1 align=dword attrs={Output}
.decl named v_type=G type=d num_elts=1 align=dword
.decl V39 v_type=G type=f num_elts=8 align=GRF alias=<V34, 32>
.decl V40 v_type=G type=f num_elts=8 align=GRF alias=<V35, 32>
.decl V41 v_type=G type=ud num_elts=8 align=GRF alias=<V34, 0>
.decl V42 v_type=G type=ud num_elts=8 align=GRF alias=<V35, 0>
.decl V43 v_type=G type=d num_elts=1 align=dword alias=<named, 0>
.decl V44 v_type=G type=df num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.decl T6 v_type=T num_elts=1
.decl S0 v_type=S num_elts=1
";

const LINES: &str = "
    add (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0> V36(0,0)<0;1,0>
    add (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0> 0x3f800000:f
    add (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0> 0x0:f
    add (M1, 8) V41(0,0)<1> V42(0,0)<1;1,0> 0xffffffff:ud
    add (M1, 8) V44(0,0)<1> V44(0,0)<1;1,0> 0x3ff0000000000000:df
    mad (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0> V39(0,0)<1;1,0> V40(0,0)<1;1,0>
    add (M1, 8) V32(0,0)<1> (-)V33(0,0)<1;1,0> (abs)V39(0,0)<1;1,0>
    add (M1, 8) V34(1,0)<1> V34(2,0)<1;1,0> V34(0,3)<0;1,0>
    mov (M1, 4) V32(0,0)<2> V33(0,0)<2;1,0>
    mov (M1, 1) named(0,0)<1> V43(0,0)<0;1,0>
    mov (M1, 1) V36(0,0)<1> named(0,0)<0;1,0>
    mov.sat (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0>
    (P1) mov (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0>
    (!P1) mov (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0>
    mov (M1_NM, 8) V32(0,0)<1> V33(0,0)<1;1,0>
    mov (M1, 8) V41(0,0)<1> 0x76543210:uv
    movs (M1_NM, 1) T6(0) 0x1f:ud
    movs (M1_NM, 1) S0(0) V36(0,0)<0;1,0>
    sample_3d.R (M1, 8) 0x0:uw S0 T6 V34.0 V32.0 V33.0
    sample_3d.RGB (M1, 8) 0x1f0:uw S0 T6 V34.0 V32.0 V33.0
    sample_3d.RGB (M1, 8) 0x0:uw S0 T6 V34.32 V32.0 V34.96
    sample_l.RGBA (M1_NM, 8) 0x0:uw S0 T6 V34.0 V32.0 V33.0 V39.0 V40.0
    sample_l.pixel_null_mask.RG (M1, 8) 0x0:uw S0 T6 V34.0 V32.0 V33.0
    sample_d.R (M1, 8) 0x0:uw S0 T6 V34.0 V32.0 V33.0 V32.0 V33.0 V32.0 V33.0
    sample_d.R (M1, 8) 0x0:uw S0 T6 V34.0 V32.0 V33.0 V32.0 V33.0 V32.0 V33.0 V32.0
    sample_d.R (M1, 8) 0x0:uw S0 T6 V34.0 V32.0 V33.0 V32.0 V33.0 V32.0 V33.0 V32.0 V33.0 V32.0
    (P1) sample_3d.R (M1, 8) 0x0:uw S0 T6 V34.0 V32.0 V33.0
    load_lz.RGBA (M1, 8) 0x0:uw T6 V34.0 V41.0 V42.0
    resinfo.RGB (M1, 8) T6 V41.0 V34.0
    scatter4_scaled.RG (M1, 8) T6 0x0:ud V41.0 V34.0
";

#[test]
fn a_line_is_the_same_when_its_pieces_are_known() {
    let text = format!("{HEAD}{}    ret (M1, 1)\n", LINES[1..].repeat(3));
    let kernel = asm::parse(&text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors}"));
    let mut printed = String::new();
    asm::write_all(&kernel, &mut printed);
    for (given, printed) in text.lines().zip(printed.lines()) {
        assert_eq!(given, printed);
    }
    assert_eq!(text, printed);
}
