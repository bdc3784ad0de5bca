//! The tasks that one does in a shop.

use crate::usefulness::effect::Effect;
use crate::usefulness::task::Step::{Click, Fill, Open, Press, Select, Wait, WaitAddress};
use crate::usefulness::task::Task;

pub(super) const TASKS: &[Task] = &[
    Task {
        name: "search products",
        steps: &[Open("/"), Fill("textbox|Search", "blue"), Press("Enter"), Wait("Products matching")],
        marks: 0,
        besides: 0,
        effect: Effect::Shown,
    },
    Task {
        name: "filter, sort and page",
        steps: &[
            Select("combobox|Sort by", "Price low to high"),
            WaitAddress("sort_by=price-asc"),
            Open("/catalogue/"),
            Click("link|Floor lamps"),
            Wait("30 results"),
            Click("link|next"),
            WaitAddress("page=2"),
        ],
        marks: 0,
        besides: 0,
        effect: Effect::Shown,
    },
    Task {
        name: "add a product to the basket",
        steps: &[
            Open("/catalogue/"),
            Click("link|Desk lamps"),
            Wait("30 results"),
            Click("link|\"Lamp 2"),
            Wait("Product Description"),
            Click("button|Add to basket"),
            Wait("has been added"),
        ],
        marks: 1,
        besides: 0,
        effect: Effect::Query("select sum(quantity) from basket_line", "1"),
    },
    Task {
        name: "change the quantity",
        steps: &[Open("/basket/"), Fill("spinbutton|", "3"), Click("button|Update"), Wait("Basket total")],
        marks: 1,
        besides: 0,
        effect: Effect::Query("select sum(quantity) from basket_line", "3"),
    },
    Task {
        name: "use a voucher",
        steps: &[
            Click("link|I have a voucher code"),
            Fill("textbox|\"Code", "TENPERCENT"),
            Click("button|Add voucher"),
            Wait("TENPERCENT"),
        ],
        marks: 1,
        besides: 0,
        effect: Effect::Query("select count(*) from basket_basket_vouchers", "1"),
    },
    Task {
        name: "check out",
        steps: &[
            Click("link|Proceed to checkout"),
            Fill("textbox|My email address is", "guest@mail.test"),
            Click("button|Continue"),
            Fill("textbox|First name", "Ann"),
            Fill("textbox|Last name", "Lamp"),
            Fill("textbox|First line of address", "Lamp street 7"),
            Fill("textbox|City", "Lampton"),
            Fill("textbox|Post/Zip-code", "12345"),
            Click("button|Continue"),
            Wait("Payment"),
            Click("link|Continue"),
            Wait("Preview"),
            Click("button|Place order"),
            Wait("Confirmation"),
        ],
        // The visitor's name, the address and the order.
        marks: 3,
        besides: 0,
        effect: Effect::Query("select count(*) from order_order", "1"),
    },
    Task {
        name: "write a review",
        steps: &[
            Open("/catalogue/"),
            Click("link|Desk lamps"),
            Click("link|\"Lamp 2"),
            Click("link|Write a review"),
            Click("button|fa star|last"),
            Fill("textbox|Title", "Bright"),
            Fill("textbox|Body", "It is a bright lamp."),
            Fill("textbox|Name", "Ann"),
            Fill("textbox|Email", "ann@mail.test"),
            Click("button|Save review"),
            Wait("Thank you"),
        ],
        marks: 1,
        besides: 0,
        effect: Effect::Query("select count(*) from reviews_productreview", "1"),
    },
];
