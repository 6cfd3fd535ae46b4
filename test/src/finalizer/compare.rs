//! Compares what the descriptor model predicts of a kernel's messages with the sends that the finalizer made of them.

use cranelift_entity::SecondaryMap;
use texvisa_ir::visa::descriptor::{BINDLESS_SURFACE, Descriptor, descriptor, media_descriptor};
use texvisa_ir::visa::{Combine, Exec, Inst, MediaBlock, Predicate, Src, State, StateKind, VisaKernel, asm};

use super::listing::Listing;
use super::send::{Function, STATE_BITS, Send, Word};

/// What of a message differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The number of sends.
    Sends,
    /// The lanes of a send.
    Lanes,
    /// The first lane of a send.
    FirstLane,
    /// Whether the execution mask is ignored.
    NoMask,
    /// Whether a flag predicates the send.
    Predicated,
    /// Whether the predicate is inverted.
    Inverted,
    /// How the bits of the predicate are combined: [`Combine`] as a number.
    Combine,
    /// How many bits of the predicate are combined; 0 where none are, or where the platform has no choice.
    Combined,
    /// The descriptor.
    Word,
    /// The extended descriptor.
    Extended,
    /// Registers of the first payload part.
    First,
    /// Registers of the second payload part.
    Second,
    /// Registers of the response.
    Response,
    /// Whether there is a header.
    HasHeader,
    /// Dword 2 of the header.
    Header,
    /// Bytes that dword 3 of the header is moved on by, to a sampler that a descriptor cannot name.
    SamplerBytes,
}

/// A message of which the model and the finalizer say different things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its index in [`VisaKernel::insts`].
    pub inst: usize,
    /// Its text.
    pub text: String,
    /// Which of its sends.
    pub part: u32,
    /// How many the model has.
    pub sends: u32,
    /// What differs.
    pub field: Field,
    /// What the model says.
    pub model: u32,
    /// What the finalizer did.
    pub finalizer: u32,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference { text, field, model, finalizer, .. } = self;
        write!(f, "{text}: {field:?} is {model:#x} in the model, {finalizer:#x} in the finalizer")
    }
}

/// What came of comparing a kernel's messages.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Messages that were compared.
    pub compared: usize,
    /// Messages whose descriptor was computed at run time in a way that could not be followed, so that only the number
    /// of sends, their lanes and the second length were compared.
    pub unknown_words: usize,
    /// Messages with a header in which no number was seen to be moved, so that its dword 2 was not compared.
    pub unknown_headers: usize,
    /// What differs, in the order of the kernel.
    pub differences: Vec<Difference>,
}

impl Comparison {
    /// Whether all was compared that the assembly shows. Where the finalizer spills, it reads headers back from scratch memory,
    /// and what it has put there is not followed.
    pub fn is_whole(&self, spills: bool) -> bool {
        self.unknown_words == 0 && (self.unknown_headers == 0 || spills)
    }
}

/// Compares every sampler message and media block of `kernel` with the sends in `listing`, which the finalizer made of
/// the kernel's text.
///
/// Surfaces and samplers are those that the moves before a message choose. Where a register chooses one, the fields of
/// both are left out. Media blocks go to the data port, whose other messages are not looked at.
pub fn compare(kernel: &VisaKernel, listing: &Listing) -> Comparison {
    let mut comparison = Comparison::default();
    let mut chosen: SecondaryMap<State, Option<u32>> = SecondaryMap::default();
    let mut number = 0;
    for (index, inst) in kernel.insts.iter().enumerate() {
        // The finalizer counts what it reads, and what does nothing is not in the text.
        if kernel.is_omitted(inst) {
            continue;
        }
        let this = number;
        number += 1;
        match inst {
            Inst::SetState { state, value } => {
                chosen[*state] = match value {
                    Src::Immediate { bits, .. } => Some(bits.get() as u32),
                    Src::Register { .. } | Src::Vector { .. } => None,
                };
            }
            Inst::Sampler(_) | Inst::Media(_) => {
                let is_block = matches!(inst, Inst::Media(_));
                let is_part =
                    |send: &&Send| send.instruction == Some(this) && (send.function == Function::Sampler) != is_block;
                let mut sends: Vec<_> = listing.sends.iter().filter(is_part).collect();
                // The finalizer may schedule the second half before the first.
                sends.sort_by_key(|send| send.first_lane);
                let state = |state: Option<State>| match state.map(|state| (kernel.states[state], chosen[state])) {
                    Some((StateKind::BindlessSurface, _)) => BINDLESS_SURFACE,
                    None | Some((StateKind::BindlessSampler, _)) => 0,
                    Some((_, chosen)) => chosen.unwrap_or(0),
                };
                let platform = kernel.target.platform();
                let sent = match inst {
                    Inst::Sampler(message) => Sent {
                        expected: descriptor(
                            &kernel.shape(message),
                            kernel.payload_placement(message),
                            platform,
                            state(Some(message.surface)),
                            state(message.sampler),
                            message.cps,
                        ),
                        exec: message.exec,
                        predicate: message.predicate,
                    },
                    Inst::Media(block) => Sent {
                        expected: media_descriptor(block, platform, state(Some(block.surface))),
                        exec: Exec::all(block_lanes(kernel, block), 0),
                        predicate: None,
                    },
                    _ => continue,
                };
                let mut text = String::new();
                asm::write_inst(kernel, inst, &mut text);
                let modelled = sent.expected.sends;
                let mut note = |part, field, model: u32, finalizer: u32| {
                    if model != finalizer {
                        let text = text.clone();
                        comparison.differences.push(Difference {
                            inst: index,
                            text,
                            part,
                            sends: modelled,
                            field,
                            model,
                            finalizer,
                        });
                    }
                };
                comparison.compared += 1;
                let any = |holds: fn(&Send) -> bool| usize::from(sends.iter().any(|send| holds(send)));
                comparison.unknown_words += any(|send| send.descriptor.known().is_none());
                comparison.unknown_headers += any(|send| send.has_header && send.header.is_none());
                note(0, Field::Sends, sent.expected.sends, sends.len() as u32);
                for (part, send) in sends.iter().enumerate() {
                    let part = part as u32;
                    compare_send(kernel, &sent, part, send, &mut |field, model, finalizer| {
                        note(part, field, model, finalizer);
                    });
                }
            }
            _ => {}
        }
    }
    comparison
}

