//! The forms of messages that conformance is asked for: two products of their properties.

use texvisa_ir::target::Target;
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::Combine;
use texvisa_ir::visa::message::{MessageClass, MessageRow, ResponseKind};

/// Which product. Both are made for every message that a target has, each legal execution size and each type of its
/// parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// Every legal number of parameters, apart and in one run, with a few channel masks, and texel offsets, null mask,
    /// 16-bit results and results that go nowhere each alone and together.
    Parameters,
    /// All parameters, and every pair of a channel mask, texel offsets, a predicate, the size of the result, null mask,
    /// execution mask, the flags of 3D_SAMPLE, and the place of the parameters.
    Modifiers,
}

impl Product {
    /// Both.
    pub const ALL: [Product; 2] = [Product::Parameters, Product::Modifiers];

    /// What the tests call it.
    pub const fn name(self) -> &'static str {
        match self {
            Product::Parameters => "parameters",
            Product::Modifiers => "modifiers",
        }
    }

    /// Every form of `row` on `target`, of `lanes`.
    pub(super) fn forms(self, row: &MessageRow, target: Target, lanes: u32) -> Vec<Form> {
        let mut forms = match self {
            Product::Parameters => by_count(row),
            Product::Modifiers => pairs(row),
        };
        forms.iter_mut().for_each(|form| form.restrict(row, target, lanes));
        forms
    }
}

/// One form of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub params: u32,
    pub channels: ChannelMask,
    /// Packed texel offsets.
    pub offset: u16,
    pub residency: bool,
    /// 2 or 4 bytes, or nowhere.
    pub result_bytes: Option<u32>,
    /// Whether it is inverted, and how its bits are combined.
    pub predicate: Option<(bool, Combine)>,
    /// Which of the places that its lanes have among 32.
    pub place: u32,
    pub nomask: bool,
    /// Whether the parameters follow one another.
    pub one_run: bool,
    pub cps: bool,
    pub non_uniform: bool,
}

const PLAIN: Form = Form {
    params: 0,
    channels: ChannelMask::RGBA,
    offset: 0,
    residency: false,
    result_bytes: Some(4),
    predicate: None,
    place: 0,
    nomask: false,
    one_run: false,
    cps: false,
    non_uniform: false,
};

impl Form {
    /// Leaves out what `row` has not on `target`, so that the form is legal.
    fn restrict(&mut self, row: &MessageRow, target: Target, lanes: u32) {
        let places = 32 / lanes;
        self.place %= places;
        if !row.class.has_modifiers() {
            *self = Form {
                params: self.params,
                channels: self.channels,
                place: self.place,
                nomask: self.nomask,
                one_run: self.one_run,
                ..PLAIN
            };
        }
        if !row.takes_offsets {
            self.offset = 0;
        }
        self.cps &= row.compensates_lod(target) && lanes <= MessageRow::MOST_CPS_LANES;
        self.non_uniform &= row.class == MessageClass::Sample;
        // All lanes of a predicate are combined, wherever those of the message are; the finalizer fails at that: see
        // `PROGRAM_DEVIATIONS`.
        if self.predicate.is_some_and(|(_, combine)| combine != Combine::None) {
            self.place = 0;
        }
    }
}

/// The channel masks of a message: of those that gather, the one channel each.
fn masks(row: &MessageRow) -> Vec<ChannelMask> {
    match row.response {
        // A gather that compares has the red channel (3D_SAMPLE4, Ref).
        ResponseKind::Texels if row.compares() => vec![ChannelMask::from_bits(1)],
        ResponseKind::Texels => (0..4).map(|channel| ChannelMask::EMPTY.with(channel)).collect(),
        _ => (1..16).map(ChannelMask::from_bits).collect(),
    }
}

/// The masks with which every combination of the other properties is tried: with and without a header, one channel,
/// some and all.
const CROSSED: [u8; 6] = [0b0001, 0b0011, 0b1111, 0b0010, 0b1001, 0b0110];

