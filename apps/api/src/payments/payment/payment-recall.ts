import type { PaymentState, RecallReason } from '@larkmere/contract/payments/payment';
import { keysOf } from '../../platform/values/values.ts';

const codes = { duplicate: 'DUPL', technical: 'TECH', fraud: 'FRAD', changed_mind: 'CUST' } as const satisfies Record<
  RecallReason,
  string
>;
export type RecallCode = (typeof codes)[RecallReason];

export const recallCodeOf = (reason: RecallReason): RecallCode => codes[reason];
export const recallReasonOf = (code: string): RecallReason =>
  keysOf(codes).find((reason) => codes[reason] === code) ?? 'changed_mind';

export const canBeRecalled = (state: PaymentState): boolean =>
  state === 'submitted' || state === 'sent' || state === 'completed';

/** A payment that failed never reached the payee's bank, so nobody can answer. */
export const canRecallBeAnswered = (state: PaymentState): boolean => canBeRecalled(state) || state === 'returned';
