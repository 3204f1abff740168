"""What the first page leads to, and what it hears: of files, and of models that could read the next folder."""

from graphrag_desktop.ui.project_files import ProjectFiles
from graphrag_desktop.ui.side_windows import SideWindows
from graphrag_desktop.ui.welcome_panel import WelcomePanel


def connect_files(welcome: WelcomePanel, files: ProjectFiles) -> None:
    """Have the first page open folders, projects and the sample, and list what was open lately."""
    welcome.folder_wanted.connect(files.choose_folder)
    welcome.project_wanted.connect(files.choose_project)
    welcome.sample_wanted.connect(files.open_sample)
    welcome.recent_wanted.connect(files.open_recent)
    welcome.recent_forgotten.connect(files.forget_recent)
    welcome.recent_cleared.connect(files.clear_recent)
    files.recent_changed.connect(welcome.show_recent)


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
