"""The settings while the shop is filled: products are indexed once at the end."""

from settings import *  # noqa: F401,F403

HAYSTACK_SIGNAL_PROCESSOR = "haystack.signals.BaseSignalProcessor"
