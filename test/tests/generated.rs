//! Random programs are valid, have everything that they are meant to have, and survive being written down.

use std::collections::BTreeSet;
use std::ops::Range;

use texvisa_emulator::UndefBits;
use texvisa_emulator::interp::Program;
use texvisa_emulator::refine::{Inputs, TrialOptions};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{
    ArgumentRole, Binding, Dimension, InstData, MediaField, MemoryKind, Module, Op, Role, Scalar, SyncKind,
    TextureKind, parse, verify,
};
use texvisa_reduce::reduce;
use texvisa_test::generate::{Config, module};

/// What is wrong with a module or with its text.
fn complaint(module: &Module) -> Option<String> {
    let errors = verify(module);
    if let Some(first) = errors.first() {
        return Some(format!("{} errors, the first: {first}", errors.len()));
    }
    let text = module.to_string();
    let again = match parse(&text) {
        Ok(again) => again,
        Err(errors) => return Some(format!("the text is refused: {errors:?}")),
    };
    let again_text = again.to_string();
    if let Some((before, after)) = text.lines().zip(again_text.lines()).find(|(before, after)| before != after) {
        return Some(format!("the text changes from\n{before}\nto\n{after}"));
    }
    verify(&again).first().map(|error| format!("read back, it is not valid: {error}"))
}

fn check(seeds: Range<u64>, config: &Config) {
    for seed in seeds {
        let module = module(seed, config);
        if let Some(complaint) = complaint(&module) {
            let reduced = reduce(&module, |module| self::complaint(module).is_some());
            panic!("seed {seed}: {complaint}\n{reduced}");
        }
    }
}

#[test]
fn everything_that_the_text_can_say_is_read_back() {
    check(0..2000, &Config::syntax());
}

#[test]
fn what_is_lowered_is_valid() {
    for target in Target::ALL {
        for simd in SimdWidth::ALL {
            check(0..50, &Config::lowerable(target, simd));
        }
    }
}

#[test]
fn a_seed_makes_one_module() {
    for seed in 0..20 {
        assert_eq!(module(seed, &Config::syntax()).to_string(), module(seed, &Config::syntax()).to_string());
    }
    assert_ne!(module(1, &Config::syntax()).to_string(), module(2, &Config::syntax()).to_string());
}

#[test]
fn certain_programs_have_nothing_undefined() {
    let lowerable = Config::lowerable(Target::Tgllp, SimdWidth::Simd16);
    let config = Config { undefined: false, inexact: false, ..lowerable };
    for seed in 0..200 {
        let text = module(seed, &config).to_string();
        assert!(!text.contains("undef") && !text.contains("fsqrt f"), "{text}");
    }
}

/// A run that reads nothing undefined is the same with any undef bits: the check by differential execution makes no others.
#[test]
fn what_takes_nothing_undefined_does_the_same_with_every_fill() {
    let simd = SimdWidth::Simd16;
    let mut runs = [0; 2];
    for seed in 0..400 {
        let module = module(seed, &Config::lowerable(Target::Tgllp, simd));
        let id = module.kernels.keys().next().expect("a kernel");
        let program = Program::new(&module, id).expect("generated programs are valid");
        let inputs = Inputs::new(&module, id, simd, seed, &TrialOptions::default());
        let run = |fill| {
            let mut environment = inputs.environment.clone();
            program.run(&mut environment, &inputs.grid, simd, fill).map(|ended| (ended.took_undefined, environment))
        };
        let Ok((took_undefined, expected)) = run(UndefBits::constant(0x6b6b_6b6b_6b6b_6b6b)) else { continue };
        runs[usize::from(took_undefined)] += 1;
        if !took_undefined {
            for fill in [UndefBits::constant(0), UndefBits::differing(0, seed), UndefBits::varied(seed)] {
                assert!(run(fill).is_ok_and(|(took, found)| !took && found == expected), "seed {seed}");
            }
        }
    }
    assert!(runs.iter().all(|runs| *runs > 50), "{runs:?}");
}

