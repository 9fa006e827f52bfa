import type { OperationId, Posting } from '@larkmere/ledger/types';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { notifyCredit } from '../../apps/api/src/notification/notify-credit.ts';
import { incomingPostings } from '../../apps/api/src/payment/payment.postings.ts';
import type { CreditNews } from '../../apps/api/src/payment/payment.ts';
import type { Batch } from './batch.ts';
import { londonDay } from './calendar.ts';
import type { Chart } from './chart.ts';
import { type Holder, must, type Purse } from './holder.ts';
import type { Abroad, Authorisation, CardPayment, Credit, Move } from './move.ts';
import { tellExchange } from './tell-exchange.ts';
import { tellSending } from './tell-sending.ts';

export function tellMove(batch: Batch, chart: Chart, holder: Holder, move: Move): void {
  switch (move.kind) {
    case 'credit':
      tellCredit(batch, chart, holder, move);
      break;
    case 'card':
      tellCard(batch, chart, holder, move);
      break;
    case 'authorisation':
      tellAuthorisation(batch, chart, holder, move);
      break;
    case 'abroad':
      tellAbroad(batch, chart, holder, move);
      break;
    case 'exchange':
      tellExchange(batch, chart, holder, move);
      break;
    case 'payment':
      tellSending(batch, chart, holder, move);
      break;
  }
}

const purseOf = ({ purses, person }: Holder, currency: Currency) =>
  must(purses.get(currency), `${currency} of ${person.username}`);

const safeguardingOf = (chart: Chart, currency: Currency) => must(chart.safeguarding[currency], currency);

const amountOf = ({ currency, minor }: Move): Money => money(currency, minor);

type Words = Pick<Batch['narratives'][number], 'kind' | 'description'> &
  Partial<Pick<Batch['narratives'][number], 'counterparty' | 'counterparty_account' | 'payee_reference'>>;

function tell(
  batch: Batch,
  { random }: Holder,
  { at: bookedAt }: Move,
  code: string,
  postings: Posting[],
  words: Words,
): string {
  const id = random.idAt(bookedAt);
  const valueDate = londonDay(bookedAt);
  batch.operations.push({ kind: 'post', id: id as OperationId, code, postings, valueDate, bookedAt });
  batch.narratives.push({ operation_id: id, reference: random.reference(), ...words });
  return id;
}

function tellCredit(batch: Batch, chart: Chart, holder: Holder, move: Credit): void {
  const { currency, minor, from, reference, at } = move;
  const purse = purseOf(holder, currency);
  const postings = incomingPostings(amountOf(move), safeguardingOf(chart, currency), purse.ledgerAccountId);
  const id = tell(batch, holder, move, 'credit.received', postings, {
    kind: 'credit',
    counterparty: from,
    description: `Received from ${from}`,
    payee_reference: reference,
  });
  batch.incomings.push({
    id,
    rail_reference: `CR${holder.random.reference()}`,
    account_id: purse.accountId,
    currency,
    amount_minor: minor,
    payer_name: from,
    reference,
    booked_at: at,
    received_at: at,
  });
  batch.news.push({
    at,
    personId: holder.person.id,
    tell: (ctx, eventId) => notifyCredit(ctx, { eventId, payload: newsOf(holder, purse, move, id) }),
  });
}

const newsOf = ({ customer }: Holder, purse: Purse, move: Credit, incomingId: string): CreditNews => ({
  incomingId,
  customerId: customer.id,
  bankholderId: purse.bankholderId,
  amount: formatAmount(amountOf(move)),
  currency: move.currency,
  payerName: move.from,
  reference: move.reference,
});

const paidOut = (chart: Chart, holder: Holder, move: CardPayment | Authorisation | Abroad): Posting[] => [
  {
    debit: purseOf(holder, move.currency).ledgerAccountId,
    credit: safeguardingOf(chart, move.currency),
    amount: amountOf(move),
  },
];

function tellCard(batch: Batch, chart: Chart, holder: Holder, move: CardPayment): void {
  const { merchant } = move;
  const description = `Card payment at ${merchant}`;
  tell(batch, holder, move, 'card.paid', paidOut(chart, holder, move), {
    kind: 'card',
    counterparty: merchant,
    description,
  });
}

function tellAbroad(batch: Batch, chart: Chart, holder: Holder, move: Abroad): void {
  const { to, account, reference } = move;
  tell(batch, holder, move, 'payment.sent', paidOut(chart, holder, move), {
    kind: 'payment',
    counterparty: to,
    counterparty_account: account,
    description: `Payment to ${to}`,
    payee_reference: reference,
  });
}

const dayMs = 86_400_000;

function tellAuthorisation(batch: Batch, chart: Chart, holder: Holder, move: Authorisation): void {
  const { at: bookedAt, merchant, days } = move;
  const id = holder.random.idAt(bookedAt);
  const expiresAt = new Date(bookedAt.getTime() + days * dayMs);
  const postings = paidOut(chart, holder, move);
  batch.operations.push({
    kind: 'hold',
    id: id as OperationId,
    code: 'card.authorised',
    postings,
    bookedAt,
    expiresAt,
  });
  batch.narratives.push({
    operation_id: id,
    kind: 'card',
    reference: holder.random.reference(),
    counterparty: merchant,
    description: `Card deposit at ${merchant}`,
  });
}
