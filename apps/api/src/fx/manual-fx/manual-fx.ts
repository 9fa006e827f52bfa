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
