"""What a file expects of a position and of what happened: how it is written, and whether it is so.

Scenarios and lessons say it in the same words; this room knows neither.
"""
