"""The same examples in every run, however busy the machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "starhall", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("starhall")
