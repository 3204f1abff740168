"""A folder lives, its project with it: whatever happens in whatever order, nothing in it is ever wrong.

The seed is told with a failure and by `make soak`, which takes some thousand steps; GRAPHRAG_SEED takes another.
"""

import os
import sys

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.folder_life import FolderLife, counted

IS_SOAK = bool(os.environ.get("GRAPHRAG_SOAK"))
SEED = int(os.environ.get("GRAPHRAG_SEED", "1"))
STEPS = int(os.environ.get("GRAPHRAG_STEPS", "5000" if IS_SOAK else "24"))
STEPS_A_FOLDER = 50 if IS_SOAK else 12


def test_that_a_project_is_sound_whatever_happens_to_it_and_its_folder() -> None:
    chosen = settings(
        max_examples=-(-STEPS // STEPS_A_FOLDER),
        stateful_step_count=STEPS_A_FOLDER,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    run_state_machine_as_test(seed(SEED)(FolderLife), settings=chosen)
    total = sum(counted.values())
    sys.stdout.write(f"\nseed {SEED}: {total:,} steps: {dict(counted.most_common())}\n")
    assert total >= STEPS / 3
