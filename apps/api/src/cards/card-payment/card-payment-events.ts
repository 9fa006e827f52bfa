import type { CardPaymentDeclineCode } from '@larkmere/contract/cards/card-issuer';
import type { DisputeState } from '@larkmere/contract/cards/card-payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { CardPayment } from './card-payment.sql.ts';
import { type CardPaymentTerms, chargeFor, chargeForTotals, costOf } from './charge.ts';
import { termsOf } from './terms.ts';

/** What one change of a card payment was, as its customer reads it. */
export type CardPaymentStep =
  | 'declined'
  | 'verified'
  | 'authorised'
  | 'increased'
  | 'partly_released'
  | 'released'
  | 'cleared'
  | 'refunded';

export type CardPaymentEvent = Readonly<{
  paymentId: string;
  cardId: string;
  customerId: string;
  holderId: string;
  bankholderId: string;
  step: CardPaymentStep;
  merchant: string;
  /** Of this step, in the account's currency. */
  amount: string;
  currency: Currency;
  /** Of what was cleared: announced by an authorisation, and not presented without one. */
  wasHeld: boolean;
  declineCode: CardPaymentDeclineCode | null;
  /** In the account's currency. */
  declineLimit: string | null;
  /** What the account did not have for this step; `0.00` if it had all. */
  missing: string;
  at: string;
}>;
export const cardPaymentChanged = defineEvent<CardPaymentEvent>('card_payment.changed');
/** Only of a step for which the account did not have enough, so that e-mail does not look at every payment. */
export const cardPaymentShort = defineEvent<CardPaymentEvent>('card_payment.short');

export type CardDisputeEvent = Readonly<{
  disputeId: string;
  paymentId: string;
  cardId: string;
  customerId: string;
  holderId: string;
  /** Who opened it. */
  userId: string;
  bankholderId: string;
  merchant: string;
  state: DisputeState;
  answerBy: string | null;
  at: string;
}>;
export const cardDisputeChanged = defineEvent<CardDisputeEvent>('card_dispute.changed');

/** A firm has not added the receipt of a payment in time. */
export type CardReceiptMissing = Readonly<{
  paymentId: string;
  cardId: string;
  customerId: string;
  holderId: string;
  merchant: string;
  day: string;
}>;
export const cardReceiptMissing = defineEvent<CardReceiptMissing>('card_payment.receipt_missing');

/** Everything that an account was short after card payments is paid. */
export type CardShortfallRecovered = Readonly<{
  customerId: string;
  bankholderId: string;
  cardId: string;
  holderIds: readonly string[];
  amount: string;
  currency: Currency;
  /** Whether all cards concerned can be used again: one may be stopped for another reason, or have ended. */
  isUsable: boolean;
  at: string;
}>;
export const cardShortfallRecovered = defineEvent<CardShortfallRecovered>('card_payment.shortfall_recovered');

export type TotalsRow = Pick<CardPayment, 'heldMinor' | 'clearedMinor' | 'refundedMinor'>;
type Step = Readonly<{ step: CardPaymentStep; minor: bigint }>;

const nothing: TotalsRow = { heldMinor: 0n, clearedMinor: 0n, refundedMinor: 0n };

/** What happened between two totals, and for how much in the account's currency. */
export function stepsBetween(
  terms: CardPaymentTerms | undefined,
  before: TotalsRow = nothing,
  after: TotalsRow,
): Step[] {
  if (!terms) return [];
  const cost = (billed: bigint): bigint => costOf(chargeFor(terms, billed));
  const net = ({ clearedMinor: cleared, refundedMinor: refunded }: TotalsRow): bigint =>
    costOf(chargeForTotals(terms, { cleared, refunded }));
  const steps: Step[] = [];
  const cleared = cost(after.clearedMinor) - cost(before.clearedMinor);
  if (cleared > 0n) steps.push({ step: 'cleared', minor: cleared });
  const back = net(before) + cleared - net(after);
  if (back > 0n) steps.push({ step: 'refunded', minor: back });
  const held = cost(after.heldMinor) - cost(before.heldMinor);
  if (held > 0n) steps.push({ step: before.heldMinor === 0n ? 'authorised' : 'increased', minor: held });
  const released = -held - (cleared > 0n ? cleared : 0n);
  if (released > 0n)
    steps.push({
      step: after.heldMinor === 0n && after.clearedMinor === 0n ? 'released' : 'partly_released',
      minor: released,
    });
  return steps;
}

/** One event for each thing that happened. `missing`: what the account did not have. */
export async function emitSteps(
  ctx: Ctx,
  payment: CardPayment,
  before: CardPayment | undefined,
  missing = 0n,
): Promise<void> {
  const wasHeld = (before?.heldMinor ?? 0n) > 0n;
  for (const { step, minor } of stepsBetween(termsOf(payment), before, payment))
    await emitOne(ctx, payment, { step, minor, wasHeld, missing: step === 'cleared' ? missing : 0n });
  if (payment.state === 'verified' && before === undefined)
    await emitOne(ctx, payment, { step: 'verified', minor: 0n, wasHeld, missing: 0n });
}

type Declined = Readonly<{ code: CardPaymentDeclineCode; limit?: bigint | null; billed: bigint }>;

export async function emitDecline(ctx: Ctx, payment: CardPayment, { code, limit, billed }: Declined): Promise<void> {
  const terms = termsOf(payment);
  const minor = terms ? costOf(chargeFor(terms, billed)) : 0n;
  await emitOne(ctx, payment, { step: 'declined', minor, wasHeld: false, missing: 0n }, { code, limit: limit ?? null });
}

type Emitted = Step & Readonly<{ wasHeld: boolean; missing: bigint }>;

async function emitOne(
  ctx: Ctx,
  payment: CardPayment,
  { step, minor, wasHeld, missing }: Emitted,
  decline?: Readonly<{ code: CardPaymentDeclineCode; limit: bigint | null }>,
): Promise<void> {
  const currency = payment.currency;
  const format = (amount: bigint): string => formatAmount(money(currency, amount));
  const event: CardPaymentEvent = {
    paymentId: payment.id,
    cardId: payment.cardId,
    customerId: payment.customerId,
    holderId: payment.holderId,
    bankholderId: payment.bankholderId,
    step,
    merchant: payment.merchantName,
    amount: format(minor),
    currency,
    wasHeld,
    declineCode: decline?.code ?? null,
    declineLimit: decline?.limit == null ? null : format(decline.limit),
    missing: format(missing),
    at: ctx.now.toISOString(),
  };
  await emit(ctx, cardPaymentChanged, event);
  if (missing > 0n) await emit(ctx, cardPaymentShort, event);
}
