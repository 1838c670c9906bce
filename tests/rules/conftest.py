"""How Hypothesis looks for counter-examples here."""

from hypothesis import HealthCheck, settings

# A slow or busy machine is no counter-example.
settings.register_profile(
    "rules", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rules")
