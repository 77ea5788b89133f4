"""A package by name: Pgx, which `make bench` installs, brings one called `tests` too, and ours must come first."""
