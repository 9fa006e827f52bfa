import type { BulkRail, BulkRowState } from '@larkmere/contract/bulk-payment';
import type { PaymentScheme } from '@larkmere/contract/payment';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { Choice } from '@larkmere/contract/payment-choices';
import type { Currency, Money } from '@larkmere/money/money';
import type { BankAccount } from '../bank-account/bank-account.ts';
import type { Payee, ReadPayee } from '../payee/payee.ts';

/** A row as uploaded: text by column name. */
export type GivenRow = Readonly<Record<string, string>>;

export type RowFault = Readonly<{ field: string; message: string }>;

export type ReadRow = Readonly<{
  payee: ReadPayee & Pick<Payee, 'entityType'>;
  amount: Money;
  reference: string;
  said: Pick<PaymentBackground, Choice>;
  scheme?: PaymentScheme;
}>;

export type CheckedRow = Readonly<{
  given: GivenRow;
  faults: readonly RowFault[];
  read: ReadRow | undefined;
  payee: Pick<ReadPayee, 'type' | 'currency' | 'account'> | undefined;
}>;

export const openStates: readonly BulkRowState[] = ['faulty', 'doubtful', 'checking', 'ready', 'left_out', 'refused'];

export const payable: readonly Payee['type'][] = ['gbp', 'eur', 'thb'];

/** Accounts at the partner bank (`ifx`) have no THB route. */
export const isPayingAccount = ({ status, vendorType, currency }: BankAccount): boolean =>
  status === 'active' && (vendorType !== 'ifx' || currency !== 'THB');

export const wayBy = (rail: BulkRail, currency: Currency, vendorType: BankAccount['vendorType']) => {
  const route = vendorType === 'ifx' ? 'ifx' : 'direct';
  const service = `payment.${route === 'ifx' ? 'ifx.' : ''}${currency.toLowerCase()}`;
  return { kind: 'domestic', rail, route, service } as const;
};
