//! What Intel's finalizer says of programs that are right and programs that are wrong.

use std::process::ExitCode;

use libtest_mimic::{Failed, Trial};
use texvisa_ir::target::Target;
use texvisa_ir::visa::{asm, isa};
use texvisa_test::finalizer::{
    Finalizer, FinalizerError, FinalizerOptions, Outcome, PROGRAM_DEVIATIONS, ProgramDeviation, UnendedPath,
    VariableLocation, Verdict, Word, compare, program,
};
use texvisa_test::harness;

fn finalize(finalizer: &Finalizer, body: &str, target: Target) -> Result<Outcome, FinalizerError> {
    finalizer.finalize(&program(body, target), target, &FinalizerOptions::default())
}

fn expect(holds: bool, outcome: &Outcome) -> Result<(), Failed> {
    let sends = outcome.listing.as_ref().map(|listing| &listing.sends);
    if holds { Ok(()) } else { Err(format!("{:#?}\n{:#?}\n{sends:#?}", outcome.verdict, outcome.complaints).into()) }
}

const FETCH: &str = "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.RGBA (M1, 16) 0x0:uw T6 D.0 U0.0";

fn one_message(target: Target) -> Trial {
    Finalizer::trial(&format!("a message is sent/{target}"), move |finalizer| {
        let outcome = finalize(finalizer, FETCH, target)?;
        expect(outcome.is_clean() && outcome.binary.as_ref().is_some_and(|bytes| !bytes.is_empty()), &outcome)?;
        let listing = outcome.listing.as_ref().ok_or("there is no assembly")?;
        let grf_bytes = target.platform().grf_bytes;
        let argument =
            listing.declares.iter().find(|declare| declare.name == "U0").and_then(|declare| declare.location);
        expect(argument == Some(VariableLocation::Register(2 * grf_bytes)), &outcome)?;
        let [send] = listing.sends.as_slice() else { return Err(format!("{:#?}", listing.sends).into()) };
        // One dword parameter of 16 lanes, four channels of them, ld_lz, surface 5.
        let registers = 64 / grf_bytes;
        let mode = if grf_bytes == 64 { 1 } else { 2 };
        let word = registers << 25 | (4 * registers) << 20 | mode << 17 | 26 << 12 | 5;
        expect(send.descriptor == Word::Immediate(word) && send.instruction == Some(2), &outcome)
    })
}

/// What computes a descriptor at run time can be followed within a block.
fn computed(target: Target) -> Trial {
    Finalizer::trial(&format!("descriptors that are computed are as modelled/{target}"), move |finalizer| {
        let text = program(COMPUTED, target);
        let kernel = asm::parse(&text, target).map_err(|errors| format!("{errors:?}"))?;
        let outcome = finalizer.finalize(&text, target, &FinalizerOptions::default())?;
        let listing = outcome.listing.as_ref().ok_or("there is no assembly")?;
        let comparison = compare(&kernel, listing);
        let all = comparison.compared == 4 && comparison.unknown_words + comparison.unknown_headers == 0;
        if all && comparison.differences.is_empty() { Ok(()) } else { Err(format!("{comparison:#?}").into()) }
    })
}

const COMPUTED: &str = "    movs (M1_NM, 1) T6(0) V32(0,0)<0;1,0>
    movs (M1_NM, 1) S0(0) 0x3:ud
    sample_lz.RGBA (M1, 16) 0x0:uw S0 T6 D.0 U0.0 U1.0
    movs (M1_NM, 1) S0(0) V32(0,0)<0;1,0>
    sample_lz.RGBA (M1, 16) 0x0:uw S0 T6 H.0 U0.0 U1.0
    cmp.eq (M1, 16) P1 U0(0,0)<1;1,0> 0x3:d
    (P1) goto (M1, 16) L1
    movs (M1_NM, 1) T6(0) 0x7:ud
    load_lz.GA (M1, 16) 0x123:uw T6 D.0 U0.0 U1.0
