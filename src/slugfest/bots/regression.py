"""What a result depends on: a small linear regression, for the reasons of a hint."""

from __future__ import annotations

from typing import Final

_STIFF: Final = 0.02  # how much a weight is pulled to 0, against terms that nearly say the same


def fit(rows: list[list[float]], values: list[float], signs: list[int]) -> list[float]:
    """By column: how much the value changes with it, all others being equal. Where ``signs`` says 1 it can only rise
    with it, where -1 only fall; a column that seems to do the contrary, or never changes, weighs nothing."""
    count = len(rows)
    columns = len(signs)
    means = [0.0] * columns
    for row in rows:
        for index in range(columns):
            means[index] += row[index] / count
    mean = sum(values) / count
    products = [[0.0] * columns for _ in range(columns)]
    effects = [0.0] * columns
    for at in range(count):
        row = rows[at]
        value = values[at] - mean
        for one in range(columns):
            apart = row[one] - means[one]
            if apart != 0.0:
                effects[one] += apart * value
                line = products[one]
                for other in range(one, columns):
                    line[other] += apart * (row[other] - means[other])
    for one in range(columns):
        for other in range(one):
            products[one][other] = products[other][one]
    used = [index for index in range(columns) if products[index][index] > 1e-9 * count]
    while True:
        weights = _solve(products, effects, used)
        wrong = [index for index in used if weights[index] * signs[index] < 0.0]
        if not wrong:
            return weights
        used = [index for index in used if index not in wrong]


def _solve(products: list[list[float]], effects: list[float], used: list[int]) -> list[float]:
    """The weights of the columns in use, by elimination; 0 for the others."""
    size = len(used)
    table: list[list[float]] = []
    for index in used:
        row = [products[index][other] for other in used]
        row[len(table)] *= 1.0 + _STIFF
        row.append(effects[index])
        table.append(row)
    for pivot in range(size):
        top = table[pivot]
        for below in range(pivot + 1, size):
            share = table[below][pivot] / top[pivot]
            if share != 0.0:
                row = table[below]
                for column in range(pivot, size + 1):
                    row[column] -= share * top[column]
    weights = [0.0] * len(effects)
    for pivot in range(size - 1, -1, -1):
        left = table[pivot][size]
        for column in range(pivot + 1, size):
            left -= table[pivot][column] * weights[used[column]]
        weights[used[pivot]] = left / table[pivot][pivot]
    return weights
