import type { Tx } from '../../platform/db/db.ts';
import { attemptFromInstructionId } from '../payment/attempt.ts';
import type { Payment } from '../payment/payment.ts';
import type { StatusReport } from '../payment/rail.ts';
import { findReceivedMessages } from '../payment/rail-message.sql.ts';
import { readStatus } from './rails/read-status.ts';

export type ConflictingReport = Readonly<{ attempt: number; instructionId: string; at: Date; answer: StatusReport }>;

/**
 * Reports that say a rejected attempt was accepted or settled. A later rejection, by the bank's clock, withdraws one.
 * `latest` may not be stored yet.
 */
export async function findConflictingReports(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'reference' | 'attempt'>,
  latest?: string,
): Promise<ConflictingReport[]> {
  const documents = [
    ...(await findReceivedMessages(tx, payment.id, 'status')),
    ...(latest === undefined ? [] : [latest]),
  ];
  const said = documents
    .map(readStatus)
    .map((each): ConflictingReport => ({ ...each, attempt: attemptFromInstructionId(payment, each.instructionId) }))
    .filter(({ attempt }) => attempt < payment.attempt);
  const noes = said.filter(({ answer }) => answer.status === 'rejected');
  return said.filter(
    ({ attempt, at, answer: { status } }) =>
      (status === 'accepted' || status === 'settled') && !noes.some((no) => no.attempt === attempt && no.at > at),
  );
}

export const findSettlementEvidence = async (
  tx: Tx,
  payment: Pick<Payment, 'id' | 'reference' | 'attempt'>,
): Promise<ConflictingReport | undefined> =>
  (await findConflictingReports(tx, payment))
    .filter(({ answer }) => answer.status === 'settled')
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .at(-1);
