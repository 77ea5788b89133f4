"""`python -m kafelki` is `kafelki`."""

from kafelki.cli import main

main()
