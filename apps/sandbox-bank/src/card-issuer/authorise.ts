import { randomUUID } from 'node:crypto';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { divide } from '@larkmere/money/rate';
import type { Bank } from '../bank.ts';
import { textColumn } from '../store.ts';
import { hasExpired, type IssuedCard, requireCard } from './card.ts';
import {
  type Channel,
  type DecidedBy,
  type DeclineCode,
  findPayment,
  type IssuedPayment,
  type Merchant,
  newPayment,
  recordPayment,
  requirePayment,
} from './issued-payment.ts';
import { scheduleIssuerStep } from './report.ts';
import { type Answer, type AuthorisationRequest, type Network, requestAuthorisation } from './request-authorisation.ts';
import { billingCurrency, convertAtSchemeRate } from './scheme-rates.ts';
import { isRightPin } from './secrets.ts';

export type PaymentRequest = Readonly<{
  kind: 'payment' | 'verification';
  merchant: Merchant;
  channel: Channel;
  original: Money;
  partialAllowed: boolean;
  /** As entered; without one the right one was entered. */
  pin?: string | undefined;
  cvc?: string | undefined;
  network: Network;
  /** The merchant clears by itself after so many banking days; null: never. */
  clearAfterDays: number | null;
}>;

/** Asks Larkmere, or decides alone what only a processor can. */
export async function authorise(bank: Bank, card: IssuedCard, request: PaymentRequest): Promise<IssuedPayment> {
  const { merchant, channel, original } = request;
  const billing = convertAtSchemeRate(bank, original, billingCurrency(original.currency, card.currency as Currency));
  const paymentId = randomUUID();
  const authorisation: Omit<AuthorisationRequest, 'answerBy'> = {
    requestId: randomUUID(),
    paymentId,
    cardId: card.cardId,
    kind: request.kind,
    at: bank.now(),
    merchant,
    channel,
    original,
    billing,
    partialAllowed: request.partialAllowed,
  };
  const declined = bank.store.inTransaction(() => {
    const declineCode = declineAlone(bank, card, request);
    if (!declineCode) return undefined;
    const payment = { paymentId, cardId: card.cardId, merchant, channel, decidedBy: 'processor' } as const;
    const at = { billing: billing.currency, original: original.currency };
    return recordPayment(bank, { ...newPayment(bank, { ...payment, ...at }), declineCode });
  });
  if (declined) return declined;
  await ask(bank, authorisation, request.network);
  const payment = requirePayment(bank, paymentId);
  if (request.clearAfterDays !== null && payment.held > 0n)
    scheduleIssuerStep(bank, 'clear', paymentId, request.clearAfterDays * bank.settings().dayMs);
  return payment;
}

/** Undefined unless the payment can still be added to. */
export async function increment(
  bank: Bank,
  payment: IssuedPayment,
  original: Money,
  network: Network,
): Promise<Readonly<{ payment: IssuedPayment; isApproved: boolean }> | undefined> {
  if (payment.held === 0n || original.currency !== payment.original) return undefined;
  const { paymentId, cardId, merchant, channel } = payment;
  const billing = convertAtSchemeRate(bank, original, payment.billing);
  const requestId = randomUUID();
  const authorisation = { requestId, paymentId, cardId, kind: 'increment', at: bank.now(), merchant, channel } as const;
  await ask(bank, { ...authorisation, original, billing, partialAllowed: false }, network);
  const isApproved = bank.store.one(
    `select 1 from ci_authorisation where request_id = ? and state = 'approved'`,
    requestId,
  );
  return { payment: requirePayment(bank, paymentId), isApproved: isApproved !== undefined };
}

const graceMs = 1000;

