"""Searches that drive the engine's table: shortest differences, claims, counts of sequences, conformance vectors.

`proofs` imports `engine` and `notation`. No rule is here: what fits, what counts and what scores is asked of
`engine.table`, what a record is worth of `engine.check`.
"""
