import type { CardPaymentReport } from '@larkmere/contract/cards/card-issuer';
import { message } from '@larkmere/messages/message';
import { type Currency, formatAmount, money, readAmount } from '@larkmere/money/money';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { audit } from '../../platform/requests/audit.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type IssuedCard, lockIssuedCard } from '../issued-card/issued-card.ts';
import { bookTotals } from './book-totals.ts';
import { selectCardFacts } from './card-payment.read.ts';
import {
  type CardPayment,
  type CardPaymentUpdate,
  insertPayment,
  lockPayment,
  sumApprovedAfter,
} from './card-payment.sql.ts';
import { emitDecline } from './card-payment-events.ts';
import type { CardPaymentTerms } from './charge.ts';
import { currentTerms, termColumns, termsOf } from './terms.ts';

/** While something is held, the payment is read so often although nothing was reported. */
const checkMs = 24 * 3600_000;

/**
 * Makes the books follow the totals of a report. A repeated or outdated one changes nothing. Returns whether it was
 * applied. Refuses `not_found` for a card that is not ours.
 */
export async function applyPaymentReport(ctx: Ctx, report: CardPaymentReport): Promise<boolean> {
  const card = await lockIssuedCard(ctx.tx, report.cardId);
  if (!card) throw new Refusal('not_found');
  const known = await lockPayment(ctx.tx, report.paymentId);
  const contradiction = contradictionOf(report, known);
  if (contradiction) {
    await recordContradiction(ctx, `card-payment:${report.paymentId}`, { partner: 'card_processor', ...contradiction });
    return false;
  }
  requireBilling({ cardId: report.cardId, billing: { currency: report.billingCurrency } }, card, known);
  if (known && report.sequence <= known.lastSequence) return false;
  const terms = await findTerms(ctx, card, report, known);
  const payment = known ?? (await openReported(ctx, card, report, terms));
  const next = await totalsOf(ctx, report);
  const more = columnsOf(ctx, report, payment, { terms, next });
  const saved = await bookTotals(ctx, payment, { terms, next, more, isNew: known === undefined });
  await reportDecline(ctx, saved, known);
  return true;
}

type Versions = Readonly<{ field: string; expected: string; reported: string }>;

/**
 * Another card or currency than the payment has, other totals under the same number, and more given back than was taken. A merchant may give money back who
 * never took any, as a payment of its own. Nothing of such a report is booked, and it does not count in the sequence.
 */
function contradictionOf(report: CardPaymentReport, known: CardPayment | undefined): Versions | undefined {
  const { cardId, billingCurrency: currency } = report;
  if (known && known.cardId !== cardId) return { field: 'card', expected: known.cardId, reported: cardId };
  if (known && known.billingCurrency !== currency)
    return { field: 'currency', expected: known.billingCurrency, reported: currency };
  const cleared = toMinor({ amount: report.cleared, currency });
  const refunded = toMinor({ amount: report.refunded, currency });
  const repeated = known && known.lastSequence === report.sequence && known.reportedAt !== null;
  if (repeated && (known.clearedMinor !== cleared || known.refundedMinor !== refunded))
    return {
      field: `report ${report.sequence}`,
      expected: describeTotals(currency, known.clearedMinor, known.refundedMinor),
      reported: describeTotals(currency, cleared, refunded),
    };
  const isPurchase = cleared !== 0n || (known !== undefined && known.askedMinor > 0n);
  return isPurchase && refunded > cleared
    ? {
        field: 'refunded',
        expected: `at most ${report.cleared} ${currency}`,
        reported: `${report.refunded} ${currency}`,
      }
    : undefined;
}

const describeTotals = (currency: Currency, cleared: bigint, refunded: bigint): string =>
  `${formatAmount(money(currency, cleared))} cleared, ${formatAmount(money(currency, refunded))} refunded`;

type Totals = Readonly<{ held: bigint; cleared: bigint; refunded: bigint; isDeclined: boolean }>;

/** What was approved after the moment of the report is not in it, and stays on hold. */
async function totalsOf(ctx: Ctx, report: CardPaymentReport): Promise<Totals> {
  const of = (amount: string): bigint => toMinor({ amount, currency: report.billingCurrency });
  const later = await sumApprovedAfter(ctx.tx, report.paymentId, new Date(report.at));
  return {
    held: of(report.held) + later,
    cleared: of(report.cleared),
    refunded: of(report.refunded),
    isDeclined: report.declineCode !== null,
  };
}

