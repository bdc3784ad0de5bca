"""Makes the database of the shop: 60 lamps, a voucher and a customer."""

import datetime
import os
from decimal import Decimal

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seed_settings")
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402
from oscar.core.loading import get_model  # noqa: E402

CUSTOMER, PASSWORD = "ann@mail.test", "correct-horse-7"


def categories():
    category = get_model("catalogue", "Category")
    return [category.add_root(name=name) for name in ("Desk lamps", "Floor lamps")]


def lamps() -> None:
    product_class = get_model("catalogue", "ProductClass").objects.create(name="Lamp", track_stock=True)
    partner = get_model("partner", "Partner").objects.create(name="Lamp maker")
    product = get_model("catalogue", "Product")
    stock = get_model("partner", "StockRecord")
    rooms = categories()
    for number in range(1, 61):
        lamp = product.objects.create(
            title=f"Lamp {number}", upc=f"L{number}", product_class=product_class,
            description=f"A {'red' if number % 2 else 'blue'} lamp, model {number}.",
        )
        lamp.categories.add(rooms[number % 2])
        stock.objects.create(
            product=lamp, partner=partner, partner_sku=f"L{number}", price=Decimal(10 + number), num_in_stock=100,
            price_currency="EUR",
        )


def voucher() -> None:
    everything = get_model("offer", "Range").objects.create(name="Everything", includes_all_products=True)
    condition = get_model("offer", "Condition").objects.create(range=everything, type="Count", value=1)
    benefit = get_model("offer", "Benefit").objects.create(range=everything, type="Percentage", value=10)
    offer = get_model("offer", "ConditionalOffer").objects.create(
        name="Ten percent", offer_type="Voucher", condition=condition, benefit=benefit,
    )
    now = timezone.now()
    made = get_model("voucher", "Voucher").objects.create(
        name="Ten percent", code="TENPERCENT", usage="Multi-use", start_datetime=now - datetime.timedelta(days=1),
        end_datetime=now + datetime.timedelta(days=30),
    )
    made.offers.add(offer)


def main() -> None:
    call_command("migrate", verbosity=0, interactive=False)
    country = get_model("address", "Country")
    country.objects.create(
        iso_3166_1_a2="DE", iso_3166_1_a3="DEU", iso_3166_1_numeric="276", printable_name="Germany", name="Germany",
        is_shipping_country=True,
    )
    lamps()
    voucher()
    get_user_model().objects.create_user(username="ann", email=CUSTOMER, password=PASSWORD)
    call_command("rebuild_index", verbosity=0, interactive=False)


if __name__ == "__main__":
    main()
