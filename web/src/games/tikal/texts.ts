// Everything Tikal says on the page, in both languages.

import { count, i18n, say, type Plural, type Text } from '../../lib/i18n.svelte';
import type { LaidTile, TikalTile } from '../../wire/kinds';
import type { Action } from './offers';

export const T = {
  // the one sentence
  over: { pl: 'Koniec rozgrywki', en: 'The match is over' },
  waiting: { pl: 'Czekamy na innego gracza', en: 'Waiting for another player' },
  placeTile: { pl: 'Połóż kafelek: {tile}', en: 'Place the tile: {tile}' },
  scoringLeft: { pl: 'Rozliczenie: {left}, potem liczą się twoje punkty', en: 'Scoring round: {left}, then your points are counted' },
  lastScoringLeft: { pl: 'Ostatnie rozliczenie: {left}, potem liczą się twoje punkty', en: 'Last scoring: {left}, then your points are counted' },
  noneLeft: { pl: 'Nie masz już punktów akcji: zakończ kolejkę', en: 'No action points left: end your turn' },
  bidNow: { pl: 'Licytuj albo spasuj: kto wygra, wybiera kafelek', en: 'Bid or pass: the winner chooses a tile' },
  passOnly: { pl: 'Możesz tylko spasować', en: 'You can only pass' },
  chooseNow: { pl: 'Wybierz kafelek z oferty', en: 'Choose a tile on offer' },
  // the line over the actions
  pickAction: { pl: 'Wskaż pole albo działanie', en: 'Press a hex or an action' },
  pickEnter: { pl: 'Wskaż obóz, do którego wchodzi pionek', en: 'Press the camp where the piece enters' },
  pickMover: { pl: 'Wskaż pionek, który idzie', en: 'Press the piece that goes' },
  pickTarget: { pl: 'Wskaż, dokąd idzie {piece} z {cell}', en: 'Press where the {piece} on {cell} goes' },
  pickUncover: { pl: 'Wskaż świątynię, w której odkrywasz poziom', en: 'Press the temple to uncover' },
  pickTake: { pl: 'Wskaż pole, z którego bierzesz skarb', en: 'Press the hex to take a treasure from' },
  pickBuild: { pl: 'Wskaż miejsce na obóz', en: 'Press the place for the camp' },
  pickGuard: { pl: 'Wskaż świątynię, której ktoś ma strzec', en: 'Press the temple to be guarded' },
  pickExchange: { pl: 'Wybierz, co oddajesz i co bierzesz', en: 'Choose what you give and what you take' },
  watching: { pl: 'Kolejka: {name}', en: 'Turn: {name}' },
  atCell: { pl: 'Pole {cell}: co robisz?', en: 'Hex {cell}: what will you do?' },
  cancel: { pl: 'Anuluj', en: 'Cancel' },
  // action points
  ap: { pl: 'PA', en: 'AP' },
  pips: { pl: 'Punkty akcji: zostało {n} z 10', en: 'Action points: {n} of 10 left' },
  pipsNext: { pl: 'Punkty akcji: zostało {n} z 10; wskazany ruch kosztuje {cost}, zostanie {left}', en: 'Action points: {n} of 10 left; this move costs {cost} and leaves {left}' },
  actions: { pl: 'Działania', en: 'Actions' },
  endTurn: { pl: 'Zakończ kolejkę', en: 'End turn' },
  endLoses: { pl: 'przepadnie {n} PA', en: '{n} AP will be lost' },
  endScores: { pl: 'i policz punkty', en: 'and count points' },
  // the tile in hand
  hand: { pl: 'Kafelek w ręce: {tile}', en: 'Tile in hand: {tile}' },
  turnLeft: { pl: 'Obróć w lewo', en: 'Turn left' },
  turnRight: { pl: 'Obróć w prawo', en: 'Turn right' },
  layAt: { pl: 'Połóż na {cell}', en: 'Lay on {cell}' },
  chooseCell: { pl: 'Najpierw wskaż pole', en: 'Press a hex first' },
  // the stack
  tilesLeft: { pl: ['kafelek w stosie', 'kafelki w stosie', 'kafelków w stosie'], en: ['tile in the stack', 'tiles in the stack'] } satisfies Plural,
  stack: { pl: 'Stos: litery od A do G, rozliczenie przy wulkanach w B, D i F oraz na końcu', en: 'The stack: letters A to G, scoring at the volcanoes in B, D and F and at the end' },
  letter: { pl: '{letter}: odkryto {done} z {all}', en: '{letter}: {done} of {all} turned up' },
  letterVolcano: { pl: '{letter}: odkryto {done} z {all}, w tej literze wulkan', en: '{letter}: {done} of {all} turned up, one is a volcano' },
  letterLast: { pl: '{letter}: odkryto {done} z {all}, potem ostatnie rozliczenie', en: '{letter}: {done} of {all} turned up, then the last scoring' },
  noTokens: { pl: 'Brak żetonów poziomu {levels}', en: 'No tokens for level {levels}' },
  aside: { pl: 'Odłożone: {n}', en: 'Set aside: {n}' },
  // auction
  auction: { pl: 'Licytacja', en: 'Auction' },
  onOffer: { pl: 'Na stole', en: 'On offer' },
  noOffer: { pl: 'Nic już nie leży na stole', en: 'Nothing left on offer' },
  stands: { pl: 'prowadzi: {n}', en: 'leads: {n}' },
  passed: { pl: 'pas', en: 'passed' },
  gone: { pl: 'już po ruchu', en: 'has gone' },
  asked: { pl: 'licytuje', en: 'to bid' },
  chooses: { pl: 'wybiera', en: 'chooses' },
  stillIn: { pl: 'w grze', en: 'still in' },
  bid: { pl: 'Licytuj {n}', en: 'Bid {n}' },
  bidLeaves: { pl: 'zostanie ci {n}', en: 'leaves you {n}' },
  bidLess: { pl: 'Mniej', en: 'Less' },
  bidMore: { pl: 'Więcej', en: 'More' },
  bidRange: { pl: 'Odzywka od {least} do {most}', en: 'A bid from {least} to {most}' },
  pass: { pl: 'Pasuję', en: 'Pass' },
  choose: { pl: 'Wybierz: {tile}', en: 'Choose: {tile}' },
  // scoring
  scoring: { pl: 'Rozliczenie', en: 'Scoring round' },
  lastScoring: { pl: 'Ostatnie rozliczenie', en: 'Last scoring' },
  counted: { pl: 'policzone', en: 'counted' },
  playing: { pl: 'gra', en: 'playing' },
  next: { pl: 'czeka', en: 'waits' },
  scoredNow: { pl: '{name}: {total} (świątynie {temples}, skarby {treasures})', en: '{name}: {total} (temples {temples}, treasures {treasures})' },
  byGuard: { pl: '{cell}: {n}, strażnik', en: '{cell}: {n}, guard' },
  byMajority: { pl: '{cell}: {n}, przewaga', en: '{cell}: {n}, majority' },
  // exchange
  give: { pl: 'Oddajesz', en: 'You give' },
  takeFor: { pl: 'Bierzesz', en: 'You take' },
  giveKind: { pl: 'Oddaj: {kind}', en: 'Give: {kind}' },
  takeKind: { pl: 'Weź od {name}: {kind}', en: 'Take from {name}: {kind}' },
  // a player's card
  wouldScore: { pl: 'rozliczenie dałoby', en: 'would score now' },
  wouldScoreOf: { pl: 'świątynie {temples}, skarby {treasures}', en: 'temples {temples}, treasures {treasures}' },
  supply: { pl: 'w zapasie', en: 'in supply' },
  leader: { pl: 'dowódca', en: 'leader' },
  camps: { pl: 'obozy', en: 'camps' },
  guards: { pl: 'straż', en: 'guards' },
  leaderSupply: { pl: 'zapas', en: 'supply' },
  leaderGuard: { pl: 'na straży', en: 'guard' },
  leaderOut: { pl: 'poza grą', en: 'out' },
  treasures: { pl: 'Skarby', en: 'Treasures' },
  noTreasures: { pl: 'jeszcze bez skarbów', en: 'no treasures yet' },
  // end
  resultRound: { pl: '{n}. rozliczenie', en: 'Scoring round {n}' },
  resultLast: { pl: 'Rozliczenie końcowe', en: 'Final scoring' },
  resultBids: { pl: 'Punkty na start minus licytacje', en: 'Starting points less bids' },
  // reasons
  notYourTurn: { pl: 'Teraz nie twoja kolejka', en: 'It is not your turn' },
  spectator: { pl: 'Oglądasz tę partię', en: 'You are watching this match' },
  cellTaken: { pl: 'Na {cell} leży już kafelek', en: 'A tile lies on {cell} already' },
  cannotLay: { pl: 'Teraz nie można tu położyć kafelka: musi przylegać i musi na niego prowadzić kamień', en: 'The tile cannot lie here now: it has to touch a tile, and a stone has to lead onto it' },
  cannotReach: { pl: 'Tu nie dojdziesz: nie starczy punktów akcji albo nie prowadzą tu kamienie', en: 'No way there: too few action points, or no stones lead there' },
  nothingHere: { pl: 'Na {cell} nie masz teraz nic do zrobienia', en: 'There is nothing for you to do on {cell} now' },
  unexplored: { pl: 'Pole {cell} nie jest jeszcze odkryte', en: '{cell} is not explored yet' },
  tooDear: { pl: 'To kosztuje {cost}; zostało ci {left}', en: 'That costs {cost}; you have {left} left' },
  firstLay: { pl: 'Najpierw połóż kafelek', en: 'Lay the tile first' },
  firstBid: { pl: 'Najpierw licytacja', en: 'The auction comes first' },
  noEnter: { pl: 'Nie masz już pionków w zapasie', en: 'No pieces left in your supply' },
  noWalk: { pl: 'Żaden twój pionek nie może teraz nigdzie pójść', en: 'None of your pieces can go anywhere now' },
  noUncover: { pl: 'Nie ma świątyni, którą możesz teraz odkrywać: potrzebny jest tam twój pionek, za drugim razem dwa', en: 'There is no temple you can uncover now: you need a piece there, two for a second time' },
  noTake: { pl: 'Nie ma skarbu, który możesz teraz wziąć: potrzebny jest tam twój pionek, za drugim razem dwa', en: 'There is no treasure you can take now: you need a piece there, two for a second time' },
  noExchange: { pl: 'Nie ma czego wymienić: par i trójek się nie rozdziela', en: 'Nothing to exchange: pairs and triples stay together' },
  noBuild: { pl: 'Nie ma teraz miejsca na twój obóz', en: 'There is no place for a camp of yours now' },
  noGuard: { pl: 'W żadnej świątyni nie możesz teraz postawić strażnika: potrzebna jest przewaga', en: 'You cannot appoint a guard at any temple now: you need the majority' },
  cannotUncoverHere: { pl: 'Na {cell} nie możesz teraz odkryć poziomu', en: 'You cannot uncover a level on {cell} now' },
  cannotTakeHere: { pl: 'Na {cell} nie możesz teraz wziąć skarbu', en: 'You cannot take a treasure on {cell} now' },
  cannotBuildHere: { pl: 'Na {cell} nie możesz teraz postawić obozu', en: 'You cannot build a camp on {cell} now' },
  cannotGuardHere: { pl: 'Na {cell} nie możesz teraz postawić strażnika', en: 'You cannot appoint a guard on {cell} now' },
  cannotEnterHere: { pl: 'Na {cell} nie wchodzą twoje pionki z zapasu', en: 'Your pieces do not enter on {cell}' },
  noMoverHere: { pl: 'Na {cell} nie masz pionka, który może pójść', en: 'You have no piece on {cell} that can go' },
  // the board in words
  dugHere: { pl: 'w tej kolejce już kopano tu: {n}', en: 'dug here this turn: {n}' },
  board: { pl: 'Plansza: {n} z 40 pól odkrytych', en: 'The board: {n} of 40 hexes explored' },
  empty: { pl: '{cell}, nieodkryte', en: '{cell}, unexplored' },
  mayLay: { pl: 'tu można położyć kafelek', en: 'the tile may lie here' },
  chosenLay: { pl: 'wybrane; naciśnij jeszcze raz, aby położyć', en: 'chosen; press again to lay' },
  campOf: { pl: 'obóz: {name}', en: 'camp of {name}' },
  guardOf: { pl: 'strażnik: {name}', en: 'guarded by {name}' },
  pointsOf: { pl: 'punkty ma {name}', en: 'scores for {name}' },
  troopOf: { pl: '{name}: {who}', en: '{name}: {who}' },
  goHere: { pl: 'dojście za {cost}', en: 'can be reached for {cost}' },
  forCost: { pl: '{what} za {cost}', en: '{what} for {cost}' },
  chosenMover: { pl: 'wybrany pionek; naciśnij, aby zrezygnować', en: 'chosen piece; press to let go' },
  // aid and tiles
  aidCosts: { pl: 'Dziesięć punktów akcji', en: 'Ten action points' },
  aidWalk: { pl: 'Marsz: każdy kamień na granicy', en: 'Walking: each stone on the border' },
  aidPath: { pl: 'Tajne przejście między obozami', en: 'The secret path between camps' },
  aidScoring: { pl: 'Rozliczenie', en: 'Scoring' },
  aidTemple: { pl: 'Świątynia z twoją przewagą albo twoim strażnikiem: jej poziom. Uczestnik liczy się za 1, dowódca za 3. Remis nie daje nic.', en: 'A temple with your majority or your guard: its level. A worker counts 1, the leader 3. A tie gives nothing.' },
  aidTreasure: { pl: 'Skarby jednego rodzaju: jeden 1, para 3, trójka 6. Za każdym razem od nowa.', en: 'Treasures of a kind: one 1, a pair 3, a triple 6. Every time again.' },
  aidWhen: { pl: 'Przy każdym z trzech wulkanów i na końcu: wszyscy po kolei grają dziesięć punktów i liczą.', en: 'At each of three volcanoes and at the end: everybody in turn plays ten points and counts.' },
  aidDig: { pl: 'Odkrywać i brać na jednym polu można najwyżej dwa razy w kolejce; za drugim razem stoją tam dwa twoje pionki.', en: 'Uncover or take at most twice on one hex in a turn; the second time needs two of your pieces there.' },
  aidGuard: { pl: 'Strażnik zatrzymuje świątynię na zawsze. Pozostałe twoje pionki z tego pola wypadają z gry.', en: 'A guard keeps the temple for good. Your other pieces on that hex leave the game.' },
  aidKeys: { pl: 'Klawisze: Q i E obracają kafelek, strzałki chodzą po polach, Esc rezygnuje z wyboru.', en: 'Keys: Q and E turn the tile, arrows walk over the hexes, Esc drops a choice.' },
  sheetTiles: { pl: 'Kafelki', en: 'Tiles' },
  sheetTemples: { pl: 'Świątynie: tyle tarasów, ile poziomów', en: 'Temples: as many terraces as levels' },
  sheetTreasures: { pl: 'Skarby', en: 'Treasures' },
  sheetPieces: { pl: 'Pionki: kolor i kształt', en: 'Pieces: colour and shape' },
  wild: { pl: 'nieodkryte', en: 'unexplored' },
  emptied: { pl: 'puste: miejsce na obóz', en: 'emptied: room for a camp' },
  level: { pl: 'poziom {n}', en: 'level {n}' },
  guarded: { pl: 'ze strażnikiem', en: 'guarded' },
} as const;

