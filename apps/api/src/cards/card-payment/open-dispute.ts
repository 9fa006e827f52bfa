import type { CardDisputeReport } from '@larkmere/contract/cards/card-issuer';
import type { DisputeState, DisputeView } from '@larkmere/contract/cards/card-payment';
import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { readCardDocument } from '../../checks/document/document.ts';
import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/outbox.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { claimDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import { changeState, findTimelines, recordState } from '../../platform/lifecycle/change-state.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import type { CardIssuer } from '../issued-card/issued-card.ts';
import { documentsOf, requireVisiblePayment } from './card-documents.ts';
import { type CardPayment, selectPayment } from './card-payment.sql.ts';
import { cardDisputeChanged } from './card-payment-events.ts';
import {
  attachEvidence,
  type Dispute,
  type DisputeUpdate,
  insertDispute,
  lockDispute,
  selectDisputes,
  updateDispute,
} from './dispute.sql.ts';
import { cardDisputeLifecycle } from './dispute-lifecycle.ts';

/** Card networks take disputes for so long. */
export const disputeDays = 120;

/** What was taken and not given back, in the billing currency. */
export const disputableOf = ({ clearedMinor: cleared, refundedMinor: refunded }: CardPayment): bigint =>
  cleared > refunded ? cleared - refunded : 0n;

export const canDispute = (payment: CardPayment, disputes: readonly Dispute[], now: Date): boolean =>
  disputableOf(payment) > 0n &&
  now.getTime() - payment.countedAt.getTime() < disputeDays * 24 * 3600_000 &&
  disputes.every(({ state }) => isEnded(state));

export const isEnded = (state: string): boolean => ['rejected', 'won', 'lost'].includes(state);

export const openDispute: Verb<typeof contract.cardPayment.openDispute> = async (ctx, { id, reason, note, amount }) => {
  const payment = await requireVisiblePayment(ctx, id, 'lock');
  const before = await selectDisputes(ctx.tx, [id]);
  if (!canDispute(payment, before, ctx.now)) throw new Refusal('invalid_transition');
  const dispute = await insertDispute(ctx.tx, {
    id: v7(),
    paymentId: id,
    customerId: payment.customerId,
    userId: ctx.actor.userId,
    reason,
    note,
    amountMinor: amountOf(payment, amount),
  });
  if (!dispute) throw new Refusal('invalid_transition');
  await recordState(ctx, cardDisputeLifecycle, dispute);
  await attachEvidence(ctx.tx, id, dispute.id);
  return viewOne(ctx, payment, dispute);
};

function amountOf(payment: CardPayment, text: string | undefined): bigint {
  const most = disputableOf(payment);
  if (text === undefined) return most;
  const currency = payment.billingCurrency;
  const { minor } = requirePositiveAmount(currency, text);
  if (minor <= most) return minor;
  const reason = message('dispute_amount_too_high', { maximum: money(currency, most) });
  throw new Refusal('amount_invalid', { reason, errors: [{ field: 'amount', code: 'too_large', reason }] });
}

/** The documents that were added since go to the processor with the same dispute. */
export const sendEvidence: Verb<typeof contract.cardPayment.sendEvidence> = async (ctx, { id }) => {
  const payment = await requireVisiblePayment(ctx, id, 'lock');
  const dispute = (await selectDisputes(ctx.tx, [id])).find(({ state }) => state === 'documents_wanted');
  if (!dispute) throw new Refusal('invalid_transition');
  await attachEvidence(ctx.tx, id, dispute.id);
  await updateDispute(ctx.tx, dispute.id, { nextSendAt: ctx.now, sendCount: 0 });
  await audit(ctx, 'card_dispute.evidence_sent', `card-dispute:${dispute.id}`);
  return viewOne(ctx, payment, dispute);
};

async function viewOne(ctx: CustomerCtx, payment: CardPayment, dispute: Dispute): Promise<DisputeView> {
  const [view] = await viewDisputes(ctx.tx, payment, [dispute]);
  return present(view, 'the view of a dispute');
}

/**
 * A repeated or outdated report changes nothing, and neither does one of another state after the end or under the same
 * number, which goes to staff. Refuses `not_found` for a dispute that is not ours.
 */
export async function applyDisputeReport(ctx: Ctx, report: CardDisputeReport): Promise<boolean> {
  const dispute = await lockDispute(ctx.tx, report.disputeId);
  if (!dispute) throw new Refusal('not_found');
  if (contradicts(report, dispute)) {
    await recordContradiction(ctx, `card-dispute:${dispute.id}`, {
      partner: 'card_processor',
      field: 'state',
      expected: dispute.state,
      reported: report.state,
    });
    return false;
  }
  if (report.sequence <= dispute.lastSequence) return false;
  const more = { lastSequence: report.sequence, answerBy: report.answerBy };
  await moveDispute(ctx, dispute, report.state, more);
  return true;
}

function contradicts({ sequence, state }: CardDisputeReport, dispute: Dispute): boolean {
  if (state === dispute.state || sequence < dispute.lastSequence) return false;
  return sequence === dispute.lastSequence || ['won', 'lost', 'rejected'].includes(dispute.state);
}

export async function moveDispute(
  ctx: Ctx,
  dispute: Dispute,
  state: DisputeState,
  more: DisputeUpdate = {},
): Promise<void> {
  if (!canTransition(cardDisputeLifecycle, dispute.state, state)) return updateDispute(ctx.tx, dispute.id, more);
  await changeState(ctx, cardDisputeLifecycle, dispute, { ...more, state, nextSendAt: null });
  const payment = await selectPayment(ctx.tx, dispute.paymentId);
  if (!payment) throw new Error(`the payment of dispute ${dispute.id} is not there`);
  await emit(ctx, cardDisputeChanged, {
    disputeId: dispute.id,
    paymentId: payment.id,
    cardId: payment.cardId,
    customerId: payment.customerId,
    holderId: payment.holderId,
    userId: dispute.userId,
    bankholderId: payment.bankholderId,
    merchant: payment.merchantName,
    state,
    answerBy: more.answerBy === undefined ? dispute.answerBy : (more.answerBy ?? null),
    at: ctx.now.toISOString(),
  });
}

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

/** Of one payment. */
export async function viewDisputes(
  tx: Tx,
  { billingCurrency }: CardPayment,
  disputes: readonly Dispute[],
): Promise<DisputeView[]> {
  const currency = billingCurrency;
  const ids = disputes.map(({ id }) => id);
  const timelines = await findTimelines(tx, cardDisputeLifecycle, ids);
  return disputes.map((dispute) => ({
    uid: dispute.id,
    reason: dispute.reason,
    note: dispute.note,
    amount: { amount: formatAmount(money(currency, dispute.amountMinor)), currency },
    state: dispute.state,
    stateText: defaultText(`card_dispute_${dispute.state}`),
    answerBy: dispute.answerBy,
    openedAt: dispute.openedAt.toISOString(),
    timeline: timelines.get(dispute.id) ?? [],
  }));
}
