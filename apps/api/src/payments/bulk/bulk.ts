/**
 * Many payments from one uploaded file: CSV, a workbook or pain.001. Each row is parsed, checked, and asked about where
 * something is doubtful; the customer corrects or leaves out rows and releases the others, per currency and rail.
 * Released rows are paid by a job, each as a payment of its own.
 */

import type { BulkRail } from '@larkmere/contract/payments/bulk';
import type { PaymentScheme } from '@larkmere/contract/payments/payment';
import type { RegulatoryField } from '@larkmere/contract/payments/regulatory-codes';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { Message } from '@larkmere/messages/message';
import type { Currency, Money } from '@larkmere/money/money';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { ParsedPayeeDetails, Payee } from '../../payees/payee/payee.ts';
import { accountRoute, domesticServiceKey } from '../pricing/pricing.ts';

/** A row as uploaded: text by column name. */
export type RowValues = Readonly<Record<string, string>>;

export type RowFault = Readonly<{ field: string; reason: Message }>;

export type RowInstruction = Readonly<{
  payee: ParsedPayeeDetails & Pick<Payee, 'entityType'>;
  amount: Money;
  reference: string;
  regulatoryInformation: Pick<RegulatoryInformationInput, RegulatoryField>;
  scheme?: PaymentScheme;
  /** The currency of the account that the row names. */
  debitCurrency?: Currency;
  /** The date that the row names. */
  executionDate?: string;
}>;

/** What a row keeps of it as JSON. Its amount is in columns. */
export type StoredInstruction = Pick<
  RowInstruction,
  'payee' | 'reference' | 'scheme' | 'executionDate' | 'debitCurrency'
> &
  Partial<Pick<RowInstruction, 'regulatoryInformation'>>;

export type ParsedRow = Readonly<{
  values: RowValues;
  faults: readonly RowFault[];
  instruction: RowInstruction | undefined;
  payee: Pick<ParsedPayeeDetails, 'type' | 'currency' | 'account'> | undefined;
}>;

export const payablePayeeTypes: readonly Payee['type'][] = ['gbp', 'eur', 'thb'];

/** Accounts at the partner bank (`ifx`) have no THB route. */
export const canPayRows = ({ status, vendorType, currency }: BankAccount): boolean =>
  status === 'active' && (vendorType !== 'ifx' || currency !== 'THB');

/** The partner bank has no exchange on the way to a payee. */
export const canConvert = ({ status, vendorType, currency }: BankAccount, buy: Currency): boolean =>
  status === 'active' && vendorType !== 'ifx' && currency !== buy;

export const toRoute = (rail: BulkRail, currency: Currency, vendorType: BankAccount['vendorType']) => {
  const route = accountRoute(vendorType);
  return { kind: 'domestic', rail, route, serviceKey: domesticServiceKey(currency, route) } as const;
};