export const SHAPES: readonly Text[] = [
  { pl: 'koło', en: 'circle' },
  { pl: 'trójkąt', en: 'triangle' },
  { pl: 'kwadrat', en: 'square' },
  { pl: 'romb', en: 'diamond' },
];

export const ACTIONS: Record<Action, Text> = {
  enter: { pl: 'Wprowadź pionek', en: 'Enter a piece' },
  walk: { pl: 'Idź', en: 'Go' },
  uncover: { pl: 'Odkryj poziom', en: 'Uncover a level' },
  take: { pl: 'Weź skarb', en: 'Take a treasure' },
  exchange: { pl: 'Wymień skarb', en: 'Exchange' },
  build: { pl: 'Rozbij obóz', en: 'Build a camp' },
  guard: { pl: 'Postaw strażnika', en: 'Appoint a guard' },
};

/** The same, for the narrow bar of a phone. */
export const SHORT: Record<Action, Text> = {
  enter: { pl: 'Wejdź', en: 'Enter' },
  walk: { pl: 'Idź', en: 'Go' },
  uncover: { pl: 'Odkryj', en: 'Dig' },
  take: { pl: 'Weź', en: 'Take' },
  exchange: { pl: 'Zamień', en: 'Swap' },
  build: { pl: 'Obóz', en: 'Camp' },
  guard: { pl: 'Straż', en: 'Guard' },
};

