"""The loops over the rows of a batch on the CPU, compiled once for all policies."""
