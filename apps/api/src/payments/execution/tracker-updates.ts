import type { Tx } from '../../platform/db/db.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import type { Payment } from '../payment/payment.ts';
import { type Attempt, attemptFromInstructionId } from '../payment/payment-ids.ts';
import type { TrackerUpdate } from '../payment/rail.ts';
import { findReceivedMessages } from '../payment/rail-message.sql.ts';
import { requireOwnSwiftPayment } from '../payment/show-payments.ts';
import { readStatus } from './rails/read-status.ts';

export async function findTrackerUpdates(
  tx: Tx,
  payment: Attempt & Pick<Payment, 'reference'>,
): Promise<TrackerUpdate[]> {
  const documents = await findReceivedMessages(tx, payment.id, 'status');
  const hops = documents.flatMap((document) => {
    const { instructionId, answer } = readStatus(document);
    return attemptFromInstructionId(payment, instructionId) === payment.attempt && answer.hop ? [answer.hop] : [];
  });
  const once = new Map(hops.map((hop) => [`${hop.bank.bic} ${hop.status} ${hop.code}`, hop]));
  return [...once.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** A bank that reports twice deducts once. */
export function sumDeductions(hops: readonly TrackerUpdate[]): bigint {
  const deductions = new Map(
    hops.flatMap(({ bank, charges }) => (charges ? [[bank.bic, charges.minor] as const] : [])),
  );
  return [...deductions.values()].reduce((sum, minor) => sum + minor, 0n);
}

export async function trackOwnPayment(
  ctx: CustomerCtx,
  id: string,
): Promise<Readonly<{ uetr: string; hops: TrackerUpdate[] }>> {
  const payment = await requireOwnSwiftPayment(ctx, id);
  return { uetr: payment.uetr, hops: await findTrackerUpdates(ctx.tx, payment) };
}
