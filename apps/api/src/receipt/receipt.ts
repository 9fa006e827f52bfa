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
  /** All that it cost beside what arrived: our fees, our margin, and the banks on the way, in the currency that left. */
  totalCost: Money;
  /** Who pays the banks on the way; null on rails where nobody does. */
  chargeBearer: 'OUR' | 'SHA' | 'BEN' | null;
  payeeReference: string;
  /** The payer's own number of it; null: none was given. */
  endToEndId: string | null;
  /** What it is for, who the payee is to the payer and where the money comes from, as far as it was said. */
  purpose: string | null;
  relationship: string | null;
  sourceOfFunds: string | null;
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
