//! Why something cannot be translated.

/// What a translation cannot be made of, without its place, which whoever asks knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Untranslatable(String);

impl Untranslatable {
    pub fn new(message: impl Into<String>) -> Untranslatable {
        Untranslatable(message.into())
    }

    pub fn into_message(self) -> String {
        self.0
    }
}
