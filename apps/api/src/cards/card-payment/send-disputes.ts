import { formatAmount, money } from '@larkmere/money/money';
import { readCardDocument } from '../../checks/document/document.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { claimDueRows } from '../../platform/jobs/claim-due-rows.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { CardIssuer } from '../issued-card/issued-card.ts';
import { applyDisputeReport, moveDispute } from './apply-dispute-report.ts';
import { documentsOf } from './card-documents.ts';
import { selectPayment } from './card-payment.sql.ts';
import { type Dispute, lockDispute, updateDispute } from './dispute.sql.ts';

const maxDisputes = 10;
const claimSeconds = 60;
const minDelayMs = 2_000;
const maxDelayMs = 3600_000;

/** Hands disputes to the processor as soon as their documents have passed the scan. */
export const disputeSending = (issuer: CardIssuer) =>
  defineJob({
    name: 'send-card-disputes',
    everySeconds: 1,
    run: async ({ transaction, log }) => {
      for (const dispute of await transaction(({ tx }) =>
        claimDueRows(tx, {
          table: 'card_payment.dispute',
          column: 'nextSendAt',
          seconds: claimSeconds,
          most: maxDisputes,
        }),
      ))
        await send(transaction, issuer, dispute).catch((error: unknown) =>
          log.error({ err: error, dispute: dispute.id }, 'a card dispute could not be sent'),
        );
    },
  });

async function send(run: JobRun['transaction'], issuer: CardIssuer, dispute: Dispute): Promise<void> {
  const document = await run((ctx) => composeDispute(ctx, dispute));
  if (document === undefined) return run((ctx) => postpone(ctx, dispute.id));
  try {
    const answer = await issuer.openDispute(document);
    await run(async (ctx) => {
      if (answer === 'rejected') await reject(ctx, dispute.id);
      else await applyDisputeReport(ctx, answer);
      await updateDispute(ctx.tx, dispute.id, { nextSendAt: null });
    });
  } catch (error) {
    if (!(error instanceof PartnerTimeout)) throw error;
    await run((ctx) => postpone(ctx, dispute.id));
  }
}

/** Undefined while a document is in quarantine. One that the scan refused stays out. */
async function composeDispute(ctx: Ctx, dispute: Dispute): Promise<string | undefined> {
  const payment = await selectPayment(ctx.tx, dispute.paymentId);
  if (!payment) throw new Error(`the payment of dispute ${dispute.id} is not there`);
  const evidence = (await documentsOf(ctx.tx, [payment.id])).filter(({ link }) => link.disputeId === dispute.id);
  if (evidence.some(({ document }) => document.state === 'uploaded' || document.state === 'scanning')) return undefined;
  const documents = [];
  for (const { document } of evidence) {
    const content = await readCardDocument(ctx, document);
    if (content)
      documents.push({
        name: document.name,
        type: document.mediaType,
        sha256: document.sha256.toString('hex'),
        content: content.toString('base64'),
      });
  }
  const currency = payment.billingCurrency;
  const amount = formatAmount(money(currency, dispute.amountMinor));
  const { id: disputeId, reason, note } = dispute;
  const { id: paymentId, cardId } = payment;
  return JSON.stringify({ disputeId, paymentId, cardId, reason, amount, currency, note, documents });
}

async function reject(ctx: Ctx, id: string): Promise<void> {
  const dispute = await lockDispute(ctx.tx, id);
  if (dispute?.state === 'opened') await moveDispute(ctx, dispute, 'rejected');
}

async function postpone(ctx: Ctx, id: string): Promise<void> {
  const dispute = await lockDispute(ctx.tx, id);
  if (!dispute || dispute.nextSendAt === null) return;
  const delay = Math.min(minDelayMs * 2 ** Math.min(dispute.sendCount, 20), maxDelayMs);
  const nextSendAt = new Date(ctx.now.getTime() + delay);
  await updateDispute(ctx.tx, id, { sendCount: dispute.sendCount + 1, nextSendAt });
}