L1:
    (!P1) load_3d.RG (M1, 16) 0x0:uw T6 D.0 U0.0 U1.0";

/// Programs, each with several paths to its end.
const PATHS: [&str; 3] = [
    FETCH,
    "    cmp.eq (M1, 16) P1 U0(0,0)<1;1,0> 0x3:d
    (P1) goto (M1, 16) L1
    movs (M1_NM, 1) T6(0) 0x5:ud
    load_lz.RGBA (M1, 16) 0x0:uw T6 D.0 U0.0
    jmp (M1, 1) L2
L1:
    ret (M1, 1)
L2:
    mov (M1, 16) D(0,0)<1> 0x0:f",
    "    mov (M1_NM, 1) V32(0,0)<1> 0x0:d
L1:
    add (M1_NM, 1) V32(0,0)<1> V32(0,0)<0;1,0> 0x1:d
    cmp.gt (M1_NM, 1) P1 V32(0,0)<0;1,0> 0x9:d
    (P1) jmp (M1, 1) L2
    cmp.eq (M1, 16) P1 U0(0,0)<1;1,0> V32(0,0)<0;1,0>
    (!P1) goto (M1, 16) L1
    ret (M1, 1)
L2:
    movs (M1_NM, 1) T6(0) 0x5:ud
    scatter4_scaled.R (M1, 16) T6 0x0:ud U0.0 U1.0",
];

/// Every path through the machine code ends the thread, from text and from the binary form, as GenX_IR and iga64
/// disassemble it; without a main function none does.
fn threads_end(target: Target) -> Trial {
    Finalizer::trial(&format!("every path ends the thread/{target}"), move |finalizer| {
        for body in PATHS {
            let text = program(body, target);
            let headless = text.replace(".function \"_main_0\"", "L0:");
            for (text, ends) in [(text, true), (headless, false)] {
                let kernel = asm::parse(&text, target).map_err(|errors| format!("{errors:?}"))?;
                let binary = isa::write(&kernel, &isa::WriteOptions::default())?;
                let options = FinalizerOptions::default();
                for outcome in [
                    finalizer.finalize(&text, target, &options)?,
                    finalizer.finalize_binary(&binary, target, &options)?,
                ] {
                    let returns = matches!(outcome.verdict, Verdict::Unended { path: UnendedPath::Returns { .. } });
                    expect(if ends { outcome.is_clean() } else { returns }, &outcome)?;
                    let code = outcome.binary.as_deref().ok_or("there is no machine code")?;
                    let again = finalizer.disassemble(code, target)?;
                    if again.unended.is_none() != ends {
                        return Err(format!("iga64: {:?}\n{text}", again.unended).into());
                    }
                }
            }
        }
        Ok(())
    })
}

fn known_deviation(deviation: &'static ProgramDeviation) -> Trial {
    Finalizer::trial(&format!("the finalizer has its known deviations/{}", deviation.name), |finalizer| match deviation
        .is_there(finalizer)?
    {
        [true, false] => Ok(()),
        [true, true] => Err("the control deviates, too: it is not what was asked for".into()),
        [false, _] => Err("this GenX_IR does not deviate here; delete the row".into()),
    })
}

fn refused(name: &str, body: &'static str, message: &'static str) -> Trial {
    Finalizer::trial(name, move |finalizer| {
        let outcome = finalize(finalizer, body, Target::Tgllp)?;
        let Verdict::Refused { messages } = &outcome.verdict else { return expect(false, &outcome) };
        expect(messages.iter().any(|found| found.contains(message)), &outcome)
    })
}

