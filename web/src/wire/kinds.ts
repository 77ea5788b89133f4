// Short names for what the generated types hold.

import type { Said, components } from './api';

export type * from './api';
export type ChatLine = Said;
type Kinds = components['schemas'];
export type Move = NonNullable<Kinds['Standing']['legal']>[number];
export type View = Kinds['Standing']['view'];
export type Choices = NonNullable<Kinds['Standing']['choices']>;
export type Event = Kinds['LogLine']['events'][number];
export type GameId = 'tikal' | 'shelf' | 'planet';