async function ask(bank: Bank, given: Omit<AuthorisationRequest, 'answerBy'>, network: Network): Promise<void> {
  const { cardAnswerMs } = bank.settings();
  const authorisation = { ...given, answerBy: given.at + cardAnswerMs };
  bank.store.inTransaction(() => {
    bank.store.insert('ci_authorisation', {
      request_id: authorisation.requestId,
      payment_id: authorisation.paymentId,
      request: JSON.stringify(authorisation, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      state: 'requested',
    });
    // A crash must not leave it undecided.
    scheduleIssuerStep(bank, 'answer', authorisation.requestId, cardAnswerMs + graceMs);
  });
  const answer = await requestAuthorisation(bank, authorisation, network);
  bank.store.inTransaction(() => decide(bank, authorisation, answer));
  bank.wake();
}

type StoredMoney = Readonly<{ currency: Currency; minor: string }>;
type StoredRequest = Omit<AuthorisationRequest, 'original' | 'billing'> &
  Readonly<{ original: StoredMoney; billing: StoredMoney }>;

export function decideUnanswered(bank: Bank, requestId: string): void {
  const row = bank.store.one('select request from ci_authorisation where request_id = ?', requestId);
  if (!row) return;
  const stored = JSON.parse(textColumn(row, 'request')) as StoredRequest;
  const toMoney = ({ currency, minor }: StoredMoney): Money => money(currency, BigInt(minor));
  decide(bank, { ...stored, original: toMoney(stored.original), billing: toMoney(stored.billing) }, undefined);
}

/** Decides once: an answer that comes after the decision changes nothing. */
function decide(bank: Bank, authorisation: AuthorisationRequest, answer: Answer | undefined): void {
  const { requestId, paymentId, original, billing, kind } = authorisation;
  const open = bank.store.one(`select 1 from ci_authorisation where request_id = ? and state = 'requested'`, requestId);
  if (!open) return;
  const { approvedMinor, declineCode } = answer ?? fallbackDecision(bank, authorisation);
  const decidedBy: DecidedBy = answer ? 'larkmere' : 'stand_in';
  bank.store.run(
    'update ci_authorisation set state = ?, decided_by = ? where request_id = ?',
    declineCode ? 'declined' : 'approved',
    decidedBy,
    requestId,
  );
  const before =
    findPayment(bank, paymentId) ??
    newPayment(bank, { ...authorisation, decidedBy, billing: billing.currency, original: original.currency });
  const { cardHoldDays, dayMs } = bank.settings();
  const expiresAt = approvedMinor > 0n ? bank.now() + cardHoldDays * dayMs : before.expiresAt;
  recordPayment(bank, {
    ...before,
    decidedBy,
    declineCode: kind === 'increment' ? before.declineCode : declineCode,
    held: before.held + approvedMinor,
    heldOriginal: before.heldOriginal + partOf(original.minor, approvedMinor, billing.minor),
    expiresAt,
  });
  if (approvedMinor > 0n) scheduleIssuerStep(bank, 'expire', paymentId, cardHoldDays * dayMs);
}

export const partOf = (whole: bigint, part: bigint, of: bigint): bigint =>
  of === 0n ? 0n : divide(whole * part, of, 'half-up');

/** What Larkmere cannot check: number, CVC, expiry and PIN are known here only. */
function declineAlone(bank: Bank, card: IssuedCard, { channel, pin, cvc }: PaymentRequest): DeclineCode | undefined {
  if (card.state === 'inactive') return 'card_inactive';
  if (card.state === 'blocked' || card.state === 'closed') return 'card_blocked';
  if (hasExpired(bank, card)) return 'card_expired';
  if (channel === 'online' && cvc !== undefined && cvc !== card.cvc) return 'wrong_details';
  const needsPin = channel === 'chip' || channel === 'atm';
  return needsPin && !isRightPin(bank, card, pin ?? card.pin) ? 'wrong_pin' : undefined;
}

/** By the state of the card and a small limit. */
function fallbackDecision(bank: Bank, { cardId, kind, billing, channel }: AuthorisationRequest): Answer {
  const decline = (declineCode: DeclineCode): Answer => ({ approvedMinor: 0n, declineCode });
  const { state } = requireCard(bank, cardId);
  if (state === 'frozen') return decline('card_frozen');
  if (state !== 'active') return decline('card_blocked');
  const pounds = convertAtSchemeRate(bank, billing, 'GBP').minor;
  const isSmall = channel !== 'atm' && pounds <= BigInt(bank.settings().standInLimit) * 100n;
  return kind === 'verification' || isSmall
    ? { approvedMinor: billing.minor, declineCode: null }
    : decline('not_available');
}