/// The words of the language that occur in a module.
fn words(module: &Module, words: &mut BTreeSet<String>) {
    let mut note = |kind: &str, word: &str| {
        words.insert(format!("{kind} {word}"));
    };
    for surface in module.surfaces.values() {
        note("dimension", surface.dimension.name());
        note("binding", binding(surface.binding));
    }
    for kernel in module.kernels.values() {
        kernel.arguments.iter().for_each(|argument| note("argument", argument.role.name()));
        kernel.values.values().for_each(|value| note("type", value.ty.scalar.name()));
        for inst in kernel.insts.values() {
            match inst {
                InstData::Plain { op, .. } => note("operation", op.name()),
                InstData::Sync(kind) => note("sync", kind.name()),
                InstData::Memory(id) => note("memory", &kernel.memories[*id].kind.name().concat()),
                InstData::Texture(id) => {
                    let op = &kernel.textures[*id];
                    note("texture", op.kind.name());
                    op.params.iter().for_each(|(role, _)| note("role", role.name()));
                    let modifiers = [
                        ("offset", op.offset != [0; 3]),
                        ("channel", op.channel != 0),
                        ("no channels", op.mask.count() == 0),
                        ("some channels", (1..4).contains(&op.mask.count())),
                        ("residency", op.residency),
                        ("implicit_lod", op.implicit_lod),
                        ("kill_pixel", op.kill_pixel),
                        ("width", op.width.is_some()),
                        ("plane", op.plane != 0),
                        ("field", op.field != MediaField::Frame),
                    ];
                    modifiers.iter().filter(|row| row.1).for_each(|row| note("modifier", row.0));
                }
                _ => {}
            }
        }
    }
}

fn binding(binding: Binding) -> &'static str {
    match binding {
        Binding::Table(_) => "entry",
        Binding::Indexed => "indexed",
        Binding::Bindless => "bindless",
    }
}

#[test]
fn nothing_of_the_language_is_left_out() {
    let mut found = BTreeSet::new();
    (0..2000).for_each(|seed| words(&module(seed, &Config::syntax()), &mut found));
    let of = |kind: &'static str, names: Vec<String>| names.into_iter().map(move |name| format!("{kind} {name}"));
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let roles = TextureKind::ALL.iter().flat_map(|kind| kind.required().iter().chain(kind.optional().iter()));
    let modifiers = [
        "offset",
        "channel",
        "no channels",
        "some channels",
        "residency",
        "implicit_lod",
        "kill_pixel",
        "width",
        "plane",
        "field",
    ];
    let expected = of("dimension", Dimension::all().map(|it| it.name().to_owned()).collect())
        .chain(of("binding", named(&["entry", "indexed", "bindless"])))
        .chain(of("argument", ArgumentRole::all().map(|it| it.name().to_owned()).collect()))
        .chain(of("type", Scalar::ALL.iter().map(|it| it.name().to_owned()).collect()))
        .chain(of("operation", Op::ALL.iter().map(|it| it.name().to_owned()).collect()))
        .chain(of("sync", SyncKind::ALL.iter().map(|it| it.name().to_owned()).collect()))
        .chain(of("memory", MemoryKind::all().map(|it| it.name().concat()).collect()))
        .chain(of("texture", TextureKind::ALL.iter().map(|it| it.name().to_owned()).collect()))
        .chain(of("role", roles.map(Role::name).map(str::to_owned).collect()))
        .chain(of("modifier", named(&modifiers)));
    let missing: Vec<_> = expected.filter(|word| !found.contains(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Whatever is asked for, the result is valid, has it, and cannot be made smaller by the same means.
#[test]
fn random_modules_are_reduced_to_what_is_asked_for() {
    for (seed, word) in [(3, "gather4"), (5, "branch"), (8, "fadd"), (11, "sample_info"), (13, "store_raw")] {
        let config = Config::lowerable(Target::Dg2, SimdWidth::Simd16);
        let has_word = |module: &Module| module.to_string().contains(word);
        let found = (seed..seed + 100).map(|seed| module(seed, &config)).find(has_word);
        let module = found.expect("one of a hundred modules has the word");
        let reduced = reduce(&module, has_word);
        assert_eq!(verify(&reduced), []);
        assert!(has_word(&reduced) && reduced.to_string().lines().count() <= 14, "{reduced}");
        assert_eq!(reduce(&reduced, has_word).to_string(), reduced.to_string());
    }
}
