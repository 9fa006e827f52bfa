import type { BulkRail, BulkRowState } from '@larkmere/contract/bulk-payment';
import type { PaymentScheme } from '@larkmere/contract/payment';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { Choice } from '@larkmere/contract/payment-choices';
import type { Currency, Money } from '@larkmere/money/money';
import type { BankAccount } from '../bank-account/bank-account.ts';
import type { Payee, ReadPayee } from '../payee/payee.ts';

/** A row as it was given: texts by the names of the columns. */
export type GivenRow = Readonly<Record<string, string>>;

export type RowFault = Readonly<{ field: string; message: string }>;

/** A row as it is understood: whom it pays, how much, and what the payee reads. */
export type ReadRow = Readonly<{
  payee: ReadPayee & Pick<Payee, 'entityType'>;
  amount: Money;
  reference: string;
  /** What it is for and who the payee is, as far as the row or the payee says so. */
  said: Pick<PaymentBackground, Choice>;
  /** How euros are to travel, where the row says so. */
  scheme?: PaymentScheme;
}>;

/** What a look at one row finds: all that is wrong, or what it means. */
export type CheckedRow = Readonly<{
  given: GivenRow;
  faults: readonly RowFault[];
  read: ReadRow | undefined;
  /** Whom it pays, as far as that is right, whatever else is wrong. */
  payee: Pick<ReadPayee, 'type' | 'currency' | 'account'> | undefined;
}>;

/** States in which a row may still be changed: nothing was sent for it. */
export const openStates: readonly BulkRowState[] = ['faulty', 'doubtful', 'checking', 'ready', 'left_out', 'refused'];

/** Payees that a file can pay, each out of the customer's account in the same currency. */
export const payable: readonly Payee['type'][] = ['gbp', 'eur', 'thb'];

/** Whether an account can pay rows in its currency: one that is kept with the partner has no route for baht. */
export const isPayingAccount = ({ status, vendorType, currency }: BankAccount): boolean =>
  status === 'active' && (vendorType !== 'ifx' || currency !== 'THB');

/** How a row travels by this rail: an account that is kept with the partner pays by a route and a service of its own. */
export const wayBy = (rail: BulkRail, currency: Currency, vendorType: BankAccount['vendorType']) => {
  const route = vendorType === 'ifx' ? 'ifx' : 'direct';
  const service = `payment.${route === 'ifx' ? 'ifx.' : ''}${currency.toLowerCase()}`;
  return { kind: 'domestic', rail, route, service } as const;
};
