import { createHash } from 'node:crypto';
import type { Row } from './pages.ts';

const micros = (time: string): string => `(extract(epoch from ${time}) * 1000000)::bigint`;

/** What of a leg and its two entries is sealed, in this order. docs/seal.md says the same in words. */
export const transferFields: readonly string[] = [
  ...['recorded_in', 'op_id', 'leg', 'kind', 'code', 'debit_account_id', 'credit_account_id', 'amount'].map(of('t')),
  micros('t.booked_at'),
  ...['value_date', 'hold_id', 'fingerprint'].map(of('t')),
  ...['version', 'amount', 'balance', 'held'].flatMap(of('d')),
  ...['version', 'amount', 'balance', 'held'].flatMap(of('c')),
];

/** What of an audit row is sealed, in this order. */
export const auditFields: readonly string[] = [
  ...['recorded_in', 'id'].map(of('u')),
  micros('u.at'),
  ...['actor_kind', 'actor_id', 'on_behalf_of', 'action', 'entity', 'detail', 'request_id', 'session_id'].map(of('u')),
  'u.ip::text',
];

/** What of a change of a row is sealed, in this order. */
export const rowChangeFields: readonly string[] = [
  ...['recorded_in', 'id'].map(of('r')),
  micros('r.at'),
  ...['table_name', 'row_key'].map(of('r')),
  `encode(r.digest, 'hex')`,
  'r.changed_by',
];

function of(alias: string): (column: string) => string {
  return (column) => `${alias}.${column}`;
}

export type LinkKind = 'transfer' | 'audit' | 'row_change';

/** SHA-256 over the hash before (hex) and the text of a row: a JSON array of texts and nulls. */
export const linkHash = (before: string, kind: LinkKind, values: Row): string =>
  createHash('sha256')
    .update(Buffer.from(before, 'hex'))
    .update(JSON.stringify([kind, ...values]))
    .digest('hex');
