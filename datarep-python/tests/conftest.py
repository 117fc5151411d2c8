"""What all tests have in common."""

from hypothesis import settings

# How long an example takes is a matter of the machine and what else it does.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
