// What people read, in both languages. A text is a pair; `say` picks one, fills {names} and keeps Polish typography.

export type Lang = 'pl' | 'en';

export interface Text {
  readonly pl: string;
  readonly en: string;
}

/** A counted text: Polish has three forms, English two. `{n}` is the number. */
export interface Plural {
  readonly pl: readonly [one: string, few: string, many: string];
  readonly en: readonly [one: string, other: string];
}

export type Values = Readonly<Record<string, string | number>>;

const KEPT = 'kafelki.lang';

function first(): Lang {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'pl' || kept === 'en') return kept;
  for (const language of navigator.languages) {
    if (language.startsWith('pl')) return 'pl';
    if (language.startsWith('en')) return 'en';
  }
  return 'en';
}

class I18n {
  lang = $state<Lang>(first());

  choose(lang: Lang): void {
    this.lang = lang;
    localStorage.setItem(KEPT, lang);
  }
}

export const i18n = new I18n();

// Chosen in another tab of this browser.
addEventListener('storage', (event) => {
  if (event.key === KEPT && (event.newValue === 'pl' || event.newValue === 'en')) i18n.lang = event.newValue;
});

/** A text in the chosen language, with its {names} filled in. */
export function say(text: Text, values: Values = {}): string {
  const filled = text[i18n.lang].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return counted(i18n.lang === 'pl' ? bound(filled) : filled);
}

const RULES: Record<Lang, Intl.PluralRules> = { pl: new Intl.PluralRules('pl'), en: new Intl.PluralRules('en') };

/** A number with the form of the noun that goes with it. */
export function count(plural: Plural, n: number, values: Values = {}): string {
  const rule = RULES[i18n.lang].select(n);
  const [one, few, many] = plural.pl;
  const pl = rule === 'one' ? one : rule === 'few' ? few : many;
  const en = rule === 'one' ? plural.en[0] : plural.en[1];
  return say({ pl, en }, { n: n.toLocaleString(i18n.lang), ...values });
}

/** In Polish a one-letter word never ends a line. */
function bound(text: string): string {
  return text.replace(/(?<=^|[\s(\u00a0])([aiouwzAIOUWZ]) /g, '$1\u00a0');
}

/** A number does not part from what it counts nor from the other end of its range, nor does the last one of a phrase begin a line. */
function counted(text: string): string {
  return text.replace(/(?<=\d) (?=\p{L})/gu, '\u00a0').replace(/(?<=\d)–(?=\d)/g, '\u2060–\u2060').replace(/ (?=\d+(?:[.,;)]|$))/g, '\u00a0');
}

/** A sentence within another. */
export function uncapitalized(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** A number of points with a real minus. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

/** So many seconds as a clock shows them: 1:05, 5 h 12 min, 2 d 3 h. */
export function lasting(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor((whole % 86400) / 3600), Math.floor((whole % 3600) / 60)];
  const hour = i18n.lang === 'pl' ? 'godz.' : 'h';
  if (days) return hours ? `${days} d ${hours} ${hour}` : `${days} d`;
  if (hours) return minutes ? `${hours} ${hour} ${minutes} min` : `${hours} ${hour}`;
  return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}

/** A moment as people say it: "12 minutes ago". */
export function ago(seconds: number): string {
  const past = Math.max(0, Date.now() / 1000 - seconds);
  const format = new Intl.RelativeTimeFormat(i18n.lang, { numeric: 'auto' });
  if (past < 3600) return format.format(-Math.floor(past / 60), 'minute');
  if (past < 86400) return format.format(-Math.floor(past / 3600), 'hour');
  return format.format(-Math.floor(past / 86400), 'day');
}
