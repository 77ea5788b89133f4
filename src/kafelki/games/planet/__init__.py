"""Stwórz mi planetę (The Little Prince: Make Me a Planet)."""
