import type { BulkRowState } from '@larkmere/contract/bulk-payment';
import type { Currency, Money } from '@larkmere/money/money';
import type { Payee, ReadPayee } from '../payee/payee.ts';

/** A row as it was given: texts by the names of the columns. */
export type GivenRow = Readonly<Record<string, string>>;

export type RowFault = Readonly<{ field: string; message: string }>;

/** A row as it is understood: whom it pays, how much, and what the payee reads. */
export type ReadRow = Readonly<{
  payee: ReadPayee & Pick<Payee, 'entityType'>;
  amount: Money;
  reference: string;
}>;

/** What a look at one row finds: all that is wrong, or what it means. */
export type CheckedRow = Readonly<{ given: GivenRow; faults: readonly RowFault[]; read: ReadRow | undefined }>;

/** How payments out of a file travel, by the type of their payee; whoever is not in here is not paid by a file. */
export const ways: Readonly<Partial<Record<Payee['type'], Way>>> = {
  gbp: { kind: 'domestic', rail: 'faster-payments', service: 'payment.gbp' },
};
export type Way = Readonly<{ kind: 'domestic'; rail: 'faster-payments'; service: string }>;

/** States in which a row may still be changed: nothing was sent for it. */
export const openStates: readonly BulkRowState[] = ['faulty', 'ready', 'left_out', 'refused'];

/** The way of every payment in a currency, for its price. */
export const wayOf = (currency: Currency): Way | undefined => ways[currency.toLowerCase() as 'gbp'];
