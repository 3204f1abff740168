"""What the first page hears of models: which servers this machine has, and who reads the next folder."""

from graphrag_desktop.ui.side_windows import SideWindows
from graphrag_desktop.ui.welcome_panel import WelcomePanel


def connect_models(welcome: WelcomePanel, tools: SideWindows) -> None:
    """Have the first page name the servers found and the models chosen, and lead to where they are chosen."""
    models = tools.models
    models.servers_expected.connect(welcome.servers.expect)
    models.servers_found.connect(welcome.servers.show_servers)
    models.chosen.connect(lambda: welcome.show_reader(models.usual))
    welcome.servers.search_wanted.connect(models.look_around)
    welcome.servers.use_wanted.connect(tools.use_server)
    welcome.models_wanted.connect(tools.show_models)
    welcome.show_reader(models.usual)
