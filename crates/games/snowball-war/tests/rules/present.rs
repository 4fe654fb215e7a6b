//! The presentation, where the laws of all games do not see it.

use tinsel_engine::present::Present;
use tinsel_snowball_war::SnowballWar;

#[test]
fn every_character_face_and_piece_of_the_rulebook_is_a_component() {
    let components = SnowballWar::components();
    let titles = |kind: &str| -> Vec<String> {
        let of_kind = components.iter().filter(|component| component.kind == kind);
        of_kind.map(|component| component.title.to_string()).collect()
    };
    assert_eq!(
        titles("character"),
        ["Stephen", "Paul", "Robert", "Bianca", "Natasha", "Emily"]
    );
    assert_eq!(
        titles("face"),
        ["throw", "throw twice", "move", "move twice", "dodge", "blank"]
    );
    assert_eq!(titles("piece"), ["snowman"]);
    assert_eq!(titles("obstacle"), ["round obstacle", "rectangular obstacle"]);
    assert_eq!(titles("token"), ["cold token"]);
}
