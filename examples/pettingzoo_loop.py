"""PettingZoo's loop over a match of Tikal for three: python examples/pettingzoo_loop.py"""

from __future__ import annotations

from kafelki.envs import aec_env


def main(seed: int = 7) -> dict[str, float]:
    """Every agent chooses any legal action; what each of them got."""
    env = aec_env("tikal", seats=3)
    env.reset(seed=seed)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + seat)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            env.step(int(env.action_space(agent).sample(observation["action_mask"])))
    return rewards


if __name__ == "__main__":
    print(main())