export const DOES: Record<Action, Text> = {
  enter: { pl: 'wejście pionka', en: 'entering a piece' },
  walk: { pl: 'stąd może iść twój pionek', en: 'your piece can go from here' },
  uncover: { pl: 'odkrycie poziomu', en: 'uncovering a level' },
  take: { pl: 'wzięcie skarbu', en: 'taking a treasure' },
  exchange: { pl: 'wymiana', en: 'an exchange' },
  build: { pl: 'obóz', en: 'a camp' },
  guard: { pl: 'strażnik', en: 'a guard' },
};

export const PIECES: Record<string, Text> = { worker: { pl: 'uczestnik', en: 'worker' }, leader: { pl: 'dowódca', en: 'leader' } };
export const ENTERS: Record<string, Text> = { worker: { pl: 'Wprowadź uczestnika', en: 'Enter a worker' }, leader: { pl: 'Wprowadź dowódcę', en: 'Enter the leader' } };
export const GOES: Record<string, Text> = { worker: { pl: 'Idź uczestnikiem', en: 'Go with a worker' }, leader: { pl: 'Idź dowódcą', en: 'Go with the leader' } };
export const GUARDS: Record<string, Text> = { worker: { pl: 'Straż: uczestnik', en: 'Guard: a worker' }, leader: { pl: 'Straż: dowódca', en: 'Guard: the leader' } };

