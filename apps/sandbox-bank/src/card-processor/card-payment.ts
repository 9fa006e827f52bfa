import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { formatMinor } from '../messages/xml.ts';
import { bigintColumn, nullableTextColumn, numberColumn, type Row, textColumn } from '../store.ts';
import { toDeclineCode } from './scenario.ts';
import { consumeToken, findCard, findSavedCard, findTokenCard, saveCard, type VaultCard, viewCard } from './vault.ts';

export const CardOrder = z.strictObject({
  paymentId: z.uuid(),
  reference: z.string().regex(/^[A-Z0-9]{4,16}$/),
  amountMinor: z.string().regex(/^[1-9]\d{0,14}$/),
  currency: z.enum(['GBP', 'EUR', 'USD', 'THB']),
  token: z.string().optional(),
  cardId: z.string().optional(),
  saveCard: z.boolean(),
  returnUrl: z.url(),
  /** The challenge ends then, and an order that arrives later is refused. */
  expiresAt: z.iso.datetime(),
});
export type CardOrder = z.infer<typeof CardOrder>;

export type CardPaymentStatus =
  | 'awaiting_challenge'
  | 'authorised'
  | 'capturing'
  | 'captured'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'charged_back';

export type CardPayment = Readonly<{
  paymentId: string;
  /** The order as received, to recognise a repeat. */
  order: string;
  card: VaultCard | undefined;
  currency: string;
  amountMinor: bigint;
  status: CardPaymentStatus;
  declineCode: string | null;
  sequence: number;
  challengeId: string | null;
  returnUrl: string;
  expiresAt: number;
  isSaved: boolean;
}>;

export function findPayment(bank: Bank, paymentId: string): CardPayment | undefined {
  const row = bank.store.one('select * from cp_payment where payment_id = ?', paymentId);
  return row && toPayment(bank, row);
}

export function findByChallenge(bank: Bank, challengeId: string): CardPayment | undefined {
  const row = bank.store.one('select * from cp_payment where challenge_id = ?', challengeId);
  return row && toPayment(bank, row);
}

export const listCardPayments = (bank: Bank, most: number): CardPayment[] =>
  bank.store.all('select * from cp_payment order by rowid desc limit ?', most).map((row) => toPayment(bank, row));

type Accepted =
  | Readonly<{ kind: 'done'; payment: CardPayment }>
  | Readonly<{ kind: 'conflict' | 'unknown_card' | 'lost_order' | 'too_late' }>;

/** The same order again gets the current status; another one under its id is a conflict. */
export function createCardPayment(bank: Bank, order: CardOrder): Accepted {
  const text = JSON.stringify(order);
  const known = findPayment(bank, order.paymentId);
  if (known) return known.order === text ? { kind: 'done', payment: known } : { kind: 'conflict' };
  if (Date.parse(order.expiresAt) <= bank.now()) return { kind: 'too_late' };
  const card = chooseCard(bank, order);
  if (!card) return { kind: 'unknown_card' };
  if (card.scenario === 'lost_order') return { kind: 'lost_order' };
  return bank.store.inTransaction(() => {
    if (order.token !== undefined) consumeToken(bank, order.token);
    const declineCode = toDeclineCode(card.scenario) ?? null;
    const isChallenged = card.scenario === 'challenge';
    bank.store.insert('cp_payment', {
      payment_id: order.paymentId,
      ordered: text,
      card_id: card.cardId,
      currency: order.currency,
      amount_minor: BigInt(order.amountMinor),
      status: isChallenged ? 'awaiting_challenge' : declineCode ? 'declined' : 'authorised',
      decline_code: declineCode,
      challenge_id: isChallenged ? randomBytes(18).toString('base64url') : null,
      return_url: order.returnUrl,
      expires_at: Date.parse(order.expiresAt),
      saved: order.saveCard && !declineCode ? 1 : 0,
      created_at: bank.now(),
    });
    if (order.saveCard && !isChallenged && !declineCode) saveCard(bank, card.cardId);
    queueReport(bank, requirePayment(bank, order.paymentId));
    return { kind: 'done', payment: requirePayment(bank, order.paymentId) };
  });
}

