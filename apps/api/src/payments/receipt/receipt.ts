import type { PaymentState } from '@larkmere/contract/payments/payment';
import type { Money } from '@larkmere/money/money';

export type Party = Readonly<{ name: string; account: string }>;

export type Receipt = Readonly<{
  reference: string;
  state: PaymentState;
  payer: Party;
  payee: Party;
  amount: Money;
  fee: Money;
  exchange: Readonly<{ sold: Money; rate: string; midRate: string; margin: Money; fee: Money }> | null;
  charges: Readonly<{ expected: Money; deducted: Money | null }> | null;
  totalCost: Money;
  chargeBearer: 'OUR' | 'SHA' | 'BEN' | null;
  payeeReference: string;
  endToEndId: string | null;
  purpose: string | null;
  relationship: string | null;
  sourceOfFunds: string | null;
  note: string | null;
  rail: string;
  railReference: string | null;
  uetr: string;
  createdAt: Date;
  sentAt: Date | null;
  completedAt: Date | null;
  returnedAt: Date | null;
}>;

export const receiptStates: readonly PaymentState[] = ['sent', 'completed', 'returned'];
