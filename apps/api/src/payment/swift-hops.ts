import type { Tx } from '../kernel/db.ts';
import { type Attempt, attemptNamed } from './attempt.ts';
import { messagesIn } from './message.sql.ts';
import type { Payment } from './payment.ts';
import type { RailHop } from './rails/rail.ts';
import { readStatus } from './rails/read-status.ts';

export async function hopsOf(tx: Tx, payment: Attempt & Pick<Payment, 'reference'>): Promise<RailHop[]> {
  const documents = await messagesIn(tx, payment.id, 'status');
  const told = documents.flatMap((document) => {
    const { instructionId, answer } = readStatus(document);
    return attemptNamed(payment, instructionId) === payment.attempt && answer.hop ? [answer.hop] : [];
  });
  const once = new Map(told.map((hop) => [`${hop.bank.bic} ${hop.status} ${hop.code}`, hop]));
  return [...once.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** A bank that reports twice deducts once. */
export function keptOf(hops: readonly RailHop[]): bigint {
  const kept = new Map(hops.flatMap(({ bank, charges }) => (charges ? [[bank.bic, charges.minor] as const] : [])));
  return [...kept.values()].reduce((sum, minor) => sum + minor, 0n);
}
