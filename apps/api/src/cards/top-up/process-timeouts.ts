import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { claimDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { CardPaymentReply, CardProcessor } from '../card/card.ts';
import { applyReport, findReceivingWallet } from './apply-report.ts';
import { lockTopUp, selectTopUp, updateTopUp } from './top-up.sql.ts';
import type { TopUp } from './top-up.ts';
import { changeTopUpState, pollDelaySeconds, pollingWindowMs, topUpLifecycle } from './top-up-lifecycle.ts';

const maxTopUps = 20;
const claimSeconds = 60;
/** An order that the processor has not got after this time is withdrawn. */
const lostOrderMs = 30_000;

export const topUpTimeouts = (processor: CardProcessor) =>
  defineJob({
    name: 'process-top-up-timeouts',
    everySeconds: 1,
    run: async ({ transaction, log }) => {
      const due = await transaction(({ tx }) =>
        claimDueRows(tx, { table: 'top_up.top_up', column: 'nextPollAt', seconds: claimSeconds, most: maxTopUps }),
      );
      await Promise.all(
        due.map((topUp) =>
          advance(transaction, processor, topUp).catch((error: unknown) =>
            log.error({ err: error, topUp: topUp.reference }, 'a top-up could not be asked about'),
          ),
        ),
      );
    },
  });

async function advance(run: JobRun['transaction'], processor: CardProcessor, topUp: TopUp): Promise<void> {
  try {
    const reply = await askProcessor(run, processor, topUp);
    if (reply) await run((ctx) => applyReport(ctx, topUp.id, reply));
    const current = await run(({ tx }) => selectTopUp(tx, topUp.id));
    if (current?.state === 'authorised' && topUp.state !== 'authorised') return advance(run, processor, current);
  } catch (error) {
    if (!(error instanceof PartnerTimeout)) throw error;
  }
  await run((ctx) => scheduleNextPoll(ctx, topUp.id));
}

async function askProcessor(
  run: JobRun['transaction'],
  processor: CardProcessor,
  topUp: TopUp,
): Promise<CardPaymentReply | undefined> {
  const { id, state } = topUp;
  const now = await run(async (ctx) => ctx.now);
  if (state === 'captured')
    return topUp.refundAskedAt === null ? processor.getPayment(id) : processor.refundPayment(id);
  if (state === 'authorised') {
    const wallet = await run(({ tx }) => findReceivingWallet(tx, topUp));
    return wallet === undefined ? processor.cancelPayment(id) : processor.capturePayment(id);
  }
  if (topUp.cancelAskedAt !== null || topUp.expiresAt <= now) return processor.cancelPayment(id);
  const known = await processor.getPayment(id);
  const isLost = !known && now.getTime() - topUp.createdAt.getTime() > lostOrderMs;
  return isLost ? processor.cancelPayment(id) : known;
}

async function scheduleNextPoll(ctx: Ctx, id: string): Promise<void> {
  const topUp = await lockTopUp(ctx.tx, id);
  if (!topUp || topUp.nextPollAt === null) return;
  const now = ctx.now.getTime();
  if (topUp.state === 'captured' && topUp.refundAskedAt === null)
    return void (await updateTopUp(ctx.tx, id, { nextPollAt: null }));
  if (now - topUp.createdAt.getTime() > pollingWindowMs) return stopPolling(ctx, topUp);
  const pollCount = topUp.pollCount + 1;
  const next = now + pollDelaySeconds(pollCount) * 1000;
  const end = topUp.expiresAt.getTime();
  const nextPollAt = new Date(end > now && end < next ? end : next);
  await updateTopUp(ctx.tx, id, { pollCount, nextPollAt });
}

/** The processor has been silent for as long as it could have captured anything. Staff find it in the audit log. */
async function stopPolling(ctx: Ctx, topUp: TopUp): Promise<void> {
  await audit(ctx, 'top_up.unanswered', `top-up:${topUp.id}`, { state: topUp.state });
  if (canTransition(topUpLifecycle, topUp.state, 'expired')) await changeTopUpState(ctx, topUp, { state: 'expired' });
  else await updateTopUp(ctx.tx, topUp.id, { nextPollAt: null });
}
