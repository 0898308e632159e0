"""Settings for every test."""

from hypothesis import settings

# Compiled kernels make the first example slow; nothing here is about single timings.
settings.register_profile("neuroevo", deadline=None, print_blob=True)
settings.load_profile("neuroevo")
