import type { PaymentState, RecallReason } from '@larkmere/contract/payment';

const codes = { duplicate: 'DUPL', technical: 'TECH', fraud: 'FRAD', changed_mind: 'CUST' } as const satisfies Record<
  RecallReason,
  string
>;
export type RecallCode = (typeof codes)[RecallReason];

export const codeOf = (reason: RecallReason): RecallCode => codes[reason];
export const reasonOf = (code: string): RecallReason =>
  (Object.keys(codes) as RecallReason[]).find((reason) => codes[reason] === code) ?? 'changed_mind';

export const mayBeRecalled = (state: PaymentState): boolean =>
  state === 'submitted' || state === 'sent' || state === 'completed';

/** A payment that failed never reached the payee's bank, so nobody can answer. */
export const mayBeAnswered = (state: PaymentState): boolean => mayBeRecalled(state) || state === 'returned';
