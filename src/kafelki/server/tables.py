"""What a table is, apart from any network: who sits there, what is agreed, and how its match is dealt.

lobby ---- start ----> revealing ---- all nonces came ----> playing ----> over
  ^                        |                                   |
  +---- one came late -----+                                closed, from either side
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from kafelki.bots.levels import LEVELS
from kafelki.core.entries import Fair
from kafelki.core.fairness import KEY_BYTES, Transcript, commitment, key_of, new_secret, nonce_hash, seats_by_lot
from kafelki.core.meta import Value
from kafelki.errors import BadRequest, KafelkiError, NotAllowed, NotNow, UnknownBot
from kafelki.games import meta
from kafelki.server.clocks import Clock, pace_of
from kafelki.server.identity import looks, new_code, new_id, new_invitation
from kafelki.words import Text

Phase: TypeAlias = Literal["lobby", "revealing", "playing", "over", "closed"]
RUNNING: Final[tuple[Phase, ...]] = ("lobby", "revealing", "playing")
MOST_MUTES: Final = 500  # of a table
HEX: Final = frozenset("0123456789abcdef")


class Member(msgspec.Struct, frozen=True):
    """Who plays: a person by their id, or a bot by its level."""

    player: str | None = None
    name: str = ""
    level: str | None = None
    nonce_hash: str | None = None
    nonce: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.level is not None


class Terms(msgspec.Struct, frozen=True):
    """What is agreed before anybody sits down."""

    game: str
    seats: int
    options: dict[str, Value]
    public: bool = False
    casual: bool = True  # hints may be asked for
    lot: bool = True  # seats are drawn by lot
    take_over: int | None = 10  # minutes after which a bot plays for somebody who is away; None: only by vote
    clock: Clock | None = None  # None: nobody is hurried


class Table(msgspec.Struct, frozen=True):
    """A table as it is kept. Nothing here is ever changed: each step makes the next one."""

    id: str
    terms: Terms
    rules: int
    owner: str
    invitation: str
    code: str
    created: float
    secret: str
    phase: Phase = "lobby"
    attempt: int = 1
    members: tuple[Member, ...] = ()
    watchers: tuple[str, ...] = ()  # players who only watch
    transcript: Transcript | None = None
    seating: tuple[int, ...] = ()  # each member's seat, once the lot has fallen
    late: tuple[str, ...] = ()  # who was late in the attempt before
    spent: tuple[str, ...] = ()  # nonce hashes of attempts that failed
    mutes: tuple[tuple[str, str], ...] = ()  # (who does not want to hear, whom)
    rematch: str | None = None  # the table they went on to
    began: float = 0.0  # when the lot fell
    version: int = 1

    # ---- Asking

    @property
    def commitment(self) -> str:
        """What binds the server to its secret."""
        return commitment(self.id, bytes.fromhex(self.secret))

    def number_of(self, player: str) -> int | None:
        """A person's place among the members."""
        for number, member in enumerate(self.members):
            if member.player == player:
                return number
        return None

    def seat_of(self, player: str) -> int | None:
        """A person's seat in the match, None before the lot and for who has none."""
        number = self.number_of(player)
        return self.seating[number] if number is not None and self.seating else None

    def at_seat(self, seat: int) -> Member:
        """Who was given a seat."""
        return self.members[self.seating.index(seat)]

    def knows(self, player: str) -> bool:
        """Whether the table is any business of theirs."""
        return self.terms.public or player in self.watchers or self.number_of(player) is not None

    @property
    def names(self) -> list[str]:
        """By seat."""
        return [self.at_seat(seat).name for seat in range(len(self.seating))]

    @property
    def is_by_mail(self) -> bool:
        return pace_of(self.terms.clock) == "mail"

    @property
    def is_full(self) -> bool:
        return len(self.members) == self.terms.seats

    def chance(self) -> Fair:
        """What the match is dealt from."""
        assert self.transcript is not None
        return Fair(self.transcript, self.secret, tuple(member.nonce for member in self.members))

    # ---- Before the start

    def sit(self, player: str, name: str, promise: str) -> Table:
        """A person sits down, with the hash of a nonce that only their page knows."""
        self.require("lobby")
        number = self.number_of(player)
        self._require_fresh(promise, number)
        name = self._own_name(name, number)
        if number is not None:
            return self._with(number, msgspec.structs.replace(self.members[number], name=name, nonce_hash=promise))
        if self.is_full:
            raise NotNow("Every seat is taken.", "Wszystkie miejsca są zajęte.", "full")
        watchers = tuple(one for one in self.watchers if one != player)
        return self.replace(members=(*self.members, Member(player, name, None, promise)), watchers=watchers)

    def add_bot(self, player: str, level: str) -> Table:
        """The owner gives a seat to a bot."""
        self.require("lobby")
        self.require_owner(player)
        require_level(level)
        if self.is_full:
            raise NotNow("Every seat is taken.", "Wszystkie miejsca są zajęte.", "full")
        return self.replace(members=(*self.members, Member(name=self._bot_name(), level=level)))

    def set_level(self, player: str, number: int, level: str) -> Table:
        """The owner makes a bot stronger or weaker."""
        self.require("lobby")
        self.require_owner(player)
        require_level(level)
        if not 0 <= number < len(self.members) or not self.members[number].is_bot:
            raise BadRequest("There is no bot there.", "Nie ma tam bota.", "member")
        return self._with(number, msgspec.structs.replace(self.members[number], level=level))

    def agree(self, player: str, terms: Terms) -> Table:
        """The owner changes what is agreed, the game too, as long as everybody has room."""
        self.require("lobby")
        self.require_owner(player)
        full = checked(terms)
        if full.seats < len(self.members):
            raise NotNow(
                f"{len(self.members)} sit here: so few seats are not enough.",
                f"Siedzi tu {len(self.members)}: tyle miejsc nie wystarczy.",
                "full",
            )
        return self.replace(terms=full, rules=meta(full.game).rules_version)

    def _bot_name(self) -> str:
        """A name of its own for each bot."""
        taken = {member.name for member in self.members}
        return next(name for name in BOT_NAMES if name not in taken)

    def _own_name(self, name: str, number: int | None) -> str:
        """A name nobody else at the table has: the second Ola is Ola 2."""
        taken = {looks(member.name) for other, member in enumerate(self.members) if other != number}
        tries = (name, *(f"{name} {count}" for count in range(2, 100)))
        return next(one for one in tries if looks(one) not in taken)

    def remove(self, player: str, number: int) -> Table:
        """Somebody leaves, or the owner takes a bot or a person from the table; who was sent away needs a new link."""
        self.require("lobby")
        if not 0 <= number < len(self.members):
            raise BadRequest(
                f"There are members 0 to {len(self.members) - 1}; {number} came.",
                f"Są uczestnicy od 0 do {len(self.members) - 1}; przyszło {number}.",
                "member",
            )
        links = {}
        if self.members[number].player != player:
            self.require_owner(player)
            if not self.members[number].is_bot:
                links = {"invitation": new_invitation(), "code": new_code()}
        members = self.members[:number] + self.members[number + 1 :]
        people = [member.player for member in members if member.player is not None]
        owner = self.owner if self.owner in people or not people else people[0]
        return self.replace(members=members, owner=owner, phase="lobby" if people else "closed", **links)

    def watch(self, player: str, most: int) -> Table:
        """Somebody comes to look on."""
        if self.number_of(player) is not None or player in self.watchers:
            return self
        if len(self.watchers) >= most:
            raise NotNow("So many cannot watch.", "Tylu nie może się przyglądać.", "spectators")
        return self.replace(watchers=(*self.watchers, player))

    # ---- The start

    def start(self, player: str) -> Table:
        """The owner starts, with empty seats too if so many can play: what was agreed is frozen before any nonce."""
        self.require("lobby")
        self.require_owner(player)
        fewest, here = meta(self.terms.game).seats[0], len(self.members)
        if here < fewest:
            raise NotNow(
                f"{fewest} are needed, {here} are here: invite somebody or add a bot.",
                f"Potrzeba {fewest}, jest {here}: zaproś kogoś albo dodaj bota.",
                "seats",
            )
        waiting = [member.name for member in self.members if not member.is_bot and member.nonce_hash is None]
        if waiting:
            raise NotNow(
                f"Waiting for the page of {', '.join(waiting)}.", f"Czekamy na stronę: {', '.join(waiting)}.", "promise"
            )
        transcript = Transcript(
            table=self.id,
            game=self.terms.game,
            rules=self.rules,
            options=self.terms.options,
            commitment=self.commitment,
            nonce_hashes=tuple(member.nonce_hash for member in self.members),
            lot=self.terms.lot,
            attempt=self.attempt,
        )
        return self.replace(transcript=transcript, phase="revealing", late=())._begun_if_revealed()

    def promise(self, player: str, promised: str) -> Table:
        """A new hash after a failed attempt: a nonce is used once."""
        self.require("lobby")
        number = self._member(player)
        self._require_fresh(promised, number)
        return self._with(number, msgspec.structs.replace(self.members[number], nonce_hash=promised))

    def reveal(self, player: str, nonce: str) -> Table:
        """A page shows the nonce it promised; with the last one the lot falls and the match begins."""
        number = self._member(player)
        if self.phase == "playing" and self.members[number].nonce == nonce:
            return self
        self.require("revealing")
        if not _is_hex(nonce) or nonce_hash(bytes.fromhex(nonce)) != self.members[number].nonce_hash:
            raise BadRequest(
                "This is not the nonce that was promised.", "To nie jest obiecana liczba jednorazowa.", "nonce"
            )
        return self._with(number, msgspec.structs.replace(self.members[number], nonce=nonce))._begun_if_revealed()

    def _begun_if_revealed(self) -> Table:
        """All nonces are here: the key exists, and seats with it."""
        if any(not member.is_bot and member.nonce is None for member in self.members):
            return self
        assert self.transcript is not None
        nonces = [None if member.nonce is None else bytes.fromhex(member.nonce) for member in self.members]
        key = key_of(self.transcript, bytes.fromhex(self.secret), nonces)
        terms = msgspec.structs.replace(self.terms, seats=len(self.members))  # empty seats are closed
        return self.replace(terms=terms, phase="playing", seating=tuple(seats_by_lot(self.transcript, key)))

    def give_up_revealing(self) -> Table:
        """One was late: back to the lobby with a new secret and new nonces, and everybody sees who it was."""
        self.require("revealing")
        late = tuple(member.name for member in self.members if not member.is_bot and member.nonce is None)
        members = tuple(msgspec.structs.replace(member, nonce=None, nonce_hash=None) for member in self.members)
        return self.replace(
            phase="lobby",
            secret=new_secret().hex(),
            attempt=self.attempt + 1,
            members=members,
            transcript=None,
            late=late,
            spent=self.spent + tuple(member.nonce_hash for member in self.members if member.nonce_hash is not None),
        )

    def _require_fresh(self, promise: str, number: int | None) -> None:
        """BadRequest for a hash of another at the table, or of an attempt that failed: a nonce is used once."""
        require_hash(promise)
        others = [member.nonce_hash for other, member in enumerate(self.members) if other != number]
        if promise in others or promise in self.spent:
            raise BadRequest(
                "That nonce was promised before: a nonce is used once.",
                "Tę liczbę już obiecano: używa się jej raz.",
                "nonce",
            )

    # ---- Later

    def mute(self, player: str, other: str, muted: bool) -> Table:
        """Somebody does not want to hear somebody else, or does again."""
        rest = tuple(pair for pair in self.mutes if pair != (player, other))
        if muted and (sum(pair[0] == player for pair in rest) >= 50 or len(rest) >= MOST_MUTES):
            raise NotNow("So many cannot be muted.", "Tylu nie można wyciszyć.", "mutes")
        return self.replace(mutes=(*rest, (player, other)) if muted else rest)

    def finish(self) -> Table:
        """The match is over; another server may have said so."""
        return self.end("over") if self.phase == "playing" else self

    def end(self, phase: Phase) -> Table:
        return self.replace(phase=phase)

    # ---- Inside

    def require(self, *phases: Phase) -> None:
        """NotNow unless the table is in one of these phases."""
        if self.phase not in phases:
            words = PHASE_WORDS[self.phase]
            raise NotNow(f"Not now: {words.en}.", f"Nie teraz: {words.pl}.", self.phase)

    def require_owner(self, player: str) -> None:
        if player != self.owner:
            raise NotAllowed("Only who made the table may do that.", "Może to zrobić tylko założyciel stołu.", "owner")

    def _member(self, player: str) -> int:
        number = self.number_of(player)
        if number is None:
            raise NotAllowed("Only players may do that.", "Mogą to zrobić tylko gracze.", "spectator")
        return number

    def replace(self, **changes: object) -> Table:
        """The next version of the table."""
        return msgspec.structs.replace(self, **{"version": self.version + 1, **changes})

    def _with(self, number: int, member: Member) -> Table:
        return self.replace(members=(*self.members[:number], member, *self.members[number + 1 :]))


