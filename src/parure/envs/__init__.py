"""Standard environments for research: batches on CPU and GPU, PettingZoo, Gymnasium, OpenSpiel."""
