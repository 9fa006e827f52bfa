import type { Partner } from '../kernel/partner.ts';
import { outside, type Subscription } from '../kernel/relay.ts';
import { dealCover } from './deal-cover.ts';
import { coverAsked } from './position.ts';
import { coverBank } from './rails/cover-bank.ts';

export const positionListeners = (bank: Partner): Subscription[] => [
  outside(coverAsked, 'deal-cover', dealCover(coverBank(bank))),
];
