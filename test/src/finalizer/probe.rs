//! Small programs around a few instructions, to ask the finalizer about them.

use texvisa_ir::target::Target;

/// A program with this body on `target`. It may use
///
/// - `U0` to `U2`: arguments of a dword a lane, for 16 lanes (or 32 where registers have 64 bytes);
/// - `D`: sixteen registers of floats; `H`: the same of half floats;
/// - `T6`, `S0`: a surface and a sampler; `V32`: an argument of one dword; `P1`: a predicate.
///
/// The body begins on line 18.
pub fn program(body: &str, target: Target) -> String {
    let grf = target.platform().grf_bytes;
    let lanes = target.platform().native_simd * 2;
    let mut text = String::from(".version 4.1\n.kernel \"k\"\n");
    let variables = [("U0", "d", lanes), ("U1", "d", lanes), ("U2", "d", lanes), ("V32", "d", 1)];
    for (name, ty, elements) in variables.into_iter().chain([("D", "f", 4 * grf), ("H", "hf", 8 * grf)]) {
        text += &format!(".decl {name} v_type=G type={ty} num_elts={elements} align=GRF\n");
    }
    text += ".decl P1 v_type=P num_elts=32\n.decl T6 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n";
    text += ".kernel_attr Target=\"3d\"\n";
    for (index, (name, _, elements)) in variables.into_iter().enumerate() {
        text += &format!(".input {name} offset={} size={}\n", (2 + 2 * index as u32) * grf, elements * 4);
    }
    text + "L0:\n" + body + "\n    ret (M1, 1)\n"
}
