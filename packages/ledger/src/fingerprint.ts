import { createHash } from 'node:crypto';
import type { Money } from '@larkmere/money/money';
import type { Operation } from './types.ts';

/** Sixty-four bits of everything the caller stated: the same id with another fingerprint is another operation. */
export function fingerprintOf(operation: Operation): bigint {
  const { kind, code, bookedAt = null } = operation;
  const postings =
    'postings' in operation ? operation.postings.map((p) => [p.debit, p.credit, ...stated(p.amount)]) : [];
  const holdId = 'holdId' in operation ? operation.holdId : null;
  const part = 'amount' in operation && operation.amount ? stated(operation.amount) : null;
  const valueDate = ('valueDate' in operation && operation.valueDate) || null;
  const expiresAt = ('expiresAt' in operation && operation.expiresAt) || null;
  const text = JSON.stringify([kind, code, postings, holdId, part, valueDate, expiresAt, bookedAt], bigintAsText);
  return createHash('sha256').update(text).digest().readBigInt64BE();
}

const stated = ({ currency, minor }: Money) => [currency, minor] as const;

const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
