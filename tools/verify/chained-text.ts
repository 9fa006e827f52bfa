import { createHash } from 'node:crypto';
import type { Row } from './pages.ts';

const micros = (time: string): string => `(extract(epoch from ${time}) * 1000000)::bigint`;

/** The order is part of the format: docs/audit-chain.md describes it. */
export const transferFields: readonly string[] = [
  ...['recorded_in', 'op_id', 'leg', 'kind', 'code', 'debit_account_id', 'credit_account_id', 'amount'].map(of('t')),
  micros('t.booked_at'),
  ...['value_date', 'hold_id', 'fingerprint'].map(of('t')),
  ...['version', 'amount', 'balance', 'held'].flatMap(of('d')),
  ...['version', 'amount', 'balance', 'held'].flatMap(of('c')),
];

export const auditFields: readonly string[] = [
  ...['recorded_in', 'id'].map(of('u')),
  micros('u.at'),
  ...['actor_kind', 'actor_id', 'on_behalf_of', 'action', 'entity', 'detail', 'request_id', 'session_id'].map(of('u')),
  'u.ip::text',
];

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

export type EntryKind = 'transfer' | 'audit' | 'row_change';

export const entryHash = (before: string, kind: EntryKind, values: Row): string =>
  createHash('sha256')
    .update(Buffer.from(before, 'hex'))
    .update(JSON.stringify([kind, ...values]))
    .digest('hex');
