import type { OperationId, Posting } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { accountNotices } from '../../apps/api/src/notifications/notification/account.notices.ts';
import { handlerOf } from '../../apps/api/src/notifications/notification/notification.ts';
import { incomingPostings } from '../../apps/api/src/payments/payment/payment.postings.ts';
import type { IncomingCredit } from '../../apps/api/src/payments/payment/payment.ts';
import { creditReceived } from '../../apps/api/src/payments/payment/payment-events.ts';
import { type AccountHolder, type MoneyAccount, requireValue } from './account-holder.ts';
import type { SeedBatch } from './batch.ts';
import { londonDay } from './calendar.ts';
import type { FirmAccounts } from './chart.ts';
import { describeExchange } from './describe-exchange.ts';
import { describePayment } from './describe-payment.ts';
import type { Authorisation, CardPayment, Credit, CrossBorderPayment, Movement, Reward } from './movement.ts';

export function describeMovement(batch: SeedBatch, chart: FirmAccounts, holder: AccountHolder, move: Movement): void {
  switch (move.kind) {
    case 'credit':
      describeCredit(batch, chart, holder, move);
      break;
    case 'reward':
      describeReward(batch, chart, holder, move);
      break;
    case 'card':
      describeCardPayment(batch, chart, holder, move);
      break;
    case 'authorisation':
      describeCardAuthorisation(batch, chart, holder, move);
      break;
    case 'abroad':
      describeCrossBorderPayment(batch, chart, holder, move);
      break;
    case 'exchange':
      describeExchange(batch, chart, holder, move);
      break;
    case 'payment':
      describePayment(batch, chart, holder, move);
      break;
  }
}

const accountOf = ({ moneyAccounts, person }: AccountHolder, currency: Currency) =>
  requireValue(moneyAccounts.get(currency), `${currency} of ${person.username}`);

const safeguardingOf = (chart: FirmAccounts, currency: Currency) =>
  requireValue(chart.safeguarding[currency], currency);

const amountOf = ({ currency, minor }: Movement): Money => money(currency, minor);

type NarrativeText = Pick<SeedBatch['narratives'][number], 'kind' | 'description'> &
  Partial<Pick<SeedBatch['narratives'][number], 'counterparty' | 'counterpartyAccount' | 'payeeReference'>>;

function describePosting(
  batch: SeedBatch,
  { random }: AccountHolder,
  { at: bookedAt }: Movement,
  code: string,
  postings: Posting[],
  words: NarrativeText,
): OperationId {
  const id = random.operationIdAt(bookedAt);
  const valueDate = londonDay(bookedAt);
  batch.operations.push({ kind: 'post', id, code, postings, valueDate, bookedAt });
  batch.narratives.push({ operationId: id, reference: random.reference(), ...words });
  return id;
}

function describeCredit(batch: SeedBatch, chart: FirmAccounts, holder: AccountHolder, move: Credit): void {
  const { currency, minor, from, reference, at } = move;
  const purse = accountOf(holder, currency);
  const postings = incomingPostings(amountOf(move), safeguardingOf(chart, currency), purse.ledgerAccountId);
  const id = describePosting(batch, holder, move, 'credit.received', postings, {
    kind: 'credit',
    counterparty: from,
    description: `Received from ${from}`,
    payeeReference: reference,
  });
  batch.incomings.push({
    id,
    railReference: `CR${holder.random.reference()}`,
    accountId: purse.accountId,
    currency,
    amountMinor: minor,
    payerName: from,
    reference,
    bookedAt: at,
    receivedAt: at,
  });
  batch.notifications.push({
    at,
    userId: holder.person.id,
    notify: (ctx, eventId) =>
      handlerOf(accountNotices, creditReceived)(ctx, { eventId, payload: toCreditEvent(holder, purse, move, id) }),
  });
}

function describeReward(batch: SeedBatch, chart: FirmAccounts, holder: AccountHolder, move: Reward): void {
  const { currency, friend, at } = move;
  const { ledgerAccountId, accountId } = accountOf(holder, currency);
  const debit = requireValue(chart.referralCost[currency], currency);
  const postings = [{ debit, credit: ledgerAccountId, amount: amountOf(move) }];
  const operationId = describePosting(batch, holder, move, 'referral.rewarded', postings, {
    kind: 'credit',
    description: defaultText('statement_referral_reward', { name: friend }),
  });
  batch.rewards.push({
    operationId,
    at,
    friend,
    accountId: requireValue(accountId ?? undefined, 'account of a reward'),
  });
}

const toCreditEvent = (
  { customer }: AccountHolder,
  purse: MoneyAccount,
  move: Credit,
  incomingId: string,
): IncomingCredit => ({
  incomingId,
  customerId: customer.id,
  bankholderId: purse.bankholderId,
  amount: formatAmount(amountOf(move)),
  currency: move.currency,
  payerName: move.from,
  reference: move.reference,
});

const outgoingPosting = (
  chart: FirmAccounts,
  holder: AccountHolder,
  move: CardPayment | Authorisation | CrossBorderPayment,
): Posting[] => [
  {
    debit: accountOf(holder, move.currency).ledgerAccountId,
    credit: safeguardingOf(chart, move.currency),
    amount: amountOf(move),
  },
];

function describeCardPayment(batch: SeedBatch, chart: FirmAccounts, holder: AccountHolder, move: CardPayment): void {
  const { merchant } = move;
  const description = `Card payment at ${merchant}`;
  describePosting(batch, holder, move, 'card.paid', outgoingPosting(chart, holder, move), {
    kind: 'card',
    counterparty: merchant,
    description,
  });
}

function describeCrossBorderPayment(
  batch: SeedBatch,
  chart: FirmAccounts,
  holder: AccountHolder,
  move: CrossBorderPayment,
): void {
  const { to, account, reference } = move;
  describePosting(batch, holder, move, 'payment.sent', outgoingPosting(chart, holder, move), {
    kind: 'payment',
    counterparty: to,
    counterpartyAccount: account,
    description: `Payment to ${to}`,
    payeeReference: reference,
  });
}

const dayMs = 86_400_000;

function describeCardAuthorisation(
  batch: SeedBatch,
  chart: FirmAccounts,
  holder: AccountHolder,
  move: Authorisation,
): void {
  const { at: bookedAt, merchant, days } = move;
  const id = holder.random.operationIdAt(bookedAt);
  const expiresAt = new Date(bookedAt.getTime() + days * dayMs);
  const postings = outgoingPosting(chart, holder, move);
  batch.operations.push({
    kind: 'hold',
    id,
    code: 'card.authorised',
    postings,
    bookedAt,
    expiresAt,
  });
  batch.narratives.push({
    operationId: id,
    kind: 'card',
    reference: holder.random.reference(),
    counterparty: merchant,
    description: `Card deposit at ${merchant}`,
  });
}
