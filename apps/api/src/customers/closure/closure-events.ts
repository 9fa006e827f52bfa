import type { ClosureState } from '@larkmere/contract/customers/closure';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export type ClosureStateChange = Readonly<{
  requestId: string;
  customerId: string;
  userId: string;
  state: ClosureState;
  deadlineAt: string;
  requestedBy: 'customer' | 'us';
  closedAt: Readonly<{ at: string; statementsUntil: string }> | null;
}>;
export const closureStateChanged = defineEvent<ClosureStateChange>('closure.state_changed');

export const erasureDue = defineEvent<Erasure>('closure.erasure_due');
