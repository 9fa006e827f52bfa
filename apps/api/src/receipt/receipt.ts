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
  /** What arrives, where it is in another currency, and one unit of the source in it. */
  exchange: Readonly<{ bought: Money; rate: string }> | null;
  /** Who pays the banks on the way; null on rails where nobody does. */
  chargeBearer: 'OUR' | 'SHA' | 'BEN' | null;
  payeeReference: string;
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
