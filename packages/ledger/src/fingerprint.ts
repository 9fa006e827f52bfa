import { hash } from 'node:crypto';
import type { Money } from '@larkmere/money/money';
import type { Operation } from './types.ts';

/** 64 bits of everything the caller stated: the same id with another fingerprint is a different operation. */
export function fingerprintOf(operation: Operation): bigint {
  const { kind, code, bookedAt = null } = operation;
  const postings =
    'postings' in operation
      ? operation.postings.map((p) => [p.debit.toString(), p.credit.toString(), ...textOf(p.amount)])
      : [];
  const holdId = 'holdId' in operation ? operation.holdId : null;
  const part = 'amount' in operation && operation.amount ? textOf(operation.amount) : null;
  const valueDate = ('valueDate' in operation && operation.valueDate) || null;
  const expiresAt = ('expiresAt' in operation && operation.expiresAt) || null;
  const reverses = ('reverses' in operation && operation.reverses) || null;
  const authorisedBy = ('authorisedBy' in operation && operation.authorisedBy) || null;
  const stated = [kind, code, postings, holdId, part, valueDate, expiresAt, bookedAt, reverses, authorisedBy];
  digest.write(hash('sha256', JSON.stringify(stated), 'binary'), 'binary');
  return digest.readBigInt64BE();
}

const digest = Buffer.alloc(32);

const textOf = ({ currency, minor }: Money) => [currency, minor.toString()] as const;
