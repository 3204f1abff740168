"""What a run with models will take: a guess before anything was read, and a measurement after a trial."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.events import RunBegan
from graphrag_desktop.domain.model_checks import ModelSpeed
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.collection import sample_files
from graphrag_desktop.pipeline.forecast import estimate_run, text_units_of
from graphrag_desktop.pipeline.plan import plan_index
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.storage import documents
from tests.pipeline.model_projects import ModelRuns, write_folder
from tests.scripted_server import ScriptedServer

PRICED = ModelPlace("https://api.example.com/v1", "m", prompt_price=1.0, completion_price=4.0)


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[ModelRuns]:
    with ScriptedServer() as server:
        found = ModelRuns(server, tmp_path)
        write_folder(found.folder, documents=16, sentences=20)
        yield found


def test_that_text_units_are_counted_as_they_are_cut() -> None:
    settings = Settings()
    assert [text_units_of(tokens, settings) for tokens in (1, 600, 601, 1_600)] == [1, 1, 2, 3]  # IX1


def test_that_a_guess_has_a_range_that_holds_what_the_run_then_takes(runs: ModelRuns) -> None:
    settings = Settings().changed(runs.settings)
    guess = estimate_run(plan_index(runs.folder, None).planned, settings, ModelChoice(PRICED))
    assert guess.measured_units == 0
    assert guess.money is not None and guess.money.low > 0
    assert guess.minutes is None  # nobody knows before a test or a trial
    summary = runs.run()
    assert guess.text_units.low <= summary.counts.text_units <= guess.text_units.high
    reading = next(each for each in guess.tasks if each.task == "extract")
    asked = sum(each.calls for each in summary.usage if each.task == "extract")
    assert reading.calls.low <= asked <= reading.calls.high


def test_that_claims_gleanings_and_prices_change_the_guess(runs: ModelRuns) -> None:
    planned = plan_index(runs.folder, None).planned
    models = ModelChoice(PRICED)
    without = estimate_run(planned, Settings().changed({"gleanings": 0}), models)
    usual = estimate_run(planned, Settings(), models)
    with_claims = estimate_run(planned, Settings().changed({"claims": True}), models)
    assert without.calls.high < usual.calls.low + usual.calls.high
    assert "extract check" not in {each.task for each in without.tasks}
    assert with_claims.calls.low > usual.calls.low
    assert estimate_run(planned, Settings(), ModelChoice(ModelPlace("http://127.0.0.1:1/v1", "m"))).money is None


def test_that_minutes_come_from_how_fast_the_model_was(runs: ModelRuns) -> None:
    planned = plan_index(runs.folder, None).planned
    slow = estimate_run(planned, Settings(), ModelChoice(PRICED), speed=ModelSpeed(10.0, 100))
    fast = estimate_run(planned, Settings(), ModelChoice(PRICED), speed=ModelSpeed(1.0, 100))
    assert slow.minutes is not None and fast.minutes is not None
    assert slow.minutes.high == pytest.approx(10 * fast.minutes.high)


def test_that_a_sample_has_small_and_large_files(tmp_path: Path) -> None:
    for size in range(1, 21):
        (tmp_path / f"{size:02}.txt").write_text("x" * size)
    (tmp_path / "picture.jpg").write_bytes(b"x" * 30)
    files = sorted(each.name for each in tmp_path.iterdir())
    assert sample_files(tmp_path, files, 5) == ("03.txt", "07.txt", "11.txt", "15.txt", "19.txt")
    assert set(sample_files(tmp_path, files[:3], 5)) == {"01.txt", "02.txt", "03.txt"}


def test_that_a_trial_replaces_the_guess_by_measurement_and_pays_for_nothing_twice(runs: ModelRuns) -> None:
    with runs.opened() as project:
        trial = build_index(project, runs.folder, RunControl(runs.events.append), trial=5)
        assert (trial.trial, trial.counts.documents) == (5, 5)
        left = [each for each in documents.files(project.database) if each.state is DocumentState.LEFT_OUT]
        assert len(left) == 11
        models = project.models
        assert models is not None
        plan = plan_index(runs.folder, project)
        measured = estimate_run(plan.planned, project.settings, models, project)
        assert measured.measured_units == trial.readings_done
        assert measured.minutes is not None
        runs.server.forget()
        whole = build_index(project, runs.folder, RunControl())
    assert whole.counts.documents == 16
    assert runs.server.counts.tasks["extract"] == whole.readings_done == whole.counts.text_units - trial.readings_done
    assert max(runs.asked.values()) == 1
    reading = next(each for each in measured.tasks if each.task == "extract")
    asked = sum(each.calls for each in whole.usage if each.task == "extract")
    assert reading.calls.low <= asked <= reading.calls.high
    assert isinstance(runs.events[0], RunBegan)


def test_that_a_trial_of_an_index_that_is_there_takes_nothing_out_of_it(runs: ModelRuns) -> None:
    whole = runs.run()
    runs.server.forget()
    with runs.opened() as project:
        build_index(project, runs.folder, RunControl(), trial=5)
        again = build_index(project, runs.folder, RunControl())
    assert again.counts.documents == whole.counts.documents
    assert runs.server.counts.tasks["extract"] == 0


def test_that_a_cap_says_that_it_paused_the_run(runs: ModelRuns) -> None:
    summary = runs.run(cap_calls=5)
    assert "the cap of 5 calls is reached" in summary.pause
    assert runs.run().pause == ""