export const KINDS: Record<string, Text> = {
  temple: { pl: 'świątynia', en: 'temple' },
  treasure: { pl: 'skarby', en: 'treasures' },
  jungle: { pl: 'dżungla', en: 'jungle' },
  volcano: { pl: 'wulkan', en: 'volcano' },
  base: { pl: 'obóz startowy', en: 'base camp' },
};

export const TREASURES: Record<string, Text> = {
  mask: { pl: 'maska', en: 'mask' },
  idol: { pl: 'posążek', en: 'idol' },
  jug: { pl: 'dzban', en: 'jug' },
  bowl: { pl: 'misa', en: 'bowl' },
  knife: { pl: 'nóż', en: 'knife' },
  flute: { pl: 'flet', en: 'flute' },
  necklace: { pl: 'naszyjnik', en: 'necklace' },
  ring: { pl: 'pierścień', en: 'ring' },
};

export const HELD: readonly Text[] = [
  { pl: 'brak', en: 'none' },
  { pl: 'jeden', en: 'one' },
  { pl: 'para', en: 'pair' },
  { pl: 'trójka', en: 'triple' },
];

const ACTION_POINTS: Plural = { pl: ['{n} punkt akcji', '{n} punkty akcji', '{n} punktów akcji'], en: ['{n} action point', '{n} action points'] };
const LEFT: Plural = { pl: ['Został ci {n} punkt akcji', 'Zostały ci {n} punkty akcji', 'Zostało ci {n} punktów akcji'], en: ['{n} action point left', '{n} action points left'] };
const LEFT_LOW: Plural = { pl: ['został ci {n} punkt akcji', 'zostały ci {n} punkty akcji', 'zostało ci {n} punktów akcji'], en: ['{n} action point left', '{n} action points left'] };
const POINTS: Plural = { pl: ['{n} punkt', '{n} punkty', '{n} punktów'], en: ['{n} point', '{n} points'] };
const WORKERS: Plural = { pl: ['{n} uczestnik', '{n} uczestników', '{n} uczestników'], en: ['{n} worker', '{n} workers'] };
const HIDDEN: Plural = { pl: ['{n} skarb', '{n} skarby', '{n} skarbów'], en: ['{n} treasure', '{n} treasures'] };

