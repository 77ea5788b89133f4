import type { Plural, Text } from '../../lib/i18n.svelte';
import type { Kind } from './art';

export const KIND: Record<Kind, Text> = {
  cats: { pl: 'kot', en: 'cat' },
  books: { pl: 'książka', en: 'book' },
  games: { pl: 'gra', en: 'game' },
  frames: { pl: 'ramka', en: 'frame' },
  trophies: { pl: 'trofeum', en: 'trophy' },
  plants: { pl: 'roślina', en: 'plant' },
};
export const KINDS_OF: Record<Kind, Text> = {
  cats: { pl: 'koty', en: 'cats' },
  books: { pl: 'książki', en: 'books' },
  games: { pl: 'gry', en: 'games' },
  frames: { pl: 'ramki', en: 'frames' },
  trophies: { pl: 'trofea', en: 'trophies' },
  plants: { pl: 'rośliny', en: 'plants' },
};

export interface GoalText {
  readonly name: Text;
  readonly what: Text;
}
export const GOAL: Readonly<Record<number, GoalText>> = {
  1: {
    name: { pl: 'Dwa kwadraty', en: 'Two squares' },
    what: { pl: 'Dwie osobne grupy, w każdej kwadrat 2 × 2.', en: 'Two separate groups, each holding a square of 2 × 2.' },
  },
  2: {
    name: { pl: 'Kolumny pełne różności', en: 'Columns of six kinds' },
    what: { pl: 'Dwie pełne kolumny, w każdej sześć różnych rzeczy.', en: 'Two full columns, each of six different things.' },
  },
  3: {
    name: { pl: 'Cztery czwórki', en: 'Four fours' },
    what: { pl: 'Cztery grupy co najmniej czterech jednakowych rzeczy.', en: 'Four groups of at least four alike.' },
  },
  4: {
    name: { pl: 'Sześć grup', en: 'Six groups' },
    what: { pl: 'Sześć grup, w każdej co najmniej dwie jednakowe rzeczy.', en: 'Six groups of at least two alike.' },
  },
  5: {
    name: { pl: 'Kolumny do trzech', en: 'Columns of few kinds' },
    what: { pl: 'Trzy pełne kolumny, w każdej najwyżej trzy rodzaje.', en: 'Three full columns of at most three kinds each.' },
  },
  6: {
    name: { pl: 'Rzędy pełne różności', en: 'Rows of five kinds' },
    what: { pl: 'Dwa pełne rzędy, w każdym pięć różnych rzeczy.', en: 'Two full rows, each of five different things.' },
  },
  7: {
    name: { pl: 'Rzędy do trzech', en: 'Rows of few kinds' },
    what: { pl: 'Cztery pełne rzędy, w każdym najwyżej trzy rodzaje.', en: 'Four full rows of at most three kinds each.' },
  },
  8: {
    name: { pl: 'Cztery rogi', en: 'Four corners' },
    what: { pl: 'Ta sama rzecz w każdym rogu półeczki.', en: 'The same thing in every corner of the shelf.' },
  },
  9: {
    name: { pl: 'Kolekcja', en: 'Collection' },
    what: { pl: 'Osiem jednakowych rzeczy, gdziekolwiek na półeczce.', en: 'Eight alike, anywhere on the shelf.' },
  },
  10: {
    name: { pl: 'Iks', en: 'The X' },
    what: { pl: 'Pięć jednakowych rzeczy ułożonych w X.', en: 'Five alike in the shape of an X.' },
  },
  11: {
    name: { pl: 'Na skos', en: 'Diagonal' },
    what: { pl: 'Pięć jednakowych rzeczy na przekątnej.', en: 'Five alike on a diagonal.' },
  },
  12: {
    name: { pl: 'Schody', en: 'Staircase' },
    what: {
      pl: 'Kolumny o wysokości 1–5 albo 2–6, rosnąco lub malejąco.',
      en: 'Column heights 1–5 or 2–6, rising or falling.',
    },
  },
};

