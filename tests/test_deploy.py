"""Containerfile, compose.yaml and nginx.conf say nothing that is not so: files, commands, flags, variables, addresses.

They are read here and not run: no test needs containers.
"""

from __future__ import annotations

import fnmatch
import ipaddress
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import pytest
import yaml

from kafelki.cli import app
from kafelki.server.settings import PORT

Json: TypeAlias = Any  # a document as it was read

ROOT: Final = Path(__file__).parents[1]
DEPLOY: Final = ROOT / "deploy"
PROJECT: Final[Json] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NODE: Final[Json] = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
COMPOSE: Final[Json] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
NGINX: Final = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
PAGES: Final = ("hosting.md", "hosting.pl.md")


class Step(NamedTuple):
    """One instruction, with the stage it belongs to."""

    stage: str
    word: str
    rest: str


def read_steps() -> list[Step]:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#")).replace("\\\n", " ")
    steps, stage = list[Step](), ""
    for line in filter(str.strip, lines.splitlines()):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            stage = rest.partition(" AS ")[2] or "last"
        steps.append(Step(stage, word, " ".join(rest.split())))
    return steps


STEPS: Final = read_steps()


def of(word: str, stage: str | None = None) -> list[str]:
    return [step.rest for step in STEPS if step.word == word and stage in (None, step.stage)]


def variables(stage: str) -> dict[str, str]:
    pairs = (pair.partition("=") for rest in of("ENV", stage) for pair in shlex.split(rest))
    return {name: value for name, _, value in pairs}