/** The rate of the first decision or report holds for all of a payment. Throws while there has never been a rate. */
async function findTerms(
  ctx: Ctx,
  card: IssuedCard,
  { billingCurrency: billing }: CardPaymentReport,
  known: CardPayment | undefined,
): Promise<CardPaymentTerms> {
  const paymentTerms = known && termsOf(known);
  if (paymentTerms) return paymentTerms;
  const { tier } = await selectCardFacts(ctx.tx, card);
  const now = await currentTerms(ctx, { currency: card.currency, billing, tier });
  if (!now) throw new Refusal('rate_unavailable');
  return now.terms;
}

/** The stand-in of the processor decided it, or a merchant presented it without asking. */
function openReported(
  ctx: Ctx,
  card: IssuedCard,
  report: CardPaymentReport,
  terms: CardPaymentTerms,
): Promise<CardPayment> {
  return insertPayment(ctx.tx, {
    id: report.paymentId,
    ...newPaymentColumns(card, report.merchant),
    channel: report.channel,
    originalCurrency: report.originalCurrency,
    originalMinor: 0n,
    billingCurrency: report.billingCurrency,
    askedMinor: 0n,
    ...termColumns(terms),
    // The state before the report. If nothing is in it, the stand-in verified the card, or what it held is released.
    state: isEmpty(report) ? 'verified' : 'released',
    decidedBy: report.decidedBy,
    countedAt: new Date(Math.min(new Date(report.at).getTime(), ctx.now.getTime())),
  });
}

const isEmpty = ({ held, cleared, refunded, declineCode }: CardPaymentReport): boolean =>
  declineCode === null && ![held, cleared, refunded].some((amount) => /[1-9]/.test(amount));

type Next = Readonly<{ terms: CardPaymentTerms; next: Totals }>;

function columnsOf(
  ctx: Ctx,
  report: CardPaymentReport,
  payment: CardPayment,
  { terms, next }: Next,
): CardPaymentUpdate {
  const { originalCurrency: currency } = report;
  const original = toMinor({ amount: report.clearedOriginal, currency });
  const total = next.held + next.cleared;
  const isPending = next.held > 0n;
  return {
    ...(payment.mid === null && termColumns(terms)),
    lastSequence: report.sequence,
    reportedAt: new Date(report.at),
    decidedBy: report.decidedBy,
    ...(next.isDeclined && total === 0n && next.refunded === 0n ? { declineCode: report.declineCode } : {}),
    ...(original > 0n ? { originalCurrency: currency, originalMinor: original } : {}),
    ...(total > payment.askedMinor ? { askedMinor: total } : {}),
    nextCheckAt: isPending ? new Date(ctx.now.getTime() + checkMs) : null,
    checkCount: 0,
  };
}

/** The customer hears of a decline of the processor, but not twice of ours. */
async function reportDecline(ctx: Ctx, saved: CardPayment, known: CardPayment | undefined): Promise<void> {
  const { declineCode: code } = saved;
  if (code === null || code === known?.declineCode) return;
  await audit(ctx, 'card_payment.declined', `card-payment:${saved.id}`, { declineCode: code, by: saved.decidedBy });
  await emitDecline(ctx, saved, { code, billed: saved.askedMinor });
}

/** Currencies in which we settle with the processor; any other bill is in the account's own currency. */
const settledCurrencies: readonly string[] = ['GBP', 'EUR', 'USD', 'THB'];

type Amount = Readonly<{ amount: string; currency: Currency }>;

/** Refuses `validation_failed` for more decimals than the currency has. */
export function toMinor({ amount, currency }: Amount): bigint {
  const read = readAmount(currency, amount);
  if (!read) throw invalid('amount');
  return read.minor;
}

const invalid = (field: string): Refusal =>
  new Refusal('validation_failed', {
    errors: [{ field, code: 'invalid', reason: message('field_invalid') }],
  });

type Billed = Readonly<{ cardId: string; billing: Readonly<{ currency: Currency }> }>;

/** Refuses `validation_failed` for another card or billing currency than the payment's, and for one we do not settle in. */
export function requireBilling(
  { cardId, billing: { currency } }: Billed,
  card: Readonly<{ currency: Currency }>,
  payment: CardPayment | undefined,
): void {
  if (payment && payment.cardId !== cardId) throw invalid('cardId');
  if (payment && payment.billingCurrency !== currency) throw invalid('billing');
  if (currency !== card.currency && !settledCurrencies.includes(currency)) throw invalid('billing');
}

/** What a payment takes over from its card and merchant, so that a later change of the card does not alter it. */
export const newPaymentColumns = (card: IssuedCard, merchant: CardPaymentReport['merchant']) => ({
  reference: generateReference(),
  cardId: card.id,
  customerId: card.customerId,
  accountId: card.accountId,
  bankholderId: card.bankholderId,
  holderId: card.holderId,
  currency: card.currency,
  merchantName: merchant.name,
  merchantCity: merchant.city,
  merchantCountry: merchant.country,
  merchantCategory: merchant.category,
});