/// The lanes of a send that moves a block, which mean nothing to the data port: eight to write; to read as many as a
/// register has dwords, and twice as many where they are words and no less than a register, which is read through a
/// temporary (as translateVISAMediaLoadInst has it).
fn block_lanes(kernel: &VisaKernel, block: &MediaBlock) -> u32 {
    let native = kernel.target.platform().native_simd;
    match kernel.vars[block.data.var].ty.bytes() {
        _ if block.store => 8,
        2 if block.bytes() >= kernel.grf_bytes() => 2 * native,
        _ => native,
    }
}

/// A message as it should be sent.
struct Sent {
    expected: Descriptor,
    exec: Exec,
    predicate: Option<Predicate>,
}

fn compare_send(kernel: &VisaKernel, sent: &Sent, part: u32, send: &Send, note: &mut impl FnMut(Field, u32, u32)) {
    let Sent { expected, exec, predicate } = sent;
    let lanes = u32::from(exec.lanes) / expected.sends;
    note(Field::Lanes, lanes, send.lanes);
    note(Field::FirstLane, u32::from(exec.first) + part * lanes, send.first_lane);
    note(Field::NoMask, exec.nomask.into(), send.nomask.into());
    note(Field::Predicated, predicate.is_some().into(), send.predicate.is_some().into());
    if let (Some(predicate), Some(flag)) = (predicate, &send.predicate) {
        note(Field::Inverted, predicate.inverted.into(), flag.starts_with('~').into());
        // `~f0.0.any16h`, `f0.0.all` where a register has 64 bytes.
        let combine = flag.splitn(3, '.').nth(2).unwrap_or_default();
        let kind = match combine.get(..3) {
            Some("any") => Combine::Any,
            Some("all") => Combine::All,
            _ => Combine::None,
        };
        note(Field::Combine, predicate.combine as u32, kind as u32);
        if let Some(bits) = combine.get(3..).and_then(|rest| rest.strip_suffix('h')) {
            note(Field::Combined, kernel.preds[predicate.pred].into(), bits.parse().unwrap_or(0));
        }
    }
    note(Field::Second, expected.second, send.second);
    if let Word::Immediate(bits) = send.extended {
        note(Field::Extended, expected.extended, bits);
    }
    let Some(word) = send.descriptor.known() else { return };
    let compared = if matches!(send.descriptor, Word::Computed(_)) { !STATE_BITS } else { u32::MAX };
    note(Field::Word, expected.word & compared, word);
    note(Field::First, expected.first, send.first);
    note(Field::Response, expected.response, send.response);
    note(Field::HasHeader, expected.header.is_some().into(), send.has_header.into());
    if let (Some(model), Some(found)) = (expected.header, send.header) {
        note(Field::Header, model, found);
    }
    // Before it is copied to a header of its own, another sampler may have been there.
    if let (Some(_), Some(found)) = (expected.header, send.sampler_bytes) {
        note(Field::SamplerBytes, expected.sampler_bytes, found);
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::Target;

    use super::*;

    const KERNEL: &str = ".version 4.1
.kernel \"k\"
.decl U0 v_type=G type=d num_elts=16 align=GRF
.decl U1 v_type=G type=d num_elts=16 align=GRF
.decl W v_type=G type=d num_elts=32 align=GRF
.decl V1 v_type=G type=d num_elts=1 align=dword
.decl D v_type=G type=f num_elts=64 align=GRF
.decl P1 v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.kernel_attr Target=\"3d\"
.kernel_attr SimdSize=16
.function \"_main_0\"
    movs (M1_NM, 1) T6(0) 0x5:ud
    load_lz.RGBA (M1, 16) 0x0:uw T6 D.0 U0.0 U1.0
    load_lz.G (M5_NM, 16) 0x0:uw T6 D.0 U0.0 U1.0
    load_lz.RGBA (M1, 16) 0x0:uw T6 D.0 W.0 W.64
    movs (M1_NM, 1) T6(0) V1(0,0)<0;1,0>
    load_lz.RGBA (M1, 16) 0x0:uw T6 D.0 U0.0 U1.0
    (!P1.any) load_lz.RGBA (M1, 16) 0x0:uw T6 D.0 U0.0 U1.0
    ret (M1, 1)
";

    /// What GenX_IR makes of it for SKL, but for the payload copies.
    const LISTING: &str = "
        sends (16|M0)            r8:w     r2      r4      0x82            0x0485A005           // wr:2+2, rd:8; sampler; simd16 // $2
(W)     mov (8|M0)               r1.0<1>:ud    r0.0<8;8,1>:ud                   {Compacted}          //
(W)     mov (1|M0)               r1.2<1>:ud    0xD000:ud                                             // $3
(W)     sends (16|M16)           r8:w     r1      r21     0x102            0x022DA005           // wr:1h+4, rd:2; sampler; simd16 // $3
        send (16|M0)             r8:w     r20     0x2            0x0885A005           // wr:4+0, rd:8; sampler; simd16 // $4
(W)     add (1|M0)               a0.0<1>:ud    r16.0<0;1,0>:ud   0x485A000:ud                        // $6
        sends (16|M0)            r8:w     r2      r4      0x82            a0.0       // wr:a0.0[28:25]+2, rd:a0.0[24:20]; sampler // $6
(W)     add (1|M0)               a0.0<1>:ud    r16.0<0;1,0>:ud   0x485A000:ud                        // $7
(~f0.0.any16h) sends (16|M0)     r8:w     r2      r4      0x82            a0.0       // wr:a0.0[28:25]+2, rd:a0.0[24:20]; sampler // $7
";

    fn compared(listing: &str) -> Comparison {
        let kernel = asm::parse(KERNEL, Target::Skl).expect("the kernel follows the grammar");
        compare(&kernel, &Listing::read(listing, 32).expect("the lines are understood"))
    }

    #[test]
    fn messages_are_lined_up_with_their_sends() {
        let found = compared(LISTING);
        assert_eq!(found.differences, []);
        assert_eq!((found.compared, found.unknown_words, found.unknown_headers), (5, 0, 0));
    }

    #[test]
    fn each_difference_has_both_sides() {
        let different = |from: &str, to: &str| {
            assert!(LISTING.contains(from), "{from}");
            let found = compared(&LISTING.replacen(from, to, 1)).differences;
            found.iter().map(|it| (it.inst, it.field, it.model, it.finalizer)).collect::<Vec<_>>()
        };
        assert_eq!(different("0x0485A005", "0x0485A006"), [(2, Field::Word, 0x0485_a005, 0x0485_a006)]);
        assert_eq!(different("wr:2+2", "wr:2+3"), [(2, Field::Second, 2, 3)]);
        assert_eq!(different("0xD000:ud", "0xC000:ud"), [(3, Field::Header, 0xd000, 0xc000)]);
        assert_eq!(different("(W)     sends", "        sends"), [(3, Field::NoMask, 1, 0)]);
        assert_eq!(different("        send (16|M0)", "(f0.0)  send (16|M0)"), [(4, Field::Predicated, 0, 1)]);
        assert_eq!(different("sends (16|M16)", "sends (16|M0)"), [(3, Field::FirstLane, 16, 0)]);
        assert_eq!(different("0x485A000:ud", "0x484A000:ud"), [(6, Field::Word, 0x0485_a000, 0x0484_a000)]);
        assert_eq!(different("// $4", "// $9"), [(4, Field::Sends, 1, 0)]);
        assert_eq!(different("~f0.0", "f0.0"), [(7, Field::Inverted, 1, 0)]);
        assert_eq!(different("any16h", "any8h"), [(7, Field::Combined, 16, 8)]);
        assert_eq!(different("any16h", "all16h"), [(7, Field::Combine, 1, 2)]);
        assert_eq!(different("f0.0.any16h", "f0.0"), [(7, Field::Combine, 1, 0)]);
        let changed = different("0x0485A005", "0x0285A005");
        assert_eq!(changed, [(2, Field::Word, 0x0485_a005, 0x0285_a005), (2, Field::First, 2, 1)]);
    }

    #[test]
    fn what_cannot_be_followed_is_counted() {
        let found =
            compared(&LISTING.replace("(W)     add", "L1:\n(W)     mul").replace("0xD000:ud", "r3.0<0;1,0>:ud"));
        assert_eq!((found.unknown_words, found.unknown_headers), (2, 1));
        assert_eq!(found.differences, []);
        assert!(!found.is_whole(true));
        let found = Comparison { unknown_words: 0, ..found };
        assert!(found.is_whole(true) && !found.is_whole(false));
    }
}
