//! Whether Intel's vISA and its source differ in nothing but the choice of products that sums take in.
//!
//! Where LLVM IR allows a sum to take in either of two products, by flags (LLVM language reference, Fast-Math Flags, `contract`)
//! or everywhere ([`EVERYWHERE`]), the results have other bits, and neither compiler is wrong. Such a difference is shown to be none by taking
//! both sides apart: without any `mad` and `fma`, every product and every sum is rounded, and the two must be equal.

use texvisa::check::TrialOptions;
use texvisa::ir::visa::{
    Align, Alu, AluOp, DataType, Dst, Exec, Inst, Modifier, Region, Src, Storage, VarDecl, VisaKernel,
};
use texvisa::link::Zebin;
use texvisa_llvm::ImportOptions;

/// How a source is imported that Intel's vISA is compared with.
pub const IMPORT: ImportOptions = ImportOptions {
    undefined_outside: true,
    textures_alone: false,
    sources: false,
    keeps_module: false,
    is_verified: false,
};

/// What allows every sum of a module or function to take in a product, and the same forbidding it.
const EVERYWHERE: [(&str, &str); 2] = [
    ("!\"MadEnable\", i1 true", "!\"MadEnable\", i1 false"),
    ("\"less-precise-fpmad\"=\"true\"", "\"less-precise-fpmad\"=\"false\""),
];

/// The source without what allows every sum of it to take in a product.
pub fn by_flags_alone(llvm: &str) -> String {
    EVERYWHERE.iter().fold(llvm.to_owned(), |text, (allowed, forbidden)| text.replace(allowed, forbidden))
}

/// Whether both sides are equal once they are taken apart. `llvm` is the source of `kernel`, and `visa` what Intel's
/// compiler made of it.
pub fn is_all(program: &Zebin<'_>, llvm: &str, kernel: &str, visa: &VisaKernel, options: &TrialOptions) -> bool {
    let Some(source) = source_apart(llvm, kernel) else { return false };
    let Ok(import) = texvisa_llvm::import_bytes_with("apart", source.as_bytes(), IMPORT) else { return false };
    let Some(id) = import.module.kernel(kernel) else { return false };
    let mut visa = visa.clone();
    visa_apart(&mut visa);
    let Ok(layout) = program.argument_layout(kernel, &import.module, id, &visa) else { return false };
    texvisa::check::execute_foreign(&import.module, id, &visa, layout, options)
        .is_ok_and(|summary| summary.nothing_compared().is_none())
}

/// The source with a product and a sum in place of each `llvm.fma`, and no sum that may take in a product; nothing where
/// a sum or product of the kernel may not be contracted, as a wrong contraction would then not be noticed; a difference from
/// zero is a change of the sign.
fn source_apart(llvm: &str, kernel: &str) -> Option<String> {
    let allowed_everywhere = EVERYWHERE.iter().any(|(allowed, _)| llvm.contains(allowed));
    let (mut text, mut is_inside) = (String::with_capacity(llvm.len()), false);
    for (number, line) in llvm.lines().enumerate() {
        if line.starts_with("define") {
            is_inside = line.contains(&format!("@{kernel}("));
        }
        let operation = line.split_once(" = ").and_then(|(_, rest)| rest.split(' ').next());
        if let Some("fadd" | "fsub" | "fmul") = operation {
            let is_negation =
                line.contains(" = fsub float 0.000000e+00,") || line.contains(" = fsub float -0.000000e+00,");
            let allowed = allowed_everywhere || is_negation || line.contains(" fast ") || line.contains(" contract ");
            if is_inside && !allowed {
                return None;
            }
            text += &line.replacen(" fast ", " reassoc nnan ninf nsz arcp afn ", 1).replacen(" contract ", " ", 1);
        } else if let Some((result, ty, [a, b, c])) = fma(line) {
            text += &format!("  %texvisa.product.{number} = fmul {ty} {a}, {b}\n");
            text += &format!("{result} = fadd {ty} %texvisa.product.{number}, {c}");
        } else {
            text += line;
        }
        text.push('\n');
    }
    Some(by_flags_alone(&text))
}

/// The result, type and operands of a call of `llvm.fma` for one number:
/// `  %4 = call fast float @llvm.fma.f32(float %1, float %2, float %3) #2`.
fn fma(line: &str) -> Option<(&str, &str, [&str; 3])> {
    let (result, call) = line.split_once(" = ")?;
    let (_, operands) = call.split_once("@llvm.fma.f")?;
    let (_, operands) = operands.split_once('(')?;
    let mut operands = operands.rsplit_once(')')?.0.split(", ").map(|operand| operand.split_once(' '));
    let ((ty, a), (_, b), (_, c)) = (operands.next()??, operands.next()??, operands.next()??);
    operands.next().is_none().then_some((result, ty, [a, b, c]))
}

/// Makes a `mul` and an `add` of each `mad` of floats.
fn visa_apart(kernel: &mut VisaKernel) {
    let insts = std::mem::take(&mut kernel.insts);
    for inst in insts {
        match inst {
            Inst::Alu(mad) if mad.op == AluOp::Mad && is_float(kernel.vars[mad.dst.var].ty) => {
                let Exec { lanes, .. } = mad.exec;
                let ty = kernel.vars[mad.dst.var].ty;
                let product = kernel.vars.push(VarDecl {
                    ty,
                    elements: lanes.into(),
                    align: Align::Hword,
                    storage: Storage::Own,
                });
                let region = if lanes == 1 { Region::SCALAR } else { Region::CONTIGUOUS };
                let sum = Src::Register { var: product, offset: 0, region, modifier: Modifier::None };
                let [a, b, c] = mad.srcs;
                kernel.insts.push(Inst::Alu(Alu {
                    op: AluOp::Mul,
                    saturate: false,
                    predicate: None,
                    dst: Dst::whole(product),
                    srcs: [a, b, b],
                    ..mad
                }));
                kernel.insts.push(Inst::Alu(Alu { op: AluOp::Add, srcs: [sum, c, c], ..mad }));
            }
            inst => kernel.insts.push(inst),
        }
    }
}

fn is_float(ty: DataType) -> bool {
    matches!(ty, DataType::F | DataType::Hf | DataType::Df)
}
