"""PettingZoo: seats take turns as agents. Observations hold the mask, and so does the info of who is to act."""

from __future__ import annotations

from typing import TypeAlias

from gymnasium import spaces
from pettingzoo import AECEnv

from kafelki.core.meta import Options
from kafelki.core.record import Ints8, Ints16
from kafelki.envs.single import observation_space
from kafelki.envs.sitting import Sitting

Seen: TypeAlias = dict[str, Ints16 | Ints8]


class KafelkiAEC(AECEnv):  # type: ignore[misc]
    """One match after another; `reset(options={"position": …})` begins from any position."""

    def __init__(self, game: str, seats: int | None = None, *, options: Options | None = None, rewards: str = "rank"):
        super().__init__()
        self.sitting = Sitting(game, seats, options, rewards)
        self.metadata = {"name": f"kafelki_{game}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.sitting.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, actions = self.sitting.size, self.sitting.game.actions
        self.observation_spaces = {agent: observation_space(size, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal; a seed makes this match and those after it come again."""
        self.sitting.deal(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.sitting.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._turn()

    def reseed(self, seed: int | None = None) -> None:
        """Another future for the match as it stands."""
        self.sitting.reseed(seed)

    def _turn(self) -> None:
        """Ask the seat to act."""
        seat = self.sitting.turn
        self.agent_selection = agent = self.possible_agents[seat]
        tensor, mask = self.sitting.look(seat)
        self._shown: tuple[str, Seen] = (agent, {"observation": tensor, "action_mask": mask})
        self.infos[agent] = {"action_mask": mask}

    def observe(self, agent: str) -> Seen:
        """What the agent's seat may know; nothing is legal where it is not its turn."""
        shown, seen = self._shown
        if agent != shown:
            tensor, mask = self.sitting.look(self._seat[agent])
            return {"observation": tensor, "action_mask": mask}
        return seen

    def step(self, action: int | None) -> None:
        """Play; IllegalMove where the rules refuse it, and nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.sitting.play(action)
        if self._cumulative_rewards[agent]:
            self._cumulative_rewards[agent] = 0.0
        if self.sitting.over:
            self.rewards = dict(zip(self.possible_agents, self.sitting.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._turn()

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None
