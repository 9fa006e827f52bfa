import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { bigintColumn, nullableTextColumn, numberColumn, type Row, textColumn } from '../store.ts';
import { queueReport } from './report.ts';

export const channels = ['online', 'contactless', 'chip', 'magstripe', 'atm'] as const;
export type Channel = (typeof channels)[number];

export const Merchant = z.object({
  name: z.string().min(1).max(60),
  city: z.string().max(40),
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Merchant category code of ISO 18245. */
  category: z.string().regex(/^\d{4}$/),
});
export type Merchant = z.infer<typeof Merchant>;

export const declineCodes = [
  'insufficient_funds',
  'over_payment_limit',
  'over_daily_limit',
  'over_monthly_limit',
  'channel_off',
  'card_frozen',
  'card_stopped',
  'card_inactive',
  'card_blocked',
  'card_expired',
  'account_restricted',
  'merchant_not_allowed',
  'wrong_pin',
  'wrong_details',
  'suspected_fraud',
  'not_available',
] as const;
export type DeclineCode = (typeof declineCodes)[number];

/** `none`: cleared or refunded without an authorisation. */
export type DecidedBy = 'larkmere' | 'stand_in' | 'processor' | 'none';

/** Amounts in minor units of the billing currency, `…Original` in those of the merchant's. */
export type IssuedPayment = Readonly<{
  paymentId: string;
  cardId: string;
  merchant: Merchant;
  channel: Channel;
  decidedBy: DecidedBy;
  declineCode: DeclineCode | null;
  billing: Currency;
  original: Currency;
  held: bigint;
  heldOriginal: bigint;
  cleared: bigint;
  clearedOriginal: bigint;
  refunded: bigint;
  refundedOriginal: bigint;
  /** Counts the reports. */
  sequence: number;
  expiresAt: number;
  changedAt: number;
}>;

type NewPayment = Pick<
  IssuedPayment,
  'paymentId' | 'cardId' | 'merchant' | 'channel' | 'decidedBy' | 'billing' | 'original'
>;

export const newPayment = (bank: Bank, given: NewPayment): IssuedPayment => ({
  ...given,
  declineCode: null,
  held: 0n,
  heldOriginal: 0n,
  cleared: 0n,
  clearedOriginal: 0n,
  refunded: 0n,
  refundedOriginal: 0n,
  sequence: 0,
  expiresAt: bank.now(),
  changedAt: bank.now(),
});

/** Stores the payment and reports it. Call inside a transaction. */
export function recordPayment(bank: Bank, payment: IssuedPayment): IssuedPayment {
  const next = { ...payment, sequence: payment.sequence + 1, changedAt: bank.now() };
  const changing = {
    decided_by: next.decidedBy,
    decline_code: next.declineCode,
    original: next.original,
    held: next.held,
    held_original: next.heldOriginal,
    cleared: next.cleared,
    cleared_original: next.clearedOriginal,
    refunded: next.refunded,
    refunded_original: next.refundedOriginal,
    sequence: next.sequence,
    expires_at: next.expiresAt,
    changed_at: next.changedAt,
  };
  if (payment.sequence > 0)
    bank.store.run(
      `update ci_payment set ${Object.keys(changing)
        .map((column) => `${column} = ?`)
        .join(', ')} where payment_id = ?`,
      ...Object.values(changing),
      next.paymentId,
    );
  else
    bank.store.insert('ci_payment', {
      payment_id: next.paymentId,
      card_id: next.cardId,
      merchant: JSON.stringify(next.merchant),
      channel: next.channel,
      billing: next.billing,
      ...changing,
    });
  queueReport(bank, viewPayment(next));
  return next;
}

/** Totals, so that one report makes up for every earlier one. */
export function viewPayment(payment: IssuedPayment) {
  const billing = (minor: bigint): string => formatAmount(money(payment.billing, minor));
  const original = (minor: bigint): string => formatAmount(money(payment.original, minor));
  return {
    kind: 'payment',
    paymentId: payment.paymentId,
    cardId: payment.cardId,
    sequence: payment.sequence,
    merchant: payment.merchant,
    channel: payment.channel,
    decidedBy: payment.decidedBy,
    declineCode: payment.declineCode,
    billingCurrency: payment.billing,
    originalCurrency: payment.original,
    held: billing(payment.held),
    cleared: billing(payment.cleared),
    refunded: billing(payment.refunded),
    clearedOriginal: original(payment.clearedOriginal),
    refundedOriginal: original(payment.refundedOriginal),
    at: new Date(payment.changedAt).toISOString(),
  };
}

export function findPayment(bank: Bank, paymentId: string): IssuedPayment | undefined {
  const row = bank.store.one('select * from ci_payment where payment_id = ?', paymentId.toLowerCase());
  return row && toPayment(row);
}

export function requirePayment(bank: Bank, paymentId: string): IssuedPayment {
  const payment = findPayment(bank, paymentId);
  if (!payment) throw new Error(`the issuer has no payment ${paymentId}`);
  return payment;
}

export const listPayments = (bank: Bank, most: number): IssuedPayment[] =>
  bank.store.all('select * from ci_payment order by rowid desc limit ?', most).map(toPayment);

export const listPaymentsOfCard = (bank: Bank, cardId: string, most: number): IssuedPayment[] =>
  bank.store.all('select * from ci_payment where card_id = ? order by rowid desc limit ?', cardId, most).map(toPayment);

const toPayment = (row: Row): IssuedPayment => ({
  paymentId: textColumn(row, 'payment_id'),
  cardId: textColumn(row, 'card_id'),
  merchant: JSON.parse(textColumn(row, 'merchant')) as Merchant,
  channel: textColumn(row, 'channel') as Channel,
  decidedBy: textColumn(row, 'decided_by') as DecidedBy,
  declineCode: nullableTextColumn(row, 'decline_code') as DeclineCode | null,
  billing: textColumn(row, 'billing') as Currency,
  original: textColumn(row, 'original') as Currency,
  held: bigintColumn(row, 'held'),
  heldOriginal: bigintColumn(row, 'held_original'),
  cleared: bigintColumn(row, 'cleared'),
  clearedOriginal: bigintColumn(row, 'cleared_original'),
  refunded: bigintColumn(row, 'refunded'),
  refundedOriginal: bigintColumn(row, 'refunded_original'),
  sequence: numberColumn(row, 'sequence'),
  expiresAt: numberColumn(row, 'expires_at'),
  changedAt: numberColumn(row, 'changed_at'),
});
