"""What all tests have in common."""

from hypothesis import settings

# How long an example takes depends on the machine, and on what else it does.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
