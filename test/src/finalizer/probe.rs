//! Small programs around a few instructions, to ask the finalizer about them.

use texvisa_ir::target::Target;

/// A program with this body on `target`. It may use
///
/// - `U0` to `U2`: arguments of a dword a lane, for 16 lanes (or 32 where registers have 64 bytes);
/// - `V32`: an argument of one dword;
/// - `D`, `H`: arguments of sixteen registers of floats and of half floats, which results may overwrite;
/// - `R`: sixteen registers of floats that are no argument;
/// - `T6`, `S0`: a surface and a sampler; `P1`: a predicate.
///
/// The body begins on line 21.
pub fn program(body: &str, target: Target) -> String {
    let grf = target.platform().grf_bytes;
    let lanes = target.platform().native_simd * 2;
    let mut text = String::from(".version 4.1\n.kernel \"k\"\n");
    let variables = [
        ("U0", "d", 4 * lanes),
        ("U1", "d", 4 * lanes),
        ("U2", "d", 4 * lanes),
        ("V32", "d", 4),
        ("D", "f", 16 * grf),
        ("H", "hf", 16 * grf),
    ];
    for (name, ty, bytes) in variables {
        let elements = bytes / if ty == "hf" { 2 } else { 4 };
        text += &format!(".decl {name} v_type=G type={ty} num_elts={elements} align=GRF\n");
    }
    text += &format!(".decl R v_type=G type=f num_elts={} align=GRF\n", 4 * grf);
    text += ".decl P1 v_type=P num_elts=32\n.decl T6 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n";
    text += ".kernel_attr Target=\"3d\"\n";
    let mut offset = 2 * grf;
    for (name, _, bytes) in variables {
        text += &format!(".input {name} offset={offset} size={bytes}\n");
        offset += bytes.next_multiple_of(grf);
    }
    text + ".function \"_main_0\"\n" + body + "\n    ret (M1, 1)\n"
}
