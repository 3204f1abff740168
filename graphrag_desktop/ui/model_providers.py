"""Where models usually are: the providers offered by name, each with the address that it has."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider by name; `start` is how its addresses begin, to tell it by, where that differs from the usual address."""

    name: str
    address: str
    start: str = ""

    def has(self, base_url: str) -> bool:
        """Whether an address is one of this provider's."""
        return bool(self.address) and base_url.strip().startswith(self.start or self.address)


AZURE = Provider("Azure OpenAI", "https://NAME.openai.azure.com/openai/v1", "?")
OTHER = Provider("Another address", "")
PROVIDERS = (
    Provider("Ollama", "http://127.0.0.1:11434/v1", "http://127.0.0.1:11434"),
    Provider("LM Studio", "http://127.0.0.1:1234/v1", "http://127.0.0.1:1234"),
    Provider("llama.cpp", "http://127.0.0.1:8080/v1", "http://127.0.0.1:8080"),
    Provider("vLLM", "http://127.0.0.1:8000/v1", "http://127.0.0.1:8000"),
    Provider("OpenAI", "https://api.openai.com/v1", "https://api.openai.com"),
    AZURE,
    OTHER,
)


def provider_of(base_url: str) -> Provider:
    """The provider that an address belongs to."""
    if ".azure.com" in base_url:
        return AZURE
    return next((each for each in PROVIDERS if each.has(base_url)), OTHER)
