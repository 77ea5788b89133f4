"""Tikal: two to four expeditions in the jungle; the basic game and the auction."""
