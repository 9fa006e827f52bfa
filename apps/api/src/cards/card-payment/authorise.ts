import type { CardAuthorisation, CardAuthorisationAnswer } from '@larkmere/contract/cards/card-issuer';
import type { contract } from '@larkmere/contract/contract';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { type IssuedCard, lockIssuedCard } from '../issued-card/issued-card.ts';
import { newPaymentColumns, requireBilling, toMinor } from './apply-report.ts';
import { bookHold, newHold } from './book-totals.ts';
import { type CardFacts, selectCardFacts } from './card-payment.read.ts';
import {
  type CardPayment,
  type Decision,
  insertDecision,
  insertPayment,
  lockPayment,
  selectDecision,
  updatePayment,
} from './card-payment.sql.ts';
import { emitDecline, emitSteps } from './card-payment-events.ts';
import { cardPaymentLifecycle, stateOf } from './card-payment-lifecycle.ts';
import { affordable, type CardPaymentTerms, chargeFor, costOf } from './charge.ts';
import { type Decline, findDecline, findExceededLimit } from './check-authorisation.ts';
import { type CurrentTerms, currentTerms, termColumns, termsOf } from './terms.ts';

/** A report should have arrived by then; if not, the payment is read at the processor. */
const firstCheckMs = 5 * 60_000;

type AuthorisationContext = Readonly<{
  card: IssuedCard;
  facts: CardFacts;
  payment: CardPayment | undefined;
  terms: CardPaymentTerms | undefined;
  isFresh: boolean;
}>;

/** `approved`: in the billing currency. */
type Outcome = Readonly<{ approved: bigint }> | Readonly<{ decline: Decline }>;

/**
 * One short transaction without an outside call, shared with decisions about other cards that arrive at the same time
 * (docs/batching.md). The card stays locked until the commit, so payments by one card are decided one after the other,
 * and together never exceed its limits or the balance.
 */
export const authoriseCardPayment: Verb<typeof contract.cardPayment.authorise> = async (ctx, request) => {
  const card = await lockIssuedCard(ctx.tx, request.cardId);
  if (!card) return { decision: 'declined', approved: noAmount(request), declineCode: 'wrong_details' };
  const [before, payment, facts] = await pipeline(
    selectDecision(ctx.tx, request.requestId),
    lockPayment(ctx.tx, request.paymentId),
    selectCardFacts(ctx.tx, card),
  );
  if (before) return answerAgain(ctx, request, before);
  requireBilling(request, card, payment);
  const context = await findTerms(ctx, request, { card, facts, payment });
  const outcome = decide(request, context);
  await recordDecision(ctx, request, context, outcome);
  return {
    decision: 'approved' in outcome ? 'approved' : 'declined',
    approved: formatAmount(money(request.billing.currency, 'approved' in outcome ? outcome.approved : 0n)),
    declineCode: 'decline' in outcome ? outcome.decline.code : null,
  };
};

const noAmount = ({ billing }: CardAuthorisation): string => formatAmount(money(billing.currency, 0n));

/** The same answer to the same question. Another one under a known id goes to staff, and approves nothing. */
async function answerAgain(ctx: Ctx, request: CardAuthorisation, before: Decision): Promise<CardAuthorisationAnswer> {
  const { currency } = request.billing;
  const fields = [
    ['payment', before.paymentId, request.paymentId],
    ['card', before.cardId, request.cardId],
    ['amount', formatAmount(money(currency, before.askedMinor)), request.billing.amount],
  ] as const;
  const different = fields.filter(([, expected, reported]) => expected !== reported);
  for (const [field, expected, reported] of different) {
    const entity = `card-payment:${before.paymentId}`;
    await recordContradiction(ctx, entity, { partner: 'card_processor', field, expected, reported });
  }
  return different.length === 0
    ? toAnswer(before, currency)
    : { decision: 'declined', approved: noAmount(request), declineCode: 'not_available' };
}

const toAnswer = (before: Decision, currency: Currency): CardAuthorisationAnswer => ({
  decision: before.decision,
  approved: formatAmount(money(currency, before.approvedMinor)),
  declineCode: before.declineCode,
});

async function findTerms(
  ctx: Ctx,
  { billing }: CardAuthorisation,
  context: Pick<AuthorisationContext, 'card' | 'facts' | 'payment'>,
): Promise<AuthorisationContext> {
  const paymentTerms = context.payment && termsOf(context.payment);
  if (paymentTerms) return { ...context, terms: paymentTerms, isFresh: true };
  const pair = { currency: context.card.currency, billing: billing.currency, tier: context.facts.tier };
  const now: CurrentTerms | undefined = await currentTerms(ctx, pair);
  return { ...context, terms: now?.terms, isFresh: now?.isFresh ?? false };
}

function decide(request: CardAuthorisation, { card, facts, payment, terms, isFresh }: AuthorisationContext): Outcome {
  const decline = findDecline(request, { card, facts });
  if (decline) return { decline };
  if (request.kind === 'verification') return { approved: 0n };
  if (!terms || !isFresh) return { decline: { code: 'not_available' } };
  const [held, counted] = [payment?.heldMinor ?? 0n, payment?.countedMinor ?? 0n];
  const onHold = payment?.holdMinor ?? 0n;
  // Amounts are converted from totals, so that parts never differ from the whole by a penny.
  const costWith = (minor: bigint): bigint => costOf(chargeFor(terms, held + minor)) - costOf(chargeFor(terms, held));
  const amount = toMinor(request.billing);
  const over = findExceededLimit(card, facts, { cost: costWith(amount), counted });
  if (over) return { decline: over };
  if (costOf(chargeFor(terms, held + amount)) <= facts.available + onHold) return { approved: amount };
  const part = affordable(terms, held + amount, facts.available + onHold) - held;
  if (request.partialAllowed && part > 0n) return { approved: part };
  return { decline: { code: 'insufficient_funds' } };
}

