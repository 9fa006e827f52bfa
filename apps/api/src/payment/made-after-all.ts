import type { Tx } from '../kernel/db.ts';
import { attemptNamed } from './attempt.ts';
import { messagesIn } from './message.sql.ts';
import type { Payment } from './payment.ts';
import type { RailAnswer } from './rails/rail.ts';
import { readStatus } from './rails/read-status.ts';

export type Claim = Readonly<{ attempt: number; instructionId: string; at: Date; answer: RailAnswer }>;

/**
 * Reports that say a rejected attempt was accepted or settled. A later rejection, by the bank's clock, withdraws one.
 * `latest` may not be stored yet.
 */
export async function claimsOf(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'reference' | 'attempt'>,
  latest?: string,
): Promise<Claim[]> {
  const documents = [...(await messagesIn(tx, payment.id, 'status')), ...(latest === undefined ? [] : [latest])];
  const said = documents
    .map(readStatus)
    .map((each): Claim => ({ ...each, attempt: attemptNamed(payment, each.instructionId) }))
    .filter(({ attempt }) => attempt < payment.attempt);
  const noes = said.filter(({ answer }) => answer.status === 'rejected');
  return said.filter(
    ({ attempt, at, answer: { status } }) =>
      (status === 'accepted' || status === 'settled') && !noes.some((no) => no.attempt === attempt && no.at > at),
  );
}

export const proofOf = async (
  tx: Tx,
  payment: Pick<Payment, 'id' | 'reference' | 'attempt'>,
): Promise<Claim | undefined> =>
  (await claimsOf(tx, payment))
    .filter(({ answer }) => answer.status === 'settled')
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .at(-1);
