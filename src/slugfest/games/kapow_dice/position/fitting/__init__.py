"""Which dice fill which boxes (KD-20 to KD-28, KD-272). One search, ``matcher.py``, answers three questions:

- ``Matcher.take``: can these slots be filled, and which dice are left then?
- ``Matcher.choose``: which types of dice go on which slot?
- ``Matcher.list_all``: what are all the ways to fill them?

``demands.py`` prepares the slots of every box, ``roll.py`` keeps what a fighter's dice can do, ``filling.py`` turns
chosen types into dice that lie on slots.
"""
