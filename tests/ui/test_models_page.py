"""Settings, Models: what is found, chosen, tested and kept, and what is refused."""

from collections.abc import Iterator

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.model_checks import FoundServer, KeyState
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.llm import keys
from graphrag_desktop.ui.model_page_links import ModelPageLinks
from graphrag_desktop.ui.model_role import ModelRole
from graphrag_desktop.ui.number_box import NumberBox
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.scripted_behaviour import FINE, MODELS, Asked, Fault
from tests.scripted_server import ScriptedServer
from tests.ui.model_windows import box, button, field, found_on, page_of, radio, soon, switch, words_in


@pytest.fixture(autouse=True)
def no_keychain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = keyring.get_keyring()
    monkeypatch.delenv(keys.VARIABLE, raising=False)
    keyring.set_keyring(NoKeyring())
    yield
    keyring.set_keyring(before)
    keys._SESSION.clear()


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        running.behave(faults=in_colours)
        yield running


def in_colours(asked: Asked) -> Fault:
    return Fault(text='{"colours": ["red", "green"]}') if "colours" in asked.prompt else FINE


def used(qtbot: QtBot, window: MainWindow, server: ScriptedServer) -> None:
    found_on(qtbot, window, server)
    button(page_of(window), "useServerButton").click()


def test_that_nothing_found_is_said_with_what_was_looked_for(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    soon(qtbot, lambda: window.tools.models._search is None)
    window.tools.models.ports = ()
    with qtbot.waitSignal(window.tools.models.servers_found):
        window.tools.models.look_around()
    assert "No model server is running on this machine. Looked for Ollama (11434)" in words_in(page)
    assert "the built-in engine opens no connection" in words_in(page)


def test_that_a_server_found_is_named_on_the_first_page_and_used_from_there(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer
) -> None:
    window.resize(1_280, 800)
    found_on(qtbot, window, server)
    welcome = window.pages.welcome
    assert "1 model server on this machine" in words_in(welcome)
    button(welcome, "useServerButton").click()
    page = page_of(window)
    soon(qtbot, lambda: "Vectors" in words_in(page) and "All is well." in words_in(page))  # it is tested at once
    button(page, "keepModelsButton").click()
    assert "scripted-model on this machine" in words_in(welcome)
    assert window.tools.models.usual == ModelChoice(
        ModelPlace(server.base_url, "scripted-model"), embeddings=ModelPlace(server.base_url, "scripted-embedding")
    )


def test_that_use_takes_a_model_for_vectors_by_its_name(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer
) -> None:
    server.behave(models=("bge-m3", "qwen3:8b"))
    used(qtbot, window, server)
    choice = page_of(window).choice
    assert choice is not None and choice.embeddings is not None
    assert (choice.extraction.model, choice.embeddings.model) == ("qwen3:8b", "bge-m3")


def test_that_each_task_can_have_a_model_and_a_server_of_its_own(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer
) -> None:
    used(qtbot, window, server)
    page = page_of(window)
    with ScriptedServer() as other:
        other.behave(models=("writer-1", "writer-2"))
        box(page, "reportsProvider").setCurrentText("Another address")
        address = field(page, "reportsAddress")
        qtbot.keyClicks(address, other.base_url)
        soon(qtbot, lambda: box(page, "reportsModel").count() == 2)
        assert [box(page, "reportsModel").itemText(at) for at in range(2)] == ["writer-1", "writer-2"]
    choice = page.choice
    assert choice is not None and choice.reports is not None
    assert (choice.reports.base_url, choice.reports.model, choice.answers) == (other.base_url, "writer-1", None)


def test_that_a_test_says_what_stands_in_the_way(qtbot: QtBot, window: MainWindow, server: ScriptedServer) -> None:
    server.behave(window=4_096)
    used(qtbot, window, server)
    page = page_of(window)
    button(page, "testModelsButton").click()
    soon(qtbot, lambda: "Something stands in the way" in words_in(page))
    assert "num_ctx" in words_in(page)
    assert "It makes vectors of 64 numbers." in words_in(page)


def test_that_what_a_test_found_is_gone_once_another_model_or_key_is_chosen(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer
) -> None:
    used(qtbot, window, server)
    server.behave(key="sk-right", faults=in_colours)
    page = page_of(window)
    button(page, "testModelsButton").click()
    soon(qtbot, lambda: "see the red lines" in words_in(page))
    qtbot.keyClicks(field(page, "keyField"), "sk-right")
    button(page, "keepKeyButton").click()
    assert "see the red lines" not in words_in(page)
    soon(qtbot, lambda: "until the program ends" in words_in(page))
    button(page, "testModelsButton").click()
    soon(qtbot, lambda: "All is well." in words_in(page))
    box(page, "readsProvider").setCurrentText("OpenAI")
    assert "All is well." not in words_in(page)
    assert "Not known yet." in words_in(page)


def test_that_a_name_written_for_one_provider_is_not_taken_to_another(window: MainWindow) -> None:
    page = page_of(window)
    page.show_choice(ModelChoice(ModelPlace("http://127.0.0.1:9/v1", "written-by-hand")), "", is_changeable=True)
    assert box(page, "readsModel").currentText() == "written-by-hand"
    box(page, "readsProvider").setCurrentText("OpenAI")
    assert box(page, "readsModel").currentText() == ""


def test_that_models_are_kept_in_the_open_project_and_for_new_ones(
    qtbot: QtBot, opened: MainWindow, server: ScriptedServer
) -> None:
    page = page_of(opened)
    soon(qtbot, lambda: "For mill" in words_in(page))
    used(qtbot, opened, server)
    with qtbot.waitSignal(opened.tools.models.chosen):
        button(page, "keepModelsButton").click()
    assert opened.session._open is not None
    kept = opened.session._open.project.models
    assert kept == opened.tools.models.usual
    assert kept is not None and kept.extraction.model == "scripted-model"
    with qtbot.waitSignal(opened.tools.models.chosen):
        radio(page, "builtinEngineButton").click()
        soon(qtbot, button(page, "keepModelsButton").isEnabled)
        button(page, "keepModelsButton").click()
    assert opened.session._open.project.models is None


def test_that_what_is_being_changed_stays_while_an_index_run_shows_news(
    qtbot: QtBot, opened: MainWindow, server: ScriptedServer
) -> None:
    page = page_of(opened)
    soon(qtbot, lambda: "For mill" in words_in(page))
    used(qtbot, opened, server)
    with qtbot.waitSignal(opened.session.view_loaded):
        opened.session._load_view()
    qtbot.wait(100)
    assert page.choice is not None


def test_that_an_incomplete_choice_cannot_be_kept_or_tested(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    radio(page, "modelEngineButton").click()
    box(page, "readsProvider").setCurrentText("Azure OpenAI")
    assert "your own Azure resource" in page._bar.text
    assert not button(page, "keepModelsButton").isEnabled()
    address = field(page, "readsAddress")
    address.selectAll()
    qtbot.keyClicks(address, "https://mine.openai.azure.com/openai/v1")
    assert "Name a model" in page._bar.text
    assert not button(page, "testModelsButton").isEnabled()


def test_that_it_is_said_what_leaves_and_that_the_switch_refuses_it(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer
) -> None:
    used(qtbot, window, server)
    page = page_of(window)
    assert "Nothing: all models are on this machine" in words_in(page)
    page._reports.show_place(ModelPlace("https://api.example.com/v1", "writer"))
    page._changed()
    assert "To api.example.com: what was found in your documents, for the reports." in words_in(page)
    switch(page, "localOnlyBox").click()
    assert "https://api.example.com:443 is another machine" in page._bar.text
    assert not button(page, "keepModelsButton").isEnabled()
    assert window.session.reach.is_local_only


def test_that_only_this_machine_holds_for_a_project_that_says_otherwise(qtbot: QtBot, opened: MainWindow) -> None:
    assert opened.session._open is not None
    opened.session._open.project.keep_models(ModelChoice(ModelPlace("https://api.example.com/v1", "m")))
    page = page_of(opened)
    switch(page, "localOnlyBox").click()
    with qtbot.waitSignal(opened.session.answer_failed, timeout=20_000) as told:
        opened.ask("Who?", 0)
    assert "api.example.com:443 is another machine" in told.args[0]


def test_that_a_key_is_used_for_this_session_where_there_is_no_keychain(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer
) -> None:
    server.behave(key="sk-TESTLEAK123")
    found_on(qtbot, window, server)
    page = page_of(window)
    assert "wants a key" in "".join(each.text() for each in page.findChildren(QLineEdit)) + words_in(page)
    button(page, "useServerButton").click()
    box(page, "readsModel").setEditText("scripted-model")
    key = field(page, "keyField")
    assert key.echoMode() is QLineEdit.EchoMode.Password
    qtbot.keyClicks(key, "sk-TESTLEAK123")
    button(page, "keepKeyButton").click()
    soon(qtbot, lambda: "There is no keychain here that keeps it" in words_in(page))
    assert key.text() == ""
    soon(qtbot, lambda: box(page, "readsModel").count() == 2)  # its list is open now
    button(page, "testModelsButton").click()
    soon(qtbot, lambda: "The key of this session is accepted." in words_in(page))
    button(page, "forgetKeyButton").click()
    soon(qtbot, lambda: "No key; " in words_in(page))
    assert keys._SESSION == {}


def test_that_a_list_a_key_opened_outlasts_what_was_asked_before(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer
) -> None:
    used(qtbot, window, server)
    page = page_of(window)
    model = box(page, "readsModel")
    page.show_models(server.base_url, ("writer-1", "writer-2", "writer-3"))
    page.show_servers([FoundServer("Ollama", server.base_url, (), needs_key=True)])  # a search that ended late
    assert model.count() == 3
    choice = page.choice
    assert choice is not None
    links = page.findChild(ModelPageLinks)
    assert links is not None
    server.forget()
    server.behave(models=("old",), list_latency=0.5)
    links._list(choice, server.base_url)
    soon(qtbot, lambda: server.counts.paths[MODELS] == 1)
    server.behave(models=("new-1", "new-2"), list_latency=0.0)
    links._list(choice, server.base_url)
    soon(qtbot, lambda: model.count() == 2)
    soon(qtbot, lambda: server.counts.open_now == 0 and not window.session._runner.is_busy)
    assert [model.itemText(at) for at in range(2)] == ["new-1", "new-2"]


def test_that_a_key_that_cannot_be_right_is_refused_where_it_is_typed(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer
) -> None:
    used(qtbot, window, server)
    page = page_of(window)
    field(page, "keyField").setText("sk—abc")
    button(page, "keepKeyButton").click()
    soon(qtbot, lambda: "character 3" in words_in(page))
    assert "sk—abc" not in words_in(page)
    page.keys.show_state(page.keys.addresses[0], KeyState("", is_there=False, words="No key is kept for it."))
    assert "character 3" in words_in(page), "an answer that comes late does not take what is being typed away"
    assert field(page, "keyField").text() == "sk—abc"


def test_that_prices_are_asked_for_where_a_bill_may_come(active: ActiveTheme, qtbot: QtBot) -> None:
    role = ModelRole(active, "reads", "Reads", "Words.")
    qtbot.addWidget(role)
    role.show_place(ModelPlace("http://127.0.0.1:1/v1", "m"))
    boxes = role.findChildren(NumberBox)
    assert not any(each.isVisibleTo(role) for each in boxes)
    place = ModelPlace("https://api.example.com/v1", "m", prompt_price=0.25)
    role.show_place(place)
    assert all(each.isVisibleTo(role) for each in boxes)
    assert role.place == place
    assert [each.text() for each in boxes] == ["0.250", "not known"]


def test_that_figures_have_room_in_their_boxes(active: ActiveTheme, qtbot: QtBot) -> None:
    number = NumberBox(0, 100)
    number.resize(120, 30)
    qtbot.addWidget(number)
    with qtbot.waitExposed(number):
        number.show()
    assert number.lineEdit().width() > 60
