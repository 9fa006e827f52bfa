/**
 * Adding money to a wallet by charging a card of the customer. The processor authorises, may ask for a challenge by the
 * card's bank, and captures; we credit what it has captured. A later refund or chargeback takes the money back, and
 * what the wallet lacks stays as a shortfall until it is recovered.
 */

import type { TopUpState } from '@larkmere/contract/cards/top-up';
import type { Currency } from '@larkmere/money/money';
import type { Selectable } from 'kysely';
import type { TopUpTopUp } from '../../platform/db/schema.gen.ts';
import { defineEvent } from '../../platform/events/outbox.ts';

export { topUpRule } from './top-up.settings.ts';

export type TopUp = Readonly<Selectable<TopUpTopUp>>;

export type TopUpEvent = Readonly<{
  topUpId: string;
  customerId: string;
  userId: string;
  bankholderId: string;
  state: TopUpState;
  amount: string;
  currency: Currency;
  /** As customers read it, such as `Visa ··4242`. */
  cardName: string;
  reason: string | null;
  /** What the wallet did not have when the card got its money back. */
  missing: string;
  at: string;
}>;

export const topUpStateChanged = defineEvent<TopUpEvent>('top_up.state_changed');
