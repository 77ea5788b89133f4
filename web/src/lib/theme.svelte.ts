// Light or dark: as the system says, until somebody chooses.

type Theme = 'light' | 'dark';
const KEPT = 'kafelki.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function first(): Theme {
  const kept = localStorage.getItem(KEPT);
  return kept === 'light' || kept === 'dark' ? kept : system.matches ? 'dark' : 'light';
}

class Look {
  theme = $state<Theme>(first());

  constructor() {
    document.documentElement.dataset.theme = this.theme;
    system.addEventListener('change', () => {
      if (!localStorage.getItem(KEPT)) this.#set(first());
    });
  }

  turn(): void {
    this.#set(this.theme === 'dark' ? 'light' : 'dark');
    localStorage.setItem(KEPT, this.theme);
  }

  #set(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
  }
}

export const look = new Look();
