"""The table as people see it: text for terminals, pictures for everything else."""
