import { createHash } from 'node:crypto';
import type { BulkRail } from '@larkmere/contract/bulk-payment';
import type { CustomerCtx } from '../kernel/verb.ts';
import { waysOfPayments } from '../payment/payment.ts';
import { type Known, knownPayees } from './bulk-payment.read.ts';
import type { Standing } from './bulk-payment.sql.ts';
import type { CheckedRow, ReadRow, RowFault } from './bulk-payment.ts';

type Numbered = CheckedRow & Readonly<{ number: number }>;

const accountKey = ({ type, currency, account }: Pick<Known, 'type' | 'currency' | 'account'>): string =>
  JSON.stringify([type, currency, account]);

const sha256 = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * Where rows stand, now that the customer's payees and the other rows are known. `twinOf` answers the number of another
 * row that says the same.
 */
export async function standRows(
  { tx, actor }: CustomerCtx,
  rows: readonly Numbered[],
  twinOf: (twin: string, number: number) => number | undefined | Promise<number | undefined>,
): Promise<Standing[]> {
  const accounts = rows.flatMap(({ read }) => (read ? [read.payee] : []));
  const known = new Map((await knownPayees(tx, actor.customerId, accounts)).map((payee) => [accountKey(payee), payee]));
  const wayOf = await waysOfPayments(tx, { tier: actor.userType, route: 'direct' });
  const standings: Standing[] = [];
  for (const row of rows) {
    const payee = row.read && known.get(accountKey(row.read.payee));
    const twin = row.read ? twinKey(row.read) : null;
    const other = twin === null ? undefined : await twinOf(twin, row.number);
    const rail = row.read ? (wayOf(row.read).rail as BulkRail) : null;
    standings.push(standing(row, { payee, twin, other, rail }));
  }
  return standings;
}

type Around = Readonly<{
  payee: Known | undefined;
  twin: string | null;
  other: number | undefined;
  rail: BulkRail | null;
}>;

function standing({ given, faults, read, number }: Numbered, { payee, twin, other, rail }: Around): Standing {
  const all: RowFault[] = [...faults];
  if (payee && payee.status !== 'approved')
    all.push({ field: 'name', message: 'You have this payee, and it cannot be paid at the moment' });
  if (other !== undefined)
    all.push({
      field: 'reference',
      message: `Row ${other} says the same. Leave one of them out, or give it another reference.`,
    });
  return {
    state: all.length > 0 ? 'faulty' : 'ready',
    given,
    faults: all,
    read: read ? { payee: read.payee, reference: read.reference, scheme: read.scheme } : null,
    currency: read?.amount.currency ?? null,
    amount_minor: read ? String(read.amount.minor) : null,
    payee_id: payee?.id ?? null,
    payee_version: payee?.version ?? null,
    twin,
    rail,
    digest: read ? digestOf(read, { number, rail, known: payee }) : null,
  };
}

const twinKey = ({ payee, amount, reference }: ReadRow): string =>
  sha256([payee.type, payee.currency, payee.account, String(amount.minor), reference]);

type Decided = Readonly<{ number: number; rail: BulkRail | null; known: Known | undefined }>;

/** What the customer approves of one row: any other payee, amount, rail or reference, and it is another digest. */
const digestOf = ({ payee, amount, reference, scheme }: ReadRow, { number, rail, known }: Decided): string =>
  sha256([
    number,
    payee.type,
    payee.currency,
    payee.name,
    payee.account,
    String(amount.minor),
    reference,
    rail,
    scheme ?? null,
    known?.id ?? null,
    known?.version ?? null,
  ]);
