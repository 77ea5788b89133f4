import type { Plural, Text } from '../../lib/i18n.svelte';
import type { Element } from './art';
import type { Stack } from './layout';
import type { Character } from './people';

export const STACK: Record<Stack, Text> = {
  inside: { pl: 'wnętrze', en: 'inside' },
  rising: { pl: 'krawędź wznosząca', en: 'rising edge' },
  falling: { pl: 'krawędź opadająca', en: 'falling edge' },
  character: { pl: 'postacie', en: 'characters' },
};

export const ELEMENT: Record<Element, Text> = {
  baobab: { pl: 'baobab', en: 'baobab' },
  volcano: { pl: 'wulkan', en: 'volcano' },
  sunset: { pl: 'zachód słońca', en: 'sunset' },
  rose: { pl: 'róża', en: 'rose' },
  lamppost: { pl: 'latarnia', en: 'lamp post' },
  box: { pl: 'pudełko', en: 'box' },
  big_star: { pl: 'wielka gwiazda', en: 'big star' },
  fox: { pl: 'lis', en: 'fox' },
  elephant: { pl: 'słoń', en: 'elephant' },
  snake: { pl: 'żmija', en: 'snake' },
  sheep_white: { pl: 'biała owca', en: 'white sheep' },
  sheep_grey: { pl: 'szara owca', en: 'grey sheep' },
  sheep_brown: { pl: 'brązowa owca', en: 'brown sheep' },
};

export const WHO: Record<Character, { readonly name: Text; readonly rule: Text }> = {
  geographer: { name: { pl: 'Geograf', en: 'Geographer' }, rule: { pl: '1 za każdy kafelek planety bez wulkanu', en: '1 for each planet tile without a volcano' } },
  king: { name: { pl: 'Król', en: 'King' }, rule: { pl: '14 za jedną różę, 7 za dwie, inaczej nic', en: '14 for one rose, 7 for two, otherwise nothing' } },
  hunter: { name: { pl: 'Myśliwy', en: 'Hunter' }, rule: { pl: '3 za każdy gatunek: słoń, lis, żmija, owca', en: '3 for each species: elephant, fox, snake, sheep' } },
  lamplighter: { name: { pl: 'Latarnik', en: 'Lamplighter' }, rule: { pl: '1 za każdą latarnię', en: '1 for each lamp post' } },
  businessman_white: { name: { pl: 'Bankier (białe)', en: 'Businessman (white)' }, rule: { pl: '2 za każdą białą owcę', en: '2 for each white sheep' } },
  businessman_grey: { name: { pl: 'Bankier (szare)', en: 'Businessman (grey)' }, rule: { pl: '3 za każdą szarą owcę', en: '3 for each grey sheep' } },
  businessman_brown: { name: { pl: 'Bankier (brązowe)', en: 'Businessman (brown)' }, rule: { pl: '5 za każdą brązową owcę', en: '5 for each brown sheep' } },
  turkish_astronomer: { name: { pl: 'Turecki Astronom', en: 'Turkish Astronomer' }, rule: { pl: '1 za każdą wielką gwiazdę, także przy postaciach', en: '1 for each big star, on characters too' } },
  little_prince: { name: { pl: 'Mały Książę', en: 'Little Prince' }, rule: { pl: '3 za każdy kolor owiec, 1 za każde pudełko', en: '3 for each colour of sheep, 1 for each box' } },
  drunkard: { name: { pl: 'Pijak', en: 'Drunkard' }, rule: { pl: '3 za każdy kafelek odwrócony przez baobaby', en: '3 for each tile turned over by baobabs' } },
  gardener: { name: { pl: 'Ogrodnik', en: 'Gardener' }, rule: { pl: '7 za każdy odkryty baobab', en: '7 for each baobab face up' } },
  vain_man: { name: { pl: 'Próżny', en: 'Vain Man' }, rule: { pl: '4 za każdą żmiję', en: '4 for each snake' } },
  astronomer: { name: { pl: 'Astronom', en: 'Astronomer' }, rule: { pl: '2 za każdy zachód słońca', en: '2 for each sunset' } },
};