/** A counted noun, said once for each number: the board asks for the same ones forty times over. */
function counted(plural: Plural): (n: number) => string {
  const said = new Map<string, string>();
  return (n) => {
    const key = `${i18n.lang}${n}`;
    const words = said.get(key) ?? count(plural, n);
    said.set(key, words);
    return words;
  };
}

export const actionPoints = counted(ACTION_POINTS);
export const pointsLeft = counted(LEFT);
export const pointsLeftLow = counted(LEFT_LOW);
export const points = counted(POINTS);
export const workers = counted(WORKERS);
export const hidden = counted(HIDDEN);

/** A tile by itself: "temple 3", "4 treasures". */
export function tileName(tile: TikalTile): string {
  const name = say(KINDS[tile.kind] ?? T.wild);
  if (tile.kind === 'treasure') return hidden(tile.value);
  return tile.kind === 'temple' ? `${name} ${tile.value}` : name;
}

/** What lies and stands on a hex, for those who listen. */
export function describe(laid: LaidTile, cell: string, names: readonly string[]): string {
  const name = (seat: number): string => names[seat] ?? '';
  const parts = [cell, say(KINDS[laid.tile.kind] ?? T.wild)];
  if (laid.level !== null) parts[1] += ` ${say(T.level, { n: laid.level })}`;
  if (laid.treasures !== null) parts.push(hidden(laid.treasures));
  if (laid.camp !== null) parts.push(say(T.campOf, { name: name(laid.camp) }));
  if (laid.guard) parts.push(say(T.guardOf, { name: name(laid.guard.seat) }));
  else if (laid.scoresFor !== null) parts.push(say(T.pointsOf, { name: name(laid.scoresFor) }));
  for (const troop of laid.troops) {
    const who = [...(troop.leader ? [say(T.leader)] : []), ...(troop.workers ? [workers(troop.workers)] : [])];
    parts.push(say(T.troopOf, { name: name(troop.seat), who: who.join(' + ') }));
  }
  return parts.join(', ');
}

/** A text with its values filled in, still in both languages: what a refusal is told with. */
export function filled(text: Text, values: Readonly<Record<string, string | number>>): Text {
  const fill = (sentence: string): string => sentence.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
  return { pl: fill(text.pl), en: fill(text.en) };
}
