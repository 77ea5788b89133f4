"""OpenSpiel's own api_test, as it comes, on the games we register: in a process of its own, for it has flags.

python -m tests.envs.openspiel_api
"""

from __future__ import annotations

import sys
import unittest

from absl import flags

import kafelki.envs.openspiel  # registers: before api_test asks which games there are

if __name__ == "__main__":
    from open_spiel.integration_tests import api_test

    assert kafelki.envs.openspiel
    flags.FLAGS(["api_test", "--test_only_games=kafelki_.*"])
    result = unittest.TextTestRunner().run(unittest.TestLoader().loadTestsFromModule(api_test))
    print(result.testsRun)
    sys.exit(not result.wasSuccessful())
