//! Why something cannot be translated.

/// What a translation cannot be made of, without its place, which whoever asks knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Untranslatable {
    message: String,
    /// Whether it is so only because of something that was refused before.
    pub is_consequence: bool,
}

impl Untranslatable {
    pub fn new(message: impl Into<String>) -> Untranslatable {
        Untranslatable { message: message.into(), is_consequence: false }
    }

    pub fn consequence(message: impl Into<String>) -> Untranslatable {
        Untranslatable { is_consequence: true, ..Untranslatable::new(message) }
    }

    pub fn into_message(self) -> String {
        self.message
    }
}