export const T = {
  // what is asked
  ask: { pl: 'Weź 1–3 kafelki do jednej kolumny', en: 'Take 1–3 tiles for one column' },
  others: { pl: 'Ktoś wybiera kafelki z podłogi', en: 'Somebody is choosing tiles from the floor' },
  over: { pl: 'Koniec partii', en: 'The match is over' },
  stepTake: { pl: 'Weź kafelki z podłogi', en: 'Take tiles from the floor' },
  stepTakeNote: { pl: 'od jednego do trzech w jednej linii', en: 'one to three in a straight line' },
  stepColumn: { pl: 'Wybierz kolumnę', en: 'Choose a column' },
  stepColumnNote: { pl: 'albo dołóż jeszcze kafelek', en: 'or add another tile' },
  stepConfirmNote: { pl: 'bez cofania', en: 'no undo' },
  confirm: { pl: 'Zatwierdź', en: 'Confirm' },
  clear: { pl: 'Odłóż', en: 'Put back' },

  // the floor
  floor: { pl: 'Podłoga', en: 'Living room floor' },
  inHandMark: { pl: 'w ręce', en: 'in hand' },
  addMark: { pl: 'możesz dołożyć', en: 'can be added' },
  takeMark: { pl: 'możesz wziąć', en: 'can be taken' },
  insteadMark: { pl: 'możesz wziąć zamiast', en: 'can be taken instead' },
  coveredMark: { pl: 'zasłonięty', en: 'covered' },
  tileAt: { pl: '{kind}, pole {cell}', en: '{kind}, cell {cell}' },
  bag: { pl: 'w woreczku', en: 'in the bag' },
  endToken: { pl: 'Żeton końca', en: 'End token' },
  endTokenFor: { pl: 'za pierwszą pełną półeczkę', en: 'for the first full shelf' },
  endTokenShort: { pl: 'koniec', en: 'end' },
  endTokenGone: { pl: 'ma go {name}', en: '{name} has it' },
  covered: {
    pl: 'Ten kafelek jest zasłonięty: wziąć można tylko taki, który na początku kolejki ma wolny bok',
    en: 'This tile is covered: only a tile with a free side as the turn begins can be taken',
  },

  // the hand
  hand: { pl: 'W ręce', en: 'In hand' },
  handNote: { pl: 'Jedynka staje najniżej. Naciśnij kafelek, by zmienić kolejność.', en: 'Number one goes lowest. Press a tile to change the order.' },
  handOne: { pl: 'Możesz dołożyć sąsiednie kafelki.', en: 'You can add tiles next to it.' },
  handEmpty: { pl: 'Jeszcze nic.', en: 'Nothing yet.' },
  handWait: { pl: 'Ruch ma ktoś inny.', en: 'Somebody else is to move.' },
  handTile: { pl: '{kind}, {place}. w kolejności; naciśnij, by przestawić', en: '{kind}, number {place}; press to change the order' },

  // the shelf
  yourShelf: { pl: 'Twoja półeczka', en: 'Your shelf' },
  shelfOf: { pl: 'Półeczka: {name}', en: "{name}'s shelf" },
  shelf: { pl: 'Półeczka', en: 'Shelf' },
  columnLabel: { pl: 'Kolumna {column}', en: 'Column {column}' },
  columnChosen: { pl: 'Kolumna {column}, wybrana', en: 'Column {column}, chosen' },
  columnTight: { pl: 'Kolumna {column}: za mało miejsca', en: 'Column {column}: not enough room' },
  only: { pl: 'tylko {n}', en: 'only {n}' },
  full: { pl: 'pełna', en: 'full' },
  takeFirst: { pl: 'Najpierw weź kafelki z podłogi', en: 'First take tiles from the floor' },
  columnFull: { pl: 'Kolumna {column} jest pełna', en: 'Column {column} is full' },
  notYours: { pl: 'Teraz ruch ma ktoś inny', en: 'Somebody else is to move now' },
  shelfRow: { pl: 'Rząd {row} od góry: {tiles}', en: 'Row {row} from the top: {tiles}' },
  empty: { pl: 'puste', en: 'empty' },
  wantedPlace: { pl: 'cel: {kind}', en: 'goal: {kind}' },

  // points
  yourPoints: { pl: 'Twoje punkty', en: 'Your points' },
  groups: { pl: 'Grupy na półeczce', en: 'Groups on the shelf' },
  tokens: { pl: 'Żetony celów', en: 'Goal tokens' },
  personal: { pl: 'Cel indywidualny', en: 'Personal goal' },
  end: { pl: 'Żeton końca', en: 'End token' },
  total: { pl: 'Razem', en: 'Total' },
  secretDone: { pl: '{n} z {all}', en: '{n} of {all}' },
  secretOfOthers: { pl: 'cel indywidualny, tajny do końca', en: 'personal goal, secret until the end' },
  groupsOwn: { pl: 'Grupy', en: 'Groups' },
  groupsShort: { pl: 'grupy', en: 'groups' },
  tokensShort: { pl: 'żetony', en: 'tokens' },
  personalShort: { pl: 'cel', en: 'goal' },
  endShort: { pl: 'koniec', en: 'end' },

  // common goals
  goals: { pl: 'Cele wspólne', en: 'Common goals' },
  tokensLeft: { pl: 'Żetony do wzięcia: {tokens}', en: 'Tokens still to be had: {tokens}' },
  tokenTaken: { pl: 'Żeton {points} ma {name}', en: '{name} has the token {points}' },
  youHave: { pl: 'masz {points}', en: 'you have {points}' },

  // aid and sheet
  aidTurn: { pl: 'Kolejka', en: 'A turn' },
  aidTake: {
    pl: 'Weź 1, 2 lub 3 kafelki leżące bok w bok w jednej linii; każdy musi mieć wolny bok, zanim zaczniesz.',
    en: 'Take 1, 2 or 3 tiles side by side in a straight line; each must have a free side before you begin.',
  },
  aidPut: { pl: 'Wszystkie wstaw do jednej kolumny, w kolejności, jaką chcesz.', en: 'Put them all into one column, in the order you like.' },
  aidRefill: {
    pl: 'Gdy podłoga opustoszeje, uzupełnia się ją z woreczka (kiedy dokładnie, mówi opcja stołu).',
    en: 'When little is left, the floor is filled from the bag (the table’s option says exactly when).',
  },
  aidGroups: { pl: 'Grupy jednakowych, stykających się bokiem', en: 'Groups of one kind, side by side' },
  aidPersonal: { pl: 'Cel indywidualny: rzeczy na swoich miejscach', en: 'Personal goal: things in their places' },
  aidTokens: { pl: 'Cele wspólne: kto pierwszy, bierze najwyższy żeton', en: 'Common goals: first come, highest token' },
  aidSeats: { pl: '{n} osoby', en: '{n} players' },
  aidEnd: {
    pl: 'Pierwsza pełna półeczka: 1 punkt. Rundę gra się do końca. Przy remisie wygrywa późniejszy w kolejności.',
    en: 'The first full shelf: 1 point. The round is played out. Of equals the later in turn order wins.',
  },
  sheetKinds: { pl: 'Rzeczy', en: 'Things' },
  sheetGoals: { pl: 'Cele wspólne', en: 'Common goals' },
  sheetTokens: { pl: 'Żetony', en: 'Tokens' },
  sheetShelf: { pl: 'Półeczka z tajnym celem', en: 'A shelf with its secret goal' },
} satisfies Record<string, Text>;

export const N = {
  bag: { pl: ['{n} kafelek w woreczku', '{n} kafelki w woreczku', '{n} kafelków w woreczku'], en: ['{n} tile in the bag', '{n} tiles in the bag'] },
  lying: { pl: ['{n} na podłodze', '{n} na podłodze', '{n} na podłodze'], en: ['{n} on the floor', '{n} on the floor'] },
  gaps: { pl: ['do pełnej brakuje {n} miejsca', 'do pełnej brakuje {n} miejsc', 'do pełnej brakuje {n} miejsc'], en: ['{n} place to fill', '{n} places to fill'] },
  room: {
    pl: ['W kolumnie {column} zmieści się tylko {n} kafelek', 'W kolumnie {column} zmieszczą się tylko {n} kafelki', 'W kolumnie {column} zmieści się tylko {n} kafelków'],
    en: ['Column {column} has room for {n} tile only', 'Column {column} has room for {n} tiles only'],
  },
} satisfies Record<string, Plural>;
