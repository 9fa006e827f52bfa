import type { PaymentState } from '@larkmere/contract/payments/payment';
import { describeRate } from '@larkmere/money/displayed-rate';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { isUsableAccount } from '../../accounts/bank-account/bank-account.ts';
import { findQuotes, marginCost, type Price } from '../../fx/conversion/conversion.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import { deductedCharges, totalCost } from '../payment/payment.ts';
import type { Receipt } from './receipt.ts';

type Row = Readonly<{
  reference: string;
  state: PaymentState;
  currency: Currency;
  amount_minor: bigint;
  fee_minor: bigint;
  quote_id: string | null;
  sold_currency: Currency | null;
  charges_expected_minor: bigint | null;
  charges_minor: bigint | null;
  payer_name: string;
  payer_account: string;
  payee_name: string;
  payee_summary: string;
  charge_bearer: Receipt['chargeBearer'];
  payee_reference: string;
  end_to_end_id: string | null;
  purpose: string | null;
  relationship: string | null;
  source_of_funds: string | null;
  note: string | null;
  rail: string;
  rail_reference: string | null;
  uetr: string;
  created_at: Date;
  sent_at: Date | null;
  completed_at: Date | null;
  returned_at: Date | null;
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
  const quote = row && (await findQuotes(tx, row.quote_id ? [row.quote_id] : [])).get(row.quote_id ?? '');
  return row && receiptOf(row, quote?.indicative ? undefined : quote?.price);
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
  const { currency, charges_expected_minor } = row;
  const kept = deductedCharges(row);
  if (charges_expected_minor === null && !kept) return null;
  return {
    expected: money(currency, charges_expected_minor ?? 0n),
    deducted: kept === null ? null : money(currency, kept),
  };
}

function totalCostOf(row: Row, exchange: Price | undefined): Money {
  const kept = money(row.currency, deductedCharges(row) ?? row.charges_expected_minor ?? 0n);
  return totalCost({ fee: money(row.sold_currency ?? row.currency, row.fee_minor), deducted: kept, exchange });
}

const receiptOf = (row: Row, price: Price | undefined): Receipt => ({
  reference: row.reference,
  state: row.state,
  payer: { name: row.payer_name, account: row.payer_account },
  payee: { name: row.payee_name, account: row.payee_summary },
  amount: money(row.currency, row.amount_minor),
  fee: money(row.sold_currency ?? row.currency, row.fee_minor),
  exchange: price ? exchangeOf(price) : null,
  charges: chargesOf(row),
  totalCost: totalCostOf(row, price),
  chargeBearer: row.charge_bearer,
  payeeReference: row.payee_reference,
  endToEndId: row.end_to_end_id,
  purpose: row.purpose,
  relationship: row.relationship,
  sourceOfFunds: row.source_of_funds,
  note: row.note,
  rail: row.rail,
  railReference: row.rail_reference,
  uetr: row.uetr,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  completedAt: row.completed_at,
  returnedAt: row.returned_at,
});
