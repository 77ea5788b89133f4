// What the rules page says around the rules themselves.

export const R = {
  contents: { pl: 'Spis treści', en: 'Contents' },
  aid: { pl: 'Ściągawka', en: 'At a glance' },
  lost: { pl: 'Nie udało się wczytać zasad. Sprawdź połączenie i spróbuj ponownie.', en: 'The rules could not be loaded. Check the connection and try again.' },
  again: { pl: 'Spróbuj ponownie', en: 'Try again' },
} as const;