export const T = {
  // what is asked
  choose: { pl: 'Wybierz stos, z którego będą kafelki tej rundy', en: 'Choose the stack for this round' },
  hide: { pl: 'Wybierz kafelek, który zostanie zakryty; dwa pozostałe pokażesz', en: 'Choose the tile to leave face down; the other two are shown' },
  take: { pl: 'Weź jeden z kafelków', en: 'Take one of the tiles' },
  placeIt: { pl: 'Połóż kafelek na swojej planecie', en: 'Place the tile on your planet' },
  name: { pl: 'Wskaż, kto wybiera po tobie', en: 'Say who takes next' },
  others: { pl: 'Ktoś układa swoją planetę', en: 'Somebody is building a planet' },
  over: { pl: 'Planety są gotowe', en: 'The planets are finished' },

  // the bar
  change: { pl: 'Zmień', en: 'Change' },
  confirm: { pl: 'Zatwierdź', en: 'Confirm' },
  confirmNote: { pl: 'drugie naciśnięcie też zatwierdza', en: 'pressing it again confirms too' },
  willChoose: { pl: 'Stos: {stack}', en: 'Stack: {stack}' },
  willHide: { pl: 'Zakryty zostanie: {tile}', en: 'Face down: {tile}' },
  willTake: { pl: 'Bierzesz: {tile}', en: 'You take: {tile}' },
  willTakeDown: { pl: 'Bierzesz kafelek zakryty', en: 'You take the tile face down' },
  willPlace: { pl: 'Kafelek na pole {n}', en: 'The tile goes to place {n}' },
  willName: { pl: 'Następny wybiera gracz: {name}', en: 'Next to take: {name}' },

  // refusals
  notNow: { pl: 'Teraz wybiera ktoś inny', en: 'Somebody else is choosing now' },
  notThisStep: { pl: 'Ten kafelek jest teraz tylko do obejrzenia', en: 'This tile is only to be looked at now' },
  stackEmpty: { pl: 'Ten stos się skończył: każdy ma już z niego cztery kafelki', en: 'This stack is used up: everybody has four of its tiles' },
  stackLater: { pl: 'Stos wybiera się na początku rundy', en: 'The stack is chosen as a round begins' },
  hasTile: { pl: 'Ten gracz ma już kafelek z tej rundy', en: 'This player has a tile from this round already' },
  nameLater: { pl: 'Następnego gracza wskazuje się po wzięciu kafelka', en: 'The next player is named once a tile is taken' },

  // the table
  offer: { pl: 'Na stole', en: 'On the table' },
  drawnYou: { pl: 'Dobrane, widzisz je tylko ty', en: 'Drawn; only you see them' },
  drawnOther: { pl: 'Trzy kafelki ogląda {name}', en: '{name} looks at three tiles' },
  faceDownTile: { pl: 'Kafelek zakryty', en: 'The tile face down' },
  faceDownNote: { pl: 'nie wiesz, co na nim jest', en: 'you do not know what is on it' },
  empty: { pl: 'Stół jest pusty: runda zaczyna się od wyboru stosu.', en: 'The table is empty: a round begins with the choice of a stack.' },
  inHand: { pl: 'W ręce', en: 'In hand' },
  who: { pl: 'Kto wybiera po tobie?', en: 'Who takes next?' },
  waits: { pl: 'bez kafelka', en: 'no tile yet' },
  has: { pl: 'ma kafelek', en: 'has a tile' },
  acts: { pl: 'wybiera', en: 'is choosing' },
  round: { pl: 'Runda {n} z 16', en: 'Round {n} of 16' },
  stacks: { pl: 'Stosy', en: 'Stacks' },
  now: { pl: 'teraz', en: 'now' },
  shown: { pl: 'Postacie pokazane dotąd, runda po rundzie', en: 'Characters shown so far, round by round' },
  counts: { pl: 'Co leży odkryte na planecie', en: 'What lies face up on the planet' },
  discarded: { pl: 'Odrzucone', en: 'Discarded' },

  // planets
  yourPlanet: { pl: 'Twoja planeta', en: 'Your planet' },
  planetOf: { pl: 'Planeta: {name}', en: "{name}'s planet" },
  planet: { pl: 'Planeta', en: 'Planet' },
  place: { pl: 'pole {n}', en: 'place {n}' },
  placeHere: { pl: 'Połóż na polu {n}', en: 'Place on {n}' },
  turned: { pl: 'odwrócony przez baobaby', en: 'turned over by baobabs' },
  hidden: { pl: 'zakryta postać', en: 'hidden character' },
  nobody: { pl: 'Nie ma jeszcze żadnej postaci.', en: 'No character yet.' },
  volcanoes: { pl: 'Wulkany', en: 'Volcanoes' },
  most: { pl: 'najwięcej: {n}', en: 'the most: {n}' },
  baobabCount: { pl: 'Odkryte baobaby: {n}; trzeci odwraca kafelki', en: 'Baobabs face up: {n}; the third turns the tiles' },
  total: { pl: 'Razem', en: 'Total' },

  // aid, sheet
  aidTurn: { pl: 'Runda', en: 'A round' },
  aid1: { pl: 'Zaczynający wybiera stos i odkrywa tyle kafelków, ilu jest graczy.', en: 'The starter chooses a stack and shows as many tiles as there are players.' },
  aid2: { pl: 'Bierze jeden i wskazuje, kto bierze następny. Ostatni dostaje, co zostało, i zaczyna kolejną rundę.', en: 'They take one and name who takes next. The last gets what is left and starts the next round.' },
  aid3: { pl: 'We dwoje: trzy kafelki, jeden zakryty; drugi gracz bierze pierwszy, reszta przepada.', en: 'With two: three tiles, one face down; the other takes first, what is left is discarded.' },
  aidBaobab: { pl: 'Trzeci odkryty baobab odwraca wszystkie trzy kafelki z baobabami.', en: 'The third baobab face up turns all three tiles with baobabs over.' },
  aidVolcano: { pl: 'Kto ma najwięcej wulkanów, traci po punkcie za każdy.', en: 'Whoever has the most volcanoes loses a point for each.' },
  aidWho: { pl: 'Postacie', en: 'Characters' },
  sheetThings: { pl: 'Co jest na kafelkach', en: 'What is on the tiles' },
  sheetTiles: { pl: 'Kafelki', en: 'Tiles' },
  sheetTurned: { pl: 'Odwrócony i zakryty', en: 'Turned over, and hidden' },
} satisfies Record<string, Text>;

export const N = {
  rounds: { pl: ['{n} runda', '{n} rundy', '{n} rund'], en: ['{n} round', '{n} rounds'] },
  volcanoes: { pl: ['{n} wulkan', '{n} wulkany', '{n} wulkanów'], en: ['{n} volcano', '{n} volcanoes'] },
  points: { pl: ['punkt', 'punkty', 'punktów'], en: ['point', 'points'] }, // after the number, which is set larger
} satisfies Record<string, Plural>;
