import type { Tx } from '../kernel/db.ts';
import { attemptNamed } from './attempt.ts';
import { messagesIn } from './message.sql.ts';
import type { Payment } from './payment.ts';
import type { RailAnswer } from './rails/rail.ts';
import { readStatus } from './rails/read-status.ts';

/** What the bank says of one order of ours, at a moment by its own clock. */
export type Claim = Readonly<{ attempt: number; instructionId: string; at: Date; answer: RailAnswer }>;

/**
 * What the bank says of orders that it had given back: that it took them on, or made them. Read from its own messages, as
 * they are kept with the payment, and `latest`, which may not be kept yet. A later no of the bank takes a claim back.
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

/** The proof that the bank made an order which it had given back: its newest word of having paid it out. */
export const proofOf = async (
  tx: Tx,
  payment: Pick<Payment, 'id' | 'reference' | 'attempt'>,
): Promise<Claim | undefined> =>
  (await claimsOf(tx, payment))
    .filter(({ answer }) => answer.status === 'settled')
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .at(-1);
