"""What a tournament is: who takes part, who plays whom, who is ahead. No clock is read here, nor a disk."""
