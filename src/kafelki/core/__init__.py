"""What every game stands on. It knows no game by name."""