PHASE_WORDS: Final[dict[Phase, Text]] = {
    "lobby": Text("the match has not begun", "rozgrywka się jeszcze nie zaczęła"),
    "revealing": Text("the lot is being drawn", "trwa losowanie"),
    "playing": Text("the match is being played", "rozgrywka trwa"),
    "over": Text("the match is over", "rozgrywka się skończyła"),
    "closed": Text("the table is closed", "stół jest zamknięty"),
}
BOT_NAMES: Final = ("Sowa", "Tukan", "Kolibri", "Zimorodek", "Czapla", "Pustułka", "Wilga", "Dudek")  # birds


def checked(terms: Terms) -> Terms:
    """Terms with all options filled in; BadSeats, BadOptions or UnknownGame where nobody could play so."""
    card = meta(terms.game)
    if card.id.startswith("_"):
        raise BadRequest("That game is for developers.", "Ta gra jest dla programistów.", "game")
    card.require_seats(terms.seats)
    return msgspec.structs.replace(terms, options=dict(card.full_options(terms.options)))


def new_table(owner: str, terms: Terms, now: float) -> Table:
    """An empty table, its secret already bound."""
    return Table(
        id=new_id(),
        terms=checked(terms),
        rules=meta(terms.game).rules_version,
        owner=owner,
        invitation=new_invitation(),
        code=new_code(),
        created=now,
        secret=new_secret().hex(),
    )


def require_level(level: str) -> None:
    """UnknownBot unless people may play against it."""
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        raise UnknownBot(f"There is no level {level!r}; there are: {known}.", f"Nie ma poziomu {level!r}; są: {known}.")


def require_hash(text: str) -> None:
    """BadRequest unless it is a SHA-256 in hexadecimal."""
    if not _is_hex(text):
        raise _not_hex(text)


def _is_hex(text: str) -> bool:
    return len(text) == 2 * KEY_BYTES and HEX.issuperset(text)


def _not_hex(text: str) -> KafelkiError:
    count = 2 * KEY_BYTES
    return BadRequest(
        f"{count} hexadecimal digits were expected; {text[:12]!r} came.",
        f"Oczekiwano {count} cyfr szesnastkowych; przyszło {text[:12]!r}.",
        "hex",
    )
