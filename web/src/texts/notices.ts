// What the page says of notices.

export const noticeTexts = {
  tellMe: { pl: 'Powiadom mnie, gdy przyjdzie moja kolejka', en: 'Tell me when it is my turn' },
  tellMeNote: {
    pl: 'Także gdy strona jest zamknięta; nie, gdy masz ten stół przed sobą.',
    en: 'Also when the page is closed; not while you have that table before you.',
  },
  cannot: {
    pl: 'Ta przeglądarka nie przyjmuje powiadomień. Na iPhonie najpierw dodaj stronę do ekranu początkowego.',
    en: 'This browser takes no notices. On an iPhone, add the page to the home screen first.',
  },
  blocked: {
    pl: 'Powiadomienia z tej strony są w przeglądarce zablokowane. Zezwól na nie w jej ustawieniach.',
    en: 'Notices from this page are blocked in the browser. Allow them in its settings.',
  },
  failed: {
    pl: 'Przeglądarka nie mogła włączyć powiadomień. Spróbuj później albo w innej.',
    en: 'The browser could not switch notices on. Try later, or in another one.',
  },
  quiet: { pl: 'Cisza nocna', en: 'Quiet hours' },
  quietNote: { pl: 'Co wtedy przyjdzie, czeka do jej końca.', en: 'What comes then waits until they end.' },
  from: { pl: 'od', en: 'from' },
  until: { pl: 'do', en: 'to' },
  tryIt: { pl: 'Wypróbuj', en: 'Try it' },
  sent: { pl: 'Wysłano powiadomienie na próbę.', en: 'A notice is on its way.' },
  webhook: { pl: 'Wołaj mój adres (webhook)', en: 'Call an address of mine (webhook)' },
  address: { pl: 'Adres', en: 'Address' },
  secret: { pl: 'Klucz podpisu', en: 'Signing key' },
  secretNote: {
    pl: 'Zapisz go teraz: drugi raz go nie pokażemy. Podpis jest w nagłówku X-Kafelki-Signature.',
    en: 'Keep it now: it is not shown again. The signature is in the header X-Kafelki-Signature.',
  },
  drop: { pl: 'Usuń', en: 'Remove' },
} as const;
