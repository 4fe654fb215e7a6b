//! Why an answer is not one of a form's answers.

use tinsel_proto::v1::Text;

/// Why an answer is not one of a form's answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// The value with the fault, such as `fields[bids].amounts[garnet_thief]`, as in a refusal without `answer.`.
    pub path: String,
    /// Whether it is wrong in every state: an unknown field, a field twice, a value of another kind, a text that is too
    /// long. Otherwise it is outside the options, bounds or constraints of this form.
    pub malformed: bool,
    /// The fault, in one sentence.
    pub text: String,
}

impl Misfit {
    pub(super) fn outside(path: String, text: impl Into<String>) -> Self {
        Self {
            path,
            malformed: false,
            text: text.into(),
        }
    }

    pub(super) fn malformed(path: String, text: impl Into<String>) -> Self {
        Self {
            malformed: true,
            ..Self::outside(path, text)
        }
    }
}

/// A text in English.
pub(super) fn plain(text: &Text) -> String {
    text.runs.iter().map(|run| run.text.as_str()).collect()
}

/// An ID as the answer has it, if it can be one; otherwise its index.
pub(super) fn named(id: &str, index: usize) -> String {
    const LONGEST: usize = 64;
    let of_ids = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
    if !id.is_empty() && id.len() <= LONGEST && id.chars().all(of_ids) {
        id.to_owned()
    } else {
        index.to_string()
    }
}