def help_of(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    capsys.readouterr()
    assert app.run([*command, "--help"]) == 0, command
    return capsys.readouterr().out


def check_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """`kafelki serve --port 1` and the like: the command is there, and knows each flag."""
    named = [word for word in words[1:] if re.fullmatch(r"[a-z]+", word)]
    command = named[: 2 if named[:1] == ["host"] else 1]
    text = help_of(capsys, *command)
    for flag in (word.partition("=")[0] for word in words if word.startswith("--")):
        assert re.search(rf"{re.escape(flag)}\b", text), f"{' '.join(words)}: {flag} is not known"


# ---- The container


def is_left_out(path: str) -> bool:
    """Whether .containerignore keeps a file or folder from the build; the last line that fits counts."""
    left_out = False
    for line in (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.lstrip("!").strip()
        if not pattern or line.startswith("#"):
            continue
        parents = [path, *map(str, Path(path).parents)]
        if any(fnmatch.fnmatch(one, pattern.removeprefix("**/")) for one in parents if one != "."):
            left_out = not line.startswith("!")
    return left_out


def test_all_that_is_copied_is_there_and_comes_with_the_build() -> None:
    for rest in of("COPY"):
        *sources, _target = [word for word in rest.split() if not word.startswith("--")]
        if "--from=" in rest:
            continue
        for source in sources:
            assert (ROOT / source).exists(), source
            assert not is_left_out(source.rstrip("/")), source
    for part in ("tests", ".git", ".venv", "web/node_modules", "src/kafelki/server/static/app", "docs/pictures"):
        assert is_left_out(part), f"{part} has no business in a build"


def test_stages_take_what_stages_before_them_made() -> None:
    stages = [rest.partition(" AS ")[2] for rest in of("FROM")]
    assert stages == ["page", "server", ""]
    (page,) = [rest for rest in of("COPY", "server") if "--from=page" in rest]
    (server,) = [rest for rest in of("COPY", "last") if "--from=server" in rest]
    config = (ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    built = re.search(r"outDir: '\.\./(.*)'", config)
    assert built is not None
    assert page.split()[1:] == [f"/build/{built[1]}/", f"{built[1]}/"]
    assert of("WORKDIR", "page") == ["/build/web"]
    assert server.split()[1:] == ["/opt/kafelki/", "/opt/kafelki/"], "an environment cannot be moved"


def test_what_the_build_calls_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    images = [rest.partition(" ")[0] for rest in of("FROM")]
    node, python = re.match(r"node:(\d+)-slim", images[0]), re.match(r"python:([\d.]+)-slim", images[1])
    assert images[1] == images[2]
    assert node is not None
    assert python is not None
    assert int(node[1]) >= int(NODE["engines"]["node"].lstrip(">=").split(".")[0])
    least = PROJECT["requires-python"].lstrip(">=")
    assert [int(part) for part in python[1].split(".")] >= [int(part) for part in least.split(".")]
    (task,) = re.findall(r"npm run (?:--silent )?(\w+)", " ".join(of("RUN", "page")))
    assert task in NODE["scripts"]
    (extra,) = re.findall(r"'\.\[(\w+)\]'", " ".join(of("RUN", "server")))
    assert extra in PROJECT["optional-dependencies"]
    called = [rest.split() for rest in of("RUN", "last") if rest.startswith("kafelki")]
    assert called == [["kafelki", "warm"]]
    started = [word for word in ("ENTRYPOINT", "CMD") for rest in of(word) for word in json.loads(rest)]
    assert started[:2] == ["kafelki", "serve"]
    for words in (*called, started):
        check_command(words, capsys)


def test_the_container_is_nobodys_root_and_keeps_its_data_outside() -> None:
    last = [step for step in STEPS if step.stage == "last"]
    words, env = [step.word for step in last], variables("last")
    assert of("USER") == ["kafelki"]
    warmed = next(number for number, step in enumerate(last) if step.rest == "kafelki warm")
    assert words.index("ENV") < words.index("USER") < warmed < words.index("ENTRYPOINT"), "who runs it compiled it"
    assert of("VOLUME") == [env["KAFELKI_DATA"]]
    made = next(rest for rest in of("RUN", "last") if "install -d -o kafelki" in rest).split()
    assert {env["KAFELKI_DATA"], env["NUMBA_CACHE_DIR"]} <= set(made), "it can write there"
    assert env["KAFELKI_HOST"] == "0.0.0.0"


def test_health_is_asked_where_the_server_listens() -> None:
    assert of("EXPOSE") == [str(PORT)]
    (health,) = of("HEALTHCHECK")
    command = json.loads(health.partition("CMD ")[2])
    assert f"http://127.0.0.1:{PORT}/health" in command[-1]
    compile(command[-1], "HEALTHCHECK", "exec")


# ---- Several together


def servers() -> dict[str, Json]:
    return {name: one for name, one in COMPOSE["services"].items() if "build" in one}


def test_every_variable_is_one_that_the_command_reads(capsys: pytest.CaptureFixture[str]) -> None:
    known = set(re.findall(r"KAFELKI_\w+", help_of(capsys, "serve")))
    given = {*variables("last"), *(name for one in servers().values() for name in one["environment"])}
    assert {name for name in given if name.startswith("KAFELKI_")} <= known


def test_the_servers_share_a_database_and_nothing_else() -> None:
    assert len(servers()) == 2
    urls = {one["environment"]["KAFELKI_DATABASE"] for one in servers().values()}
    (url,) = urls
    assert url.startswith("postgresql://kafelki:${KAFELKI_DB_PASSWORD")
    assert url.endswith("@database/kafelki")
    data = [volume for one in servers().values() for volume in one["volumes"]]
    assert len(set(data)) == 2
    assert {volume.partition(":")[2] for volume in data} == set(of("VOLUME"))
    assert "ports" not in str(servers()), "people come by nginx"


def test_what_compose_names_is_there() -> None:
    for one in servers().values():
        context = (DEPLOY / one["build"]["context"]).resolve()
        assert context == ROOT
        assert (context / one["build"]["dockerfile"]).is_file()
    volumes = [str(volume).split(":")[0] for one in COMPOSE["services"].values() for volume in one["volumes"]]
    for volume in volumes:
        assert (DEPLOY / volume).is_file() if volume.startswith(".") else volume in COMPOSE["volumes"], volume
    for one in COMPOSE["services"].values():
        assert set(one.get("depends_on", ())) <= set(COMPOSE["services"])
        assert set(one["networks"]) <= set(COMPOSE["networks"])


def test_the_servers_believe_nginx_and_nobody_else() -> None:
    address = COMPOSE["services"]["nginx"]["networks"]["inside"]["ipv4_address"]
    (subnet,) = [one["subnet"] for one in COMPOSE["networks"]["inside"]["ipam"]["config"]]
    assert ipaddress.ip_address(address) in ipaddress.ip_network(subnet)
    assert {one["environment"]["KAFELKI_TRUSTED_PROXY"] for one in servers().values()} == {address}


# ---- nginx


def test_nginx_names_every_server() -> None:
    upstream = re.search(r"upstream (\w+) \{(.*?)\n\}", NGINX, re.DOTALL)
    assert upstream is not None
    assert set(re.findall(r"server (\S+?):(\d+)", upstream[2])) == {(name, str(PORT)) for name in servers()}
    assert f"proxy_pass http://{upstream[1]};" in NGINX


def check_proxy(location: str) -> None:
    """Sockets pass, and who comes is told."""
    for header, value in (
        ("Upgrade", r"\$http_upgrade"),
        ("Connection", r'("upgrade"|\$kafelki_connection)'),
        ("X-Forwarded-For", r"\$proxy_add_x_forwarded_for"),
        ("Host", r"\$(http_)?host"),
    ):
        assert re.search(rf"proxy_set_header {header} {value};", location), header
    assert "proxy_http_version 1.1;" in location
    assert re.search(r"proxy_read_timeout \d+s;", location)


def test_nginx_lets_sockets_pass_and_tells_who_comes() -> None:
    location = re.search(r"location / \{(.*?)\n    \}", NGINX, re.DOTALL)
    assert location is not None
    check_proxy(location[1])
    assert re.search(r"map \$http_upgrade \$kafelki_connection \{\s*default upgrade;", NGINX)
    assert NGINX.count("{") == NGINX.count("}")


@pytest.mark.parametrize("page", PAGES)
def test_so_does_the_nginx_of_a_page(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^location / \{(.*?)^\}", text, re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        check_proxy(block)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_is_known(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    lines = [line.split("#")[0] for block in blocks for line in block.splitlines()]
    found = [match[0].split() for line in lines if (match := re.search(r"\bkafelki (serve|host|warm)\b.*", line))]
    assert len(found) > 5
    for words in found:
        check_command(words, capsys)
    known = set(re.findall(r"KAFELKI_\w+", help_of(capsys, "serve")))
    assert set(re.findall(r"`(KAFELKI_[A-Z_]+)`", text)) <= known
