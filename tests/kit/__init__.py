"""What tests are made with: positions, games, invariants, servers, people and browsers."""
