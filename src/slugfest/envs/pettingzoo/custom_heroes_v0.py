"""Custom Heroes for PettingZoo: ``env``, ``raw_env``, ``parallel_env``."""

from . import module_of

env, raw_env, parallel_env = module_of("custom-heroes")
