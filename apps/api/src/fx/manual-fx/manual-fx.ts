/**
 * An exchange that a dealer quotes by hand: the customer requests it, a dealer quotes, the customer accepts, and the
 * dealer books it. Above the dealer's limit a second dealer approves the quote. `deal-lifecycle.ts` has the states.
 */

import type { DealState } from '@larkmere/contract/fx/manual-fx';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { defineEvent } from '../../platform/events/outbox.ts';

export { dealerLimit } from './manual-fx.settings.ts';

export type DealEvent = Readonly<{
  dealId: string;
  customerId: string;
  userId: string;
  state: DealState;
  summary: string;
  detail: string | null;
  waiting?: PendingStatus | null;
}>;

export const dealStateChanged = defineEvent<DealEvent>('manual-fx.state_changed');
