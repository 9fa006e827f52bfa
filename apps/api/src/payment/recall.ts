import type { PaymentState, RecallReason } from '@larkmere/contract/payment';

/** What customers choose from, and what travels: external cancellation reasons of ISO 20022. */
const codes = { duplicate: 'DUPL', technical: 'TECH', fraud: 'FRAD', changed_mind: 'CUST' } as const satisfies Record<
  RecallReason,
  string
>;
export type RecallCode = (typeof codes)[RecallReason];

export const codeOf = (reason: RecallReason): RecallCode => codes[reason];
export const reasonOf = (code: string): RecallReason =>
  (Object.keys(codes) as RecallReason[]).find((reason) => codes[reason] === code) ?? 'changed_mind';

/** Once a payment is handed over it can only be asked back. */
export const mayBeRecalled = (state: PaymentState): boolean =>
  state === 'submitted' || state === 'sent' || state === 'completed';

/** What came to nothing after all was never at the payee's bank: there is nobody to answer. */
export const mayBeAnswered = (state: PaymentState): boolean => mayBeRecalled(state) || state === 'returned';