fn trials() -> Vec<Trial> {
    let targets = || Target::ALL.into_iter().filter(|target| target.platform().finalizer.is_some());
    let mut trials: Vec<_> = targets().map(one_message).chain(targets().map(computed)).collect();
    trials.extend([Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2].map(threads_end));
    trials.extend(PROGRAM_DEVIATIONS.iter().map(known_deviation));
    trials.push(refused(
        "a syntax error is refused",
        "    frobnicate (M1, 16) D.0",
        "near line 21: syntax error, unexpected IDENT",
    ));
    trials.push(refused(
        "an undeclared variable is refused",
        "    load_lz.RGBA (M1, 16) 0x0:uw T6 D.0 V99.0",
        "V99: undefined raw operand variable",
    ));
    trials.push(refused(
        "what the file of errors says is passed on",
        "    load_lz.RGBA (M1, 16) 0x0:uw T6 D.7 U0.0",
        "Raw operand should be GRF-aligned: Raw offset is 7: load_lz.RGBA",
    ));
    trials.push(Finalizer::trial("a failed assertion is no acceptance", |finalizer| {
        let outcome = finalize(finalizer, &FETCH.replace("(M1, 16)", "(M4, 8)"), Target::Tgllp)?;
        let failed = matches!(&outcome.verdict, Verdict::FailedAssertion { messages }
            if messages.iter().any(|message| message.ends_with("Invalid emask for SIMD8 inst")));
        expect(failed && outcome.listing.is_some(), &outcome)
    }));
    trials.push(Finalizer::trial("a spill is told with its size", |finalizer| {
        // Without these the finalizer would compute each value where it is stored.
        let options = FinalizerOptions::default().flag("-noschedule").flag("-nopresched");
        let outcome = finalizer.finalize(&spilling(), Target::Tgllp, &options)?;
        let Verdict::Spill { bytes } = outcome.verdict else { return expect(false, &outcome) };
        let listing = outcome.listing.as_ref().ok_or("there is no assembly")?;
        let spilled =
            listing.declares.iter().any(|declare| matches!(declare.location, Some(VariableLocation::Scratch(_))));
        expect(bytes > 0 && listing.spill_bytes == bytes && spilled, &outcome)
    }));
    trials.push(Finalizer::trial("a crash is told with its signal", |finalizer| {
        let outcome = finalize(finalizer, &FETCH.replace(" U0.0", ""), Target::Tgllp)?;
        expect(matches!(outcome.verdict, Verdict::Crashed { signal: 11, .. }), &outcome)
    }));
    trials.push(Finalizer::trial("a platform that it does not know is an error", |finalizer| {
        match finalize(finalizer, FETCH, Target::Lnl) {
            Err(FinalizerError::Platform { target: Target::Lnl, known }) if known.contains("tgllp") => Ok(()),
            other => Err(format!("{other:?}").into()),
        }
    }));
    trials
}

/// A program that needs more registers than there are: forty values of eight registers, all alive at once.
fn spilling() -> String {
    let mut text = String::from(
        ".version 4.1\n.kernel \"k\"\n.decl U0 v_type=G type=d num_elts=16 align=GRF\n.decl T6 v_type=T num_elts=1\n\
         .kernel_attr Target=\"3d\"\n.input U0 offset=64 size=64\n",
    );
    let each = |line: &dyn Fn(u32) -> String| (0..40).map(line).collect::<String>();
    text += &each(&|index| format!(".decl D{index} v_type=G type=d num_elts=64 align=GRF\n"));
    text += ".function \"_main_0\"\n";
    text += &each(&|index| {
        format!(
            "    add (M1, 16) D{index}(0,0)<1> U0(0,0)<1;1,0> {index:#x}:d\n    add (M1, 16) D{index}(2,0)<1> U0(0,0)<1;1,0> {index:#x}:d\n"
        )
    });
    text += &each(&|index| format!("    scatter4_scaled.RG (M1, 16) T6 0x0:ud U0.0 D{index}.0\n"));
    text + "    ret (M1, 1)\n"
}

fn main() -> ExitCode {
    harness::run("finalizer", trials())
}