async function recordDecision(
  ctx: Ctx,
  request: CardAuthorisation,
  context: AuthorisationContext,
  outcome: Outcome,
): Promise<void> {
  const approved = 'approved' in outcome ? outcome.approved : 0n;
  const decline = 'decline' in outcome ? outcome.decline : null;
  const payment = await savePayment(ctx, request, context, { approved, decline });
  await audit(ctx, `card_payment.${decline ? 'declined' : 'approved'}`, `card-payment:${payment.id}`, {
    request: request.requestId,
    kind: request.kind,
    ...(decline
      ? { declineCode: decline.code }
      : { approved: formatAmount(money(request.billing.currency, approved)) }),
  });
  if (!decline) await emitSteps(ctx, payment, context.payment);
  else if (context.facts.at < new Date(request.answerBy))
    await emitDecline(ctx, payment, { ...decline, billed: toMinor(request.billing) });
  if (approved > 0n) await bookHold(ctx, payment, context.payment?.holdId ?? null, context.facts.ledgerAccountId);
}

type DecisionResult = Readonly<{ approved: bigint; decline: Decline | null }>;

/** Payment, decision and history in one round trip. A decline leaves a payment that was there before as it is. */
async function savePayment(
  ctx: Ctx,
  request: CardAuthorisation,
  context: AuthorisationContext,
  { approved, decline }: DecisionResult,
): Promise<CardPayment> {
  const { payment: before, card, terms } = context;
  const held = (before?.heldMinor ?? 0n) + approved;
  const stays = before !== undefined && (decline !== null || request.kind === 'verification');
  const [payment] = await pipeline(
    before
      ? continuePayment(ctx, request, before, { held, stays, terms })
      : openPayment(ctx, request, context, { held, decline }),
    insertDecision(ctx.tx, {
      requestId: request.requestId,
      paymentId: request.paymentId,
      cardId: card.id,
      kind: request.kind,
      askedAt: new Date(request.at),
      answerBy: new Date(request.answerBy),
      askedMinor: toMinor(request.billing),
      approvedMinor: approved,
      decision: decline ? 'declined' : 'approved',
      declineCode: decline?.code ?? null,
    }).catch(retryIfLate),
    stays ? Promise.resolve() : appendHistory(ctx, cardPaymentLifecycle, request.paymentId),
  );
  return payment;
}

/** The database refuses an approval after the time to answer. Decided again, the request is too late. */
function retryIfLate(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'approved_in_time' ? new ConcurrencyConflict() : error;
}

type Decided = Readonly<{ held: bigint; decline: Decline | null }>;

/** The state of a new payment, or of one that a declined or verified request opened before. */
const stateAfter = ({ kind }: CardAuthorisation, { held, decline }: Decided) =>
  kind === 'verification' && !decline
    ? 'verified'
    : stateOf({ held, cleared: 0n, refunded: 0n, isDeclined: decline !== null });

async function openPayment(
  ctx: Ctx,
  request: CardAuthorisation,
  { card, terms }: AuthorisationContext,
  decided: Decided,
): Promise<CardPayment> {
  const { merchant, channel, original, billing } = request;
  return insertPayment(ctx.tx, {
    id: request.paymentId,
    ...newPaymentColumns(card, merchant),
    channel,
    originalCurrency: original.currency,
    originalMinor: toMinor(original),
    billingCurrency: billing.currency,
    askedMinor: toMinor(billing),
    ...(terms && termColumns(terms)),
    state: stateAfter(request, decided),
    decidedBy: 'larkmere',
    declineCode: decided.decline?.code ?? null,
    declineLimitMinor: decided.decline?.limit ?? null,
    countedAt: ctx.now,
    ...heldColumns(ctx, decided, terms, 0n),
  });
}

/** An increment, or another try under the same id. A declined one leaves what was approved before. */
async function continuePayment(
  ctx: Ctx,
  request: CardAuthorisation,
  payment: CardPayment,
  { held, stays, terms }: Readonly<{ held: bigint; stays: boolean; terms: CardPaymentTerms | undefined }>,
): Promise<CardPayment> {
  if (stays) return payment;
  const { clearedMinor: cleared, refundedMinor: refunded } = payment;
  return updatePayment(ctx.tx, payment.id, {
    ...(terms && termColumns(terms)),
    askedMinor: payment.askedMinor + toMinor(request.billing),
    originalMinor: payment.originalMinor + toMinor(request.original),
    state: stateOf({ held, cleared, refunded, isDeclined: false }),
    declineCode: null,
    declineLimitMinor: null,
    ...heldColumns(ctx, { held }, terms, cleared),
  });
}

const heldColumns = (
  { now }: Ctx,
  { held }: Pick<Decided, 'held'>,
  terms: CardPaymentTerms | undefined,
  cleared: bigint,
) =>
  held === 0n || !terms
    ? {}
    : {
        heldMinor: held,
        countedMinor: costOf(chargeFor(terms, held + cleared)),
        nextCheckAt: new Date(now.getTime() + firstCheckMs),
        ...newHold(now, costOf(chargeFor(terms, held))),
      };
