//! The report of a run, as text and as JUnit.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::check::{Outcome, Verdict};

/// The outcome of a check, as lines for a terminal.
#[must_use]
pub fn line(outcome: &Outcome) -> String {
    let check = outcome.check;
    match &outcome.verdict {
        Verdict::Kept => format!("ok      {:<14} {}", check.name, check.promise),
        Verdict::Broken { why, stderr } => {
            let mut line = format!("FAILED  {:<14} {}\n        {why}", check.name, check.promise);
            for written in stderr.lines() {
                line.push_str("\n        | ");
                line.push_str(written);
            }
            line
        }
    }
}

/// All outcomes, as a JUnit file.
///
/// # Errors
///
/// A text contains characters that XML cannot contain.
pub fn junit(outcomes: &[Outcome]) -> Result<String, quick_junit::SerializeError> {
    let mut suite = TestSuite::new("tinsel conformance");
    for outcome in outcomes {
        let mut status = TestCaseStatus::success();
        if let Verdict::Broken { why, stderr } = &outcome.verdict {
            status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(why.as_str()).set_description(stderr.as_str());
        }
        let mut case = TestCase::new(outcome.check.name, status);
        case.set_time(outcome.took);
        suite.add_test_case(case);
    }
    let mut report = Report::new("tinsel conformance");
    report.add_test_suite(suite);
    report.to_string()
}
