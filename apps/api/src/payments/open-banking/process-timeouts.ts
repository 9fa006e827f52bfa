import { defaultText } from '@larkmere/messages/format-message';
import { sql } from 'kysely';
import { claimDueRows, handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { applyBankStatus } from './apply-bank-status.ts';
import { changePaymentState, pollDelaySeconds, pollingWindowMs } from './instant-payment-lifecycle.ts';
import { lockPayment, updatePayment } from './open-banking.sql.ts';
import type { InstantPayment } from './open-banking.ts';
import { BankNoResponse, BankRejection, type OpenBankingClient } from './rails/open-banking-client.ts';

const maxPayments = 20;
const claimSeconds = 60;
const noResponseMs = 10 * 60_000;
const authorisationLifetimeMs = 15 * 60_000;

export const openBankingTimeouts = (openBanking: OpenBankingClient) =>
  defineJob({
    name: 'process-instant-payment-timeouts',
    everySeconds: 1,
    run: async (job) => {
      const { transaction, log } = job;
      await handleDueRows(job, {
        table: 'instant_payment.payment',
        isDue: sql`state in ('created', 'awaiting_authorisation') and expires_at <= now()`,
        handle: (ctx, payment) => changePaymentState(ctx, payment, { state: 'expired' }),
      });
      const due = await transaction(({ tx }) =>
        claimDueRows(tx, {
          table: 'instant_payment.payment',
          column: 'nextPollAt',
          seconds: claimSeconds,
          most: maxPayments,
        }),
      );
      await Promise.all(
        due.map((payment) =>
          pollBank(transaction, openBanking, payment).catch((error: unknown) =>
            log.error({ err: error, payment: payment.reference }, 'an instant payment could not be asked about'),
          ),
        ),
      );
    },
  });

async function pollBank(
  run: JobRun['transaction'],
  openBanking: OpenBankingClient,
  payment: InstantPayment,
): Promise<void> {
  const { id, bankId, consentId, bankPaymentId } = payment;
  try {
    if (bankPaymentId !== null) {
      const answer = await openBanking.getPayment({ bankId, bankPaymentId });
      await run((ctx) => applyBankStatus(ctx, id, answer));
    } else if (consentId !== null) {
      const { status } = await openBanking.getConsent({ bankId, consentId });
      await run((ctx) => applyConsentStatus(ctx, id, status));
    }
  } catch (error) {
    if (!(error instanceof BankNoResponse || error instanceof BankRejection)) throw error;
  } finally {
    await run((ctx) => scheduleNextPoll(ctx, id));
  }
}

/**
 * The response to the payment was lost. An unused consent older than every code and token proves that nothing was paid.
 */
async function applyConsentStatus(ctx: Ctx, id: string, status: string): Promise<void> {
  const payment = await lockPayment(ctx.tx, id);
  if (!payment || status === 'COND') return;
  const isOver = ctx.now.getTime() - (payment.returnedAt ?? payment.createdAt).getTime() > authorisationLifetimeMs;
  const reason = defaultText('instant_payment_connection_lost');
  if (status === 'RJCT') await changePaymentState(ctx, payment, { state: 'rejected', reason });
  else if (isOver) await changePaymentState(ctx, payment, { state: 'expired', reason });
}

async function scheduleNextPoll(ctx: Ctx, id: string): Promise<void> {
  const payment = await lockPayment(ctx.tx, id);
  if (!payment || payment.nextPollAt === null) return;
  const now = ctx.now.getTime();
  const pollCount = payment.pollCount + 1;
  const isOver = now - (payment.returnedAt ?? payment.createdAt).getTime() > pollingWindowMs;
  const nextPollAt = isOver ? null : new Date(now + pollDelaySeconds(pollCount) * 1000);
  const isSilent = now - (payment.lastResponseAt ?? payment.createdAt).getTime() > noResponseMs;
  const reason = defaultText(isOver ? 'instant_payment_not_arrived' : 'instant_payment_no_answer');
  const change = { pollCount, nextPollAt, ...(isOver || isSilent ? { reason } : {}) };
  if ((isOver || isSilent) && (await changePaymentState(ctx, payment, { ...change, state: 'unknown' }))) return;
  await updatePayment(ctx.tx, id, change);
}