fn by_count(row: &MessageRow) -> Vec<Form> {
    let modifiers = [
        PLAIN,
        Form { offset: 0x123, ..PLAIN },
        Form { residency: true, ..PLAIN },
        Form { result_bytes: Some(2), ..PLAIN },
        Form { result_bytes: None, ..PLAIN },
        Form { offset: 0xf8f, residency: true, result_bytes: Some(2), ..PLAIN },
        Form { offset: 0x123, residency: true, result_bytes: None, ..PLAIN },
    ];
    let modifiers = if row.class.has_modifiers() { &modifiers[..] } else { &modifiers[..1] };
    let crosses = |mask: &ChannelMask| row.response == ResponseKind::Texels || CROSSED.contains(&mask.bits());
    let mut forms = Vec::new();
    for params in row.legal_counts(Target::FIRST.platform()) {
        for channels in masks(row).into_iter().filter(crosses) {
            for modifier in modifiers {
                forms.extend([false, true].map(|one_run| Form { params, channels, one_run, ..*modifier }));
            }
        }
    }
    for (index, form) in forms.iter_mut().enumerate() {
        form.place = index as u32;
        form.nomask = index % 11 == 0;
    }
    forms
}

/// Texel offsets: none, the least and the greatest of each, and all.
const OFFSETS: [u16; 7] = [0, 0x001, 0x00f, 0x080, 0x7f8, 0x888, 0xfff];
const PREDICATES: [Option<(bool, Combine)>; 7] = [
    None,
    Some((false, Combine::None)),
    Some((true, Combine::None)),
    Some((false, Combine::Any)),
    Some((true, Combine::Any)),
    Some((false, Combine::All)),
    Some((true, Combine::All)),
];
/// 4 or 2 bytes, or nowhere.
const RESULTS: [Option<u32>; 3] = [Some(4), Some(2), None];
/// No property but the mask has more values: a prime, so that the forms below have every pair.
const VALUES: usize = 7;

/// An orthogonal array: property j of form (mask, step) has value `step + j * mask` modulo the number of values. For
/// one mask a property takes all its values, and for two properties the values of step and mask are solved for, as
/// their number is prime.
fn pairs(row: &MessageRow) -> Vec<Form> {
    let masks = masks(row);
    let params = row.legal_counts(Target::FIRST.platform()).max().unwrap_or(0);
    let mut forms = Vec::new();
    for mask in 0..masks.len().max(VALUES) {
        for step in 0..VALUES {
            let value = |property: usize| (step + property * mask) % VALUES;
            forms.push(Form {
                params,
                channels: masks[mask % masks.len()],
                offset: OFFSETS[value(0)],
                predicate: PREDICATES[value(1)],
                result_bytes: RESULTS[value(2) % RESULTS.len()],
                residency: value(3) % 2 == 1,
                place: value(4) as u32,
                cps: value(5) % 2 == 1,
                non_uniform: value(5) / 2 % 2 == 1,
                nomask: value(6) % 2 == 1,
                one_run: value(6) / 2 % 2 == 1,
            });
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use texvisa_ir::visa::message::Message;

    use super::*;

    /// 15 masks, 7 offsets, 7 predicates, 3 results, null mask or not, 4 places of 8 lanes, 4 flags, 4 places of
    /// parameters.
    #[test]
    fn modifiers_have_every_pair() {
        let forms = pairs(Message::Sample.row());
        assert_eq!(forms.len(), 15 * 7);
        let properties = |form: &Form| {
            [
                u32::from(form.channels.bits()),
                form.offset.into(),
                PREDICATES.iter().position(|it| *it == form.predicate).expect("a predicate") as u32,
                form.result_bytes.unwrap_or(0),
                form.residency.into(),
                form.place % 4,
                u32::from(form.cps) << 1 | u32::from(form.non_uniform),
                u32::from(form.nomask) << 1 | u32::from(form.one_run),
            ]
        };
        let values = [15, 7, 7, 3, 2, 4, 4, 4];
        for (a, first) in values.iter().enumerate() {
            for (b, second) in values.iter().enumerate().skip(a + 1) {
                let seen: BTreeSet<_> = forms.iter().map(properties).map(|it| (it[a], it[b])).collect();
                assert_eq!(seen.len(), first * second, "properties {a} and {b}");
            }
        }
    }

    /// 3D_LOAD, Notes: ld has u, v, lod and r, of which trailing ones may be left out.
    #[test]
    fn parameters_have_every_count_and_every_modifier() {
        let forms = by_count(Message::Ld.row());
        let counts: BTreeSet<_> = forms.iter().map(|form| form.params).collect();
        assert_eq!(counts.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(forms.len(), 4 * CROSSED.len() * 7 * 2);
    }
}