function chooseCard(bank: Bank, { token, cardId }: CardOrder): VaultCard | undefined {
  if (cardId !== undefined) return findSavedCard(bank, cardId);
  const found = token === undefined ? undefined : findTokenCard(bank, token);
  return found?.isUsed ? undefined : found;
}

export function decideChallenge(bank: Bank, payment: CardPayment, isApproved: boolean): boolean {
  if (payment.status !== 'awaiting_challenge' || payment.expiresAt <= bank.now()) return false;
  bank.store.inTransaction(() => {
    if (isApproved && payment.isSaved && payment.card) saveCard(bank, payment.card.cardId);
    changeStatus(
      bank,
      payment,
      isApproved ? 'authorised' : 'declined',
      isApproved ? undefined : 'authentication_failed',
    );
  });
  return true;
}

/** Captures what was authorised, once. In any other state it changes nothing and the status answers. */
export function captureCardPayment(bank: Bank, payment: CardPayment): void {
  if (payment.status !== 'authorised') return;
  bank.store.inTransaction(() => {
    const scenario = payment.card?.scenario;
    // The issuer takes the authorisation back first.
    if (scenario === 'reversed') return changeStatus(bank, payment, 'cancelled');
    if (scenario === 'late_capture') {
      changeStatus(bank, payment, 'capturing');
      return scheduleStep(bank, payment.paymentId, 'captured', bank.settings().returnDelayMs * 4);
    }
    completeCapture(bank, payment);
  });
}

function completeCapture(bank: Bank, payment: CardPayment): void {
  const scenario = payment.card?.scenario;
  const isHeldBack = scenario === 'charged_back_first';
  changeStatus(bank, payment, 'captured', undefined, isHeldBack ? 2000 : 0);
  bookEntry(bank, payment, 'capture', payment.amountMinor);
  const { returnDelayMs } = bank.settings();
  if (scenario === 'captured_twice') queueReport(bank, requirePayment(bank, payment.paymentId));
  if (scenario === 'charged_back') scheduleStep(bank, payment.paymentId, 'charged_back', returnDelayMs);
  if (scenario === 'charged_back_first') scheduleStep(bank, payment.paymentId, 'charged_back', 0);
  if (scenario === 'refunded') scheduleStep(bank, payment.paymentId, 'refunded', returnDelayMs);
}

/** Also of an order that never arrived: it is then refused should it arrive later. */
export function cancelCardPayment(bank: Bank, paymentId: string): CardPayment {
  const payment = findPayment(bank, paymentId);
  bank.store.inTransaction(() => {
    if (!payment) {
      bank.store.insert('cp_payment', {
        payment_id: paymentId,
        ordered: '',
        card_id: null,
        currency: 'GBP',
        amount_minor: 0n,
        status: 'cancelled',
        return_url: '',
        expires_at: bank.now(),
        created_at: bank.now(),
      });
      return;
    }
    if (['awaiting_challenge', 'authorised'].includes(payment.status)) changeStatus(bank, payment, 'cancelled');
  });
  return requirePayment(bank, paymentId);
}

export function reverseCardPayment(bank: Bank, payment: CardPayment, to: 'refunded' | 'charged_back'): boolean {
  if (payment.status !== 'captured') return false;
  bank.store.inTransaction(() => {
    changeStatus(bank, payment, to);
    bookEntry(bank, payment, to === 'refunded' ? 'refund' : 'chargeback', -payment.amountMinor);
  });
  return true;
}

