//! Questions about the numbers a page lists: totals, averages, how many are over or under one, which is at an end.

use super::pages::{Play, page};

const BASKET: &str = "
*heading Basket [level=1]
*table
  *row Product | Weight | Price [header]
  *row Brass lantern | 2 | 38,50 €
  *row Storm lantern | 3 | 1.052,00 €
  *row Rope | 12 | 4,50 €
";

/// The final answer of a task that touches nothing.
fn answer(question: &str, lines: &str) -> String {
    let said = Play::new(question, page("A page", lines)).decide();
    said.strip_prefix("done answer=").unwrap_or_else(|| panic!("{question}: {said}")).to_owned()
}

#[test]
fn adds_up_what_is_listed() {
    for (question, expected) in [
        ("what is the total of the prices?", "1095,00 € in all (38,50 € + 1052,00 € + 4,50 €)."),
        ("add up the weight of the lanterns", "5 in all (2 + 3)."),
        ("how much do the lanterns cost altogether?", "1090,50 € in all (38,50 € + 1052,00 €)."),
        ("what is the average weight of the products", "5.67 on average, of 3 (2 + 3 + 12)."),
        ("¿cuánto suman los precios?", "1095,00 € en total (38,50 € + 1052,00 € + 4,50 €)."),
        ("calcula la suma de los precios de lantern", "1090,50 € en total (38,50 € + 1052,00 €)."),
    ] {
        assert_eq!(answer(question, BASKET), expected, "{question}");
    }
}

#[test]
fn a_total_of_the_page_is_told_as_it_stands_and_never_added() {
    let summed = format!("{BASKET}  *row Total | 17 | 1.095,00 €\n");
    assert_eq!(answer("what is the total of my basket?", &summed), "Total | 17 | 1.095,00 €");
    assert_eq!(answer("add up the price of the lanterns", &summed), "1090,50 € in all (38,50 € + 1052,00 €).");
}

#[test]
fn counts_and_lists_what_is_over_or_under_a_number() {
    for (question, expected) in [
        ("how many products cost more than 10 €?", "2 products cost more than 10 €."),
        ("how many lanterns cost less than 100 €?", "1 lanterns cost less than 100 €."),
        ("how many products have a weight over 2?", "2 products have a weight over 2."),
        ("¿cuántos productos cuestan menos de 10 €?", "1 productos cuestan menos de 10 €."),
        ("which products are under 10 €?", "1 found for “products are under 10 €”:\n- Rope | 12 | 4,50 €"),
    ] {
        assert_eq!(answer(question, BASKET), expected, "{question}");
    }
    assert_eq!(answer("how many rows are there?", BASKET), "3 rows are there.", "the header is none");
}

#[test]
fn the_end_of_a_row_is_that_of_those_spoken_of() {
    for (question, expected) in [
        ("which lantern is the cheapest?", "Brass lantern | 2 | 38,50 €"),
        ("which is the most expensive product?", "Storm lantern | 3 | 1.052,00 €"),
        ("which product has the greatest weight?", "Rope | 12 | 4,50 €"),
    ] {
        assert_eq!(answer(question, BASKET), expected, "{question}");
    }
}

#[test]
fn a_name_that_no_entry_has_is_not_passed_over() {
    let said = Play::new("add up the prices of Ernesto", page("A page", BASKET)).decide();
    assert!(!said.contains("in all"), "{said}");
}
