"""`python -m kafelki.cli` is `kafelki`."""

from kafelki.cli import main

main()