/** Challenges that were not answered in time, and what magic cards still do. Returns whether anything happened. */
export function processCardSteps(bank: Bank): boolean {
  const now = bank.now();
  const overdue = bank.store.all(
    `select * from cp_payment where status = 'awaiting_challenge' and expires_at <= ?`,
    now,
  );
  const steps = bank.store.all('select * from cp_step where due_at <= ? order by due_at, id', now);
  for (const row of overdue) bank.store.inTransaction(() => changeStatus(bank, toPayment(bank, row), 'expired'));
  for (const row of steps) {
    bank.store.run('delete from cp_step where id = ?', numberColumn(row, 'id'));
    const payment = requirePayment(bank, textColumn(row, 'payment_id'));
    const to = textColumn(row, 'status');
    if (to === 'captured' && payment.status === 'capturing')
      bank.store.inTransaction(() => completeCapture(bank, payment));
    if (to === 'refunded' || to === 'charged_back') reverseCardPayment(bank, payment, to);
  }
  return overdue.length + steps.length > 0;
}

const scheduleStep = (bank: Bank, paymentId: string, status: CardPaymentStatus, afterMs: number): void =>
  bank.store.insert('cp_step', { payment_id: paymentId, status, due_at: bank.now() + afterMs });

function changeStatus(
  bank: Bank,
  { paymentId }: CardPayment,
  status: CardPaymentStatus,
  declineCode?: string,
  afterMs = 0,
): void {
  bank.store.run(
    'update cp_payment set status = ?, decline_code = coalesce(?, decline_code), sequence = sequence + 1 where payment_id = ?',
    status,
    declineCode ?? null,
    paymentId,
  );
  // Between authorisation and capture nothing changed for the merchant.
  if (status !== 'capturing') queueReport(bank, requirePayment(bank, paymentId), afterMs);
}

function queueReport(bank: Bank, payment: CardPayment, afterMs = 0): void {
  bank.store.insert('cp_event', {
    event_id: randomUUID(),
    payment_id: payment.paymentId,
    sequence: payment.sequence,
    at: bank.now(),
    report: JSON.stringify(viewPayment(payment)),
    due_at: bank.now() + afterMs,
  });
}

function bookEntry(bank: Bank, { paymentId, currency }: CardPayment, kind: string, minor: bigint): void {
  bank.store.insert('cp_entry', { payment_id: paymentId, currency, kind, minor, booked_at: bank.now() });
}

/** What the merchant learns by reply, enquiry and event alike. The challenge is only in replies. */
export const viewPayment = (payment: CardPayment) => ({
  paymentId: payment.paymentId,
  status: payment.status === 'capturing' ? 'authorised' : payment.status,
  sequence: payment.sequence,
  amount: formatMinor(payment.currency, payment.amountMinor),
  currency: payment.currency,
  declineCode: payment.declineCode,
  card: payment.card ? viewCard(payment.card) : null,
  // A card that was not authorised is not kept.
  savedCardId:
    payment.isSaved &&
    payment.card &&
    ['authorised', 'capturing', 'captured', 'refunded', 'charged_back'].includes(payment.status)
      ? payment.card.cardId
      : null,
});

function requirePayment(bank: Bank, paymentId: string): CardPayment {
  const payment = findPayment(bank, paymentId);
  if (!payment) throw new Error(`card payment ${paymentId} went away`);
  return payment;
}

function toPayment(bank: Bank, row: Row): CardPayment {
  const cardId = nullableTextColumn(row, 'card_id');
  return {
    paymentId: textColumn(row, 'payment_id'),
    order: textColumn(row, 'ordered'),
    card: cardId === null ? undefined : findCard(bank, cardId),
    currency: textColumn(row, 'currency'),
    amountMinor: bigintColumn(row, 'amount_minor'),
    status: textColumn(row, 'status') as CardPaymentStatus,
    declineCode: nullableTextColumn(row, 'decline_code'),
    sequence: numberColumn(row, 'sequence'),
    challengeId: nullableTextColumn(row, 'challenge_id'),
    returnUrl: textColumn(row, 'return_url'),
    expiresAt: numberColumn(row, 'expires_at'),
    isSaved: numberColumn(row, 'saved') === 1,
  };
}
