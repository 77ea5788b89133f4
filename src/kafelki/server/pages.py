"""A plain page for who opens the server's address: what it is, what can be played."""

from __future__ import annotations

import html
from typing import Final

import kafelki
from kafelki.games import games, meta
from kafelki.words import Language, Text, counted

PAGE: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>Kafelki</title><link rel="stylesheet" href="/static/plain.css">'
    "<main><h1>Kafelki</h1><p>{about}</p><ul class=cards>{cards}</ul>"
    '<p>{for_programs} <a href="/schema">API {version}</a></p></main></html>'
)
ABOUT: Final = Text("The table is running. These games are on it:", "Stół działa. Można przy nim zagrać w:")
FOR_PROGRAMS: Final = Text("For pages and bots:", "Dla stron i botów:")


def home(accepted: str | None) -> str:
    """The page, in the browser's language."""
    language = language_of(accepted)
    return PAGE.format(
        language=language,
        about=ABOUT.say(language),
        cards="".join(_card(name, language) for name in games()),
        for_programs=FOR_PROGRAMS.say(language),
        version=kafelki.__version__,
    )


def _card(name: str, language: Language) -> str:
    card = meta(name)
    fewest, most = card.seats
    minutes = counted(card.minutes, ("minute", "minutes"), ("minuta", "minuty", "minut"))
    facts = Text(f"{fewest}-{most} players, {minutes.en}", f"{fewest}-{most} graczy, {minutes.pl}")
    title, about = html.escape(card.title.say(language)), html.escape(card.about.say(language))
    return f"<li><h3>{title}</h3><p>{about}</p><p><small>{facts.say(language)}</small></p></li>"


def language_of(accepted: str | None) -> Language:
    """Polish where the browser names it before English."""
    wanted = [part.split(";")[0].strip().lower()[:2] for part in (accepted or "").split(",")]
    return next((("pl" if one == "pl" else "en") for one in wanted if one in ("pl", "en")), "en")
