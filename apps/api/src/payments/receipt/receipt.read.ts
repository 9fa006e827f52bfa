import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { describeRate } from '@larkmere/money/displayed-rate';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { isUsableAccount } from '../../accounts/bank-account/bank-account.ts';
import { findQuotes, marginCost, type Price } from '../../fx/conversion/conversion.ts';
import { drawInWorker } from '../../platform/pdf/document.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { MemberCtx, Workflow } from '../../platform/requests/verb.ts';
import { deductedCharges, totalCost } from '../payment/payment.ts';
import { type Receipt, receiptDocument, receiptStates } from './receipt-document.ts';

/**
 * Drawn in a worker thread, outside any transaction. Refuses `not_found`, `receipt_not_ready`, and
 * `service_unavailable` under load.
 */
export const showReceipt: Workflow<typeof contract.receipt.show> = async ({ actor, transaction }, { id }) => {
  const [receipt, now] = await transaction(async (ctx) => [await findReceipt(ctx, id), ctx.now]);
  if (!receipt) throw new Refusal('not_found');
  if (!receiptStates.includes(receipt.state)) throw new Refusal('receipt_not_ready');
  const bytes = await drawInWorker(receiptDocument(receipt), now, { owner: actor.customerId });
  return new File([bytes], `receipt_${receipt.reference}.pdf`, { type: 'application/pdf' });
};

type Row = Readonly<{
  reference: string;
  state: PaymentState;
  currency: Currency;
  amountMinor: bigint;
  feeMinor: bigint;
  quoteId: string | null;
  restQuoteId: string | null;
  soldCurrency: Currency | null;
  chargesExpectedMinor: bigint | null;
  chargesMinor: bigint | null;
  payerName: string;
  payerAccount: string;
  payeeName: string;
  payeeSummary: string;
  chargeBearer: Receipt['chargeBearer'];
  payeeReference: string;
  endToEndId: string | null;
  purpose: string | null;
  relationship: string | null;
  sourceOfFunds: string | null;
  note: string | null;
  rail: string;
  railReference: string | null;
  uetr: string;
  createdAt: Date;
  sentAt: Date | null;
  completedAt: Date | null;
  returnedAt: Date | null;
}>;

const reachedAt = (state: PaymentState) =>
  sql`(select min(at) from payment.transition t where t.payment_id = p.id and t.state = ${state})`;

export async function findReceipt({ tx, actor }: MemberCtx, id: string): Promise<Receipt | undefined> {
  const { rows } = await sql<Row>`
    select p.*, ${payerAccount} as payer_account,
      ${reachedAt('sent')} as sent_at, ${reachedAt('completed')} as completed_at, ${reachedAt('returned')} as returned_at
    from payment.payment p where p.id = ${id} and p.customer_id = ${actor.customerId}
      and ${isUsableAccount(sql`p.account_id`, actor)}`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  const quotes = await findQuotes(
    tx,
    [row.quoteId, row.restQuoteId].filter((quoteId) => quoteId !== null),
  );
  const quote = quotes.get(row.quoteId ?? '');
  return receiptOf(row, quote?.indicative ? undefined : quote?.price, quotes.get(row.restQuoteId ?? '')?.price);
}

const payerAccount = sql`case p.payer_account ->> 'kind'
    when 'uk' then regexp_replace(p.payer_account ->> 'sortCode', '(..)(..)(..)', '\\1-\\2-\\3') || ' · ' || (p.payer_account ->> 'accountNumber')
    when 'iban' then regexp_replace(p.payer_account ->> 'iban', '(.{4})(?=.)', '\\1 ', 'g')
    else p.payer_account ->> 'accountNumber'
  end`;

function exchangeOf(price: Price): NonNullable<Receipt['exchange']> {
  return {
    sold: price.sell,
    rate: describeRate(price.rate),
    midRate: describeRate(price.mid),
    margin: marginCost(price),
    fee: price.fee,
  };
}

function chargesOf(row: Row): Receipt['charges'] {
  const { currency, chargesExpectedMinor } = row;
  const deduction = deductedCharges(row);
  if (chargesExpectedMinor === null && !deduction) return null;
  return {
    expected: money(currency, chargesExpectedMinor ?? 0n),
    deducted: deduction === null ? null : money(currency, deduction),
  };
}

function totalCostOf(row: Row, exchange: Price | undefined): Money {
  const deduction = money(row.currency, deductedCharges(row) ?? row.chargesExpectedMinor ?? 0n);
  return totalCost({ fee: money(row.soldCurrency ?? row.currency, row.feeMinor), deducted: deduction, exchange });
}

const receiptOf = (row: Row, price: Price | undefined, rest: Price | undefined): Receipt => ({
  reference: row.reference,
  state: row.state,
  payer: { name: row.payerName, account: row.payerAccount },
  payee: { name: row.payeeName, account: row.payeeSummary },
  amount: money(row.currency, row.amountMinor),
  fee: money(row.soldCurrency ?? row.currency, row.feeMinor),
  exchange: price ? exchangeOf(price) : null,
  rest: rest ? { ...exchangeOf(rest), bought: rest.buy } : null,
  charges: chargesOf(row),
  totalCost: totalCostOf(row, price),
  chargeBearer: row.chargeBearer,
  payeeReference: row.payeeReference,
  endToEndId: row.endToEndId,
  purpose: row.purpose,
  relationship: row.relationship,
  sourceOfFunds: row.sourceOfFunds,
  note: row.note,
  rail: row.rail,
  railReference: row.railReference,
  uetr: row.uetr,
  createdAt: row.createdAt,
  sentAt: row.sentAt,
  completedAt: row.completedAt,
  returnedAt: row.returnedAt,
});
