//! Short words for actions and what they name.
