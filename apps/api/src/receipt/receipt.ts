import type { PaymentState } from '@larkmere/contract/payment';
import type { Money } from '@larkmere/money/money';

export type Party = Readonly<{ name: string; account: string }>;

/** What proves a payment: who paid whom, how much, at which cost, and what the banks call it. */
export type Receipt = Readonly<{
  reference: string;
  state: PaymentState;
  payer: Party;
  payee: Party;
  amount: Money;
  fee: Money;
  /** Where it was paid out of another currency: what left for it, the rates as they were shown, and our margin. */
  exchange: Readonly<{ sold: Money; rate: string; midRate: string; margin: Money; fee: Money }> | null;
  /** What banks on the way were expected to keep, and what they kept once that is known. */
  charges: Readonly<{ expected: Money; kept: Money | null }> | null;
  /** Who pays the banks on the way; null on rails where nobody does. */
  chargeBearer: 'OUR' | 'SHA' | 'BEN' | null;
  payeeReference: string;
  /** The payer's own note. */
  note: string | null;
  rail: string;
  railReference: string | null;
  uetr: string;
  madeAt: Date;
  sentAt: Date | null;
  completedAt: Date | null;
  returnedAt: Date | null;
}>;

/** Only what has left can be proved: before that there is nothing but an intention. */
export const provable: readonly PaymentState[] = ['sent', 'completed', 'returned'];
