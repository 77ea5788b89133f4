"""Ridge: the template. A tiny real game with something hidden; copy this folder to start a new one."""
