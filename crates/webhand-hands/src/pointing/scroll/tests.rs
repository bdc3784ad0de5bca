use webhand_model::Direction;
use webhand_wire::Scrolled;

use super::render_position;

fn report(direction: Direction, moved: bool, position: f64, max: f64) -> String {
    render_position(direction, Scrolled { moved, position, max, visible: 800.0 })
}

#[test]
fn a_report_says_how_far_it_went() {
    assert_eq!(report(Direction::Down, true, 1240.0, 5000.0), "scrolled to 1,240 of 5,000 px (25 %), 5 screens left");
    assert_eq!(
        report(Direction::Bottom, true, 5000.0, 5000.0),
        "scrolled to 5,000 of 5,000 px (100 %), now at the bottom"
    );
}

#[test]
fn reaching_an_end_is_reported() {
    assert_eq!(report(Direction::Down, false, 5000.0, 5000.0), "already at the bottom");
    assert_eq!(report(Direction::Up, false, 0.0, 5000.0), "already at the top");
    assert_eq!(report(Direction::Left, true, 300.0, 5000.0), "scrolled to 300 of 5,000 px (6 %), 1 screen left");
}
