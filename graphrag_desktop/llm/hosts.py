"""Where text and keys may go: this machine, or the very server that the analyst named."""

import ipaddress
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from graphrag_desktop.domain.errors import HostRefused, InvalidSetting, KeyRefused

_LOCAL_NAMES = frozenset({"localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"})
_NEEDS_KEY = (
    "api.openai.com",
    ".openai.azure.com",
    "api.mistral.ai",
    "api.groq.com",
    "openrouter.ai",
    "api.anthropic.com",
)
_AZURE = (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")
_TRIMMED = " \t\r\n\"'“”‘’„«»`"


def check_address(base_url: str, *, is_local_only: bool) -> str:
    """The address without a slash at its end; raises where it is none, or leads off this machine though it must not."""
    parts = _split(base_url)
    if parts.username or parts.password:
        raise InvalidSetting(
            "The address of the model server holds a name or a password.", "Give the key apart from it."
        )
    if is_local_only and not is_loopback(parts.hostname or ""):
        raise HostRefused(
            f"{origin(base_url)} is another machine, and only models on this machine are allowed.",
            "Choose a model server on this machine, or allow others under Settings, Models.",
        )
    return base_url.strip().rstrip("/")


@lru_cache(maxsize=1_000)
def origin(base_url: str) -> str:
    """Scheme, host and port: what a key belongs to."""
    parts = _split(base_url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    host = parts.hostname or ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def host(base_url: str) -> str:
    """Host and port as a person says them: `api.openai.com`, `127.0.0.1:11434`."""
    parts = _split(base_url)
    name = parts.hostname or ""
    name = f"[{name}]" if ":" in name else name
    return f"{name}:{parts.port}" if parts.port else name


def needs_key(base_url: str) -> bool:
    """Whether a server is one of those that certainly answer nobody without a key."""
    return (_split(base_url).hostname or "").lower().endswith(_NEEDS_KEY)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine by its name or address alone: nothing is looked up."""
    name = host.strip("[]").rstrip(".").lower()
    if name in _LOCAL_NAMES or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


def is_near(base_url: str) -> bool:
    """Whether the server is on this machine or in its own network, where a proxy has no business."""
    host = (_split(base_url).hostname or "").rstrip(".").lower()
    if is_loopback(host) or host.endswith(".local") or ("." not in host.strip("[]") and ":" not in host):
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_private
    except ValueError:
        return False


def is_azure(base_url: str) -> bool:
    """Whether the address is one of Azure's, which takes its key under another name."""
    return (_split(base_url).hostname or "").lower().endswith(_AZURE)


def check_key(key: str, base_url: str) -> str:
    """The key as it can be sent, trimmed; raises `KeyRefused` for one that cannot be right, naming the place.

    A server on one's own machine needs none; one that certainly does is told apart before anything is sent.
    """
    trimmed = key.strip(_TRIMMED)
    for place, sign in enumerate(trimmed, start=1):
        if not "!" <= sign <= "~":
            raise KeyRefused(
                f"The key cannot be right: its character {place} ({sign!a}) occurs in no key.",
                "Copy it again from the provider's page. Programs that lay out text change dashes and quotes.",
            )
    if not trimmed and needs_key(base_url):
        raise KeyRefused(
            f"{host(base_url)} needs a key and there is none.",
            "Set one under Settings, Models, or in the environment as GRAPHRAG_API_KEY.",
        )
    return trimmed


def _split(base_url: str) -> SplitResult:
    try:
        parts = urlsplit(base_url.strip())
        is_sound = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_sound = False
    if not is_sound:
        raise InvalidSetting(
            f"“{base_url}” is no address of a model server.", "Write it as http://127.0.0.1:11434/v1, for example."
        )
    return parts
