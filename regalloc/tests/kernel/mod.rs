//! Small vISA kernels in a short form, for the tests of this package.

#![allow(dead_code)]

use texvisa_ir::target::Target;
use texvisa_ir::visa::{Storage, Var, VisaKernel, asm};

/// A kernel for Tiger Lake, whose registers have 32 bytes, with a surface T6 and a sampler S0.
///
/// A variable is declared as `A:d16` (16 dwords; it begins at a register, or where a dword may if it has one element or is a
/// subregister that begins within a register), `A:d16@32` (an input that arrives at byte 32), `A:d16<B+64` (a subregister: from byte 64 of B on), `P:p16` (a predicate)
/// or `A0:a1` (addresses). In the body `&A` is A as a destination, `$A` as a source lane by lane, `#A` as a uniform source, and `@A`
/// the address of A.
pub fn kernel(declarations: &str, body: &str) -> VisaKernel {
    kernel_of(declarations, "", body)
}

/// The same with the label of the main function first, so that the emulator executes it.
pub fn executable(declarations: &str, body: &str) -> VisaKernel {
    kernel_of(declarations, ".function \"_main_0\"\n", body)
}

fn kernel_of(declarations: &str, start: &str, body: &str) -> VisaKernel {
    let mut text = ".version 4.1\n.kernel \"k\"\n".to_owned();
    let mut inputs = String::new();
    let mut aliases = Vec::new();
    for word in declarations.split_whitespace() {
        let (name, rest) = word.split_once(':').expect("a name and a type");
        let (rest, arrives) = rest.split_once('@').map_or((rest, None), |(rest, arrives)| (rest, Some(arrives)));
        let (shape, alias) = rest.split_once('<').map_or((rest, None), |(shape, alias)| (shape, Some(alias)));
        let (ty, count) = shape.split_at(shape.find(|letter: char| letter.is_ascii_digit()).expect("a count"));
        if ty == "p" || ty == "a" {
            text += &format!(".decl {name} v_type={} num_elts={count}\n", ty.to_uppercase());
            continue;
        }
        aliases.extend(alias.map(|alias| (name, alias)));
        let within = alias.and_then(|alias| alias.split_once('+')?.1.parse::<u32>().ok()).unwrap_or(0);
        let align = if count == "1" || !within.is_multiple_of(32) { "dword" } else { "GRF" };
        let alias = alias.map_or(String::new(), |alias| format!(" alias=<{}>", alias.replace('+', ", ")));
        text += &format!(".decl {name} v_type=G type={ty} num_elts={count} align={align}{alias}\n");
        if let Some(arrives) = arrives {
            let element = if ty.ends_with('w') { 2 } else { 4 };
            let bytes = count.parse::<u32>().expect("a count") * element;
            inputs += &format!(".input {name} offset={arrives} size={bytes}\n");
        }
    }
    text += ".decl T6 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n";
    text += &inputs;
    text += ".kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=16\n";
    text += start;
    let mut letters = body.chars().peekable();
    while let Some(letter) = letters.next() {
        let region = match letter {
            '@' => {
                text.push('&');
                continue;
            }
            '&' => "<1>",
            '$' => "<1;1,0>",
            '#' => "<0;1,0>",
            other => {
                text.push(other);
                continue;
            }
        };
        while let Some(letter) = letters.next_if(|letter| letter.is_ascii_alphanumeric()) {
            text.push(letter);
        }
        text += "(0,0)";
        text += region;
    }
    let mut kernel = asm::parse(&text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    // Text names the outermost variable of an alias; here subregisters have subregisters.
    for (name, alias) in aliases.into_iter().filter(|(_, alias)| !alias.starts_with('%')) {
        let (of, offset) = alias.split_once('+').expect("a variable and an offset");
        let (part, of) = (var(&kernel, name), var(&kernel, of));
        let offset: u16 = offset.parse().expect("an offset");
        let is_whole = offset == 0 && kernel.vars[part].bytes() == kernel.vars[of].bytes();
        kernel.vars[part].storage = if is_whole { Storage::Alias { of } } else { Storage::Subregister { of, offset } };
    }
    kernel
}

/// The variable of that name.
pub fn var(kernel: &VisaKernel, name: &str) -> Var {
    kernel.vars.keys().find(|var| kernel.names.var(*var) == Some(name)).expect("a variable of that name")
}

/// Declarations of the operands of branches: X is divergent, N is uniform, and P and U are for their predicates.
pub const BRANCH_OPERANDS: &str = "X:d16@64 N:d1@32 P:p16 U:p16 ";
