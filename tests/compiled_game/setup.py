from setuptools import setup

from slugfest.build import compile_game

setup(name="hero-rush", version="1", py_modules=["hero_rush"], **compile_game("hero_rush"))
