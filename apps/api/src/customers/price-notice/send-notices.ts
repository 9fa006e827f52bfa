import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Recipient, selectNextRecipients, selectNextToCorrect } from './price-notice.read.ts';
import {
  insertRecipients,
  isDue,
  markCorrected,
  markSent,
  markWithdrawalSent,
  type NoticeRow,
} from './price-notice.sql.ts';
import { priceRiseAnnounced, priceRiseCancelled, risesOf } from './price-notice.ts';

const batchSize = 200;

/**
 * Informs customers in batches. A recipient is stored in the transaction that emits the event, so a crash neither
 * repeats nor leaves out a customer, and the next run goes on after the last batch.
 */
export const priceNotices = defineJob({
  name: 'send-price-notices',
  everySeconds: 5,
  run: (job) => handleDueRows(job, { table: 'price_notice.notice', isDue, handle: sendBatch }),
});

async function sendBatch(ctx: Ctx, notice: NoticeRow): Promise<void> {
  const { tx } = ctx;
  const { id, rises, takesEffectAt, withdrawnAt } = notice;
  const batch = await (withdrawnAt === null ? takeRecipients(tx, notice) : takeToCorrect(tx, id));
  for (const { customerId, tier } of batch)
    await emit(ctx, withdrawnAt === null ? priceRiseAnnounced : priceRiseCancelled, {
      noticeId: id,
      customerId,
      tier,
      takesEffectAt: takesEffectAt.toISOString(),
      rises: risesOf(rises, tier),
    });
  if (batch.length === batchSize) return;
  await (withdrawnAt === null ? markSent(tx, id) : markWithdrawalSent(tx, id));
}

async function takeRecipients(tx: Tx, { id, rises }: NoticeRow): Promise<readonly Recipient[]> {
  const tiers = [...new Set(rises.map(({ tier }) => tier))];
  const next = await selectNextRecipients(tx, tiers, { id, most: batchSize });
  const taken = await insertRecipients(
    tx,
    id,
    next.map(({ customerId }) => customerId),
  );
  return next.filter(({ customerId }) => taken.includes(customerId));
}

async function takeToCorrect(tx: Tx, id: string): Promise<readonly Recipient[]> {
  const next = await selectNextToCorrect(tx, { id, most: batchSize });
  await markCorrected(
    tx,
    id,
    next.map(({ customerId }) => customerId),
  );
  return next;
}
