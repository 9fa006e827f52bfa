import { isDeepStrictEqual } from 'node:util';
import type { CardReport, TopUpState } from '@larkmere/contract/cards/top-up';
import type { contract } from '@larkmere/contract/contract';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { balanceOf } from '@larkmere/ledger/balance';
import { InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { changeAccountStatus, findCustomer, findMember } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { type CardPaymentReply, cardName, noteCardUse, saveCard } from '../card/card.ts';
import { capturePostings, reversalPostings } from './top-up.postings.ts';
import { findEventReport, insertEvent, lockTopUp, type TopUpUpdate, updateTopUp } from './top-up.sql.ts';
import type { TopUp } from './top-up.ts';
import { changeTopUpState, pollDelaySeconds, topUpLifecycle } from './top-up-lifecycle.ts';

/** A repeated event and one that a later report has overtaken change nothing, and are answered so that they end. */
export const receiveCardEvent: Verb<typeof contract.topUp.receiveEvent> = async (ctx, { eventId, report }) => {
  const topUp = await lockTopUp(ctx.tx, report.paymentId);
  if (!topUp) throw new Refusal('not_found');
  const isOutdated = report.sequence <= topUp.lastSequence;
  const isNew = await insertEvent(ctx.tx, { eventId, report, isOutdated });
  if (!isNew) await compareWithStored(ctx, eventId, report);
  if (!isNew || isOutdated) return { applied: false };
  return { applied: await applyToLocked(ctx, topUp, report) };
};

/** A repeated event is the same in every field. */
async function compareWithStored(
  ctx: Ctx,
  eventId: string,
  report: CardReport & Readonly<{ paymentId: string }>,
): Promise<void> {
  const stored = await findEventReport(ctx.tx, eventId);
  if (stored === undefined || isDeepStrictEqual(stored, JSON.parse(JSON.stringify(report)))) return;
  await recordContradiction(ctx, `top-up:${report.paymentId}`, {
    partner: 'card_acquirer',
    field: 'event',
    expected: JSON.stringify(stored),
    reported: JSON.stringify(report),
  });
}

type Report = CardReport & Partial<Pick<CardPaymentReply, 'challengeUrl'>>;

const movesMoney: readonly Report['status'][] = ['captured', 'refunded', 'charged_back'];

/** Accepts repeated, late and out-of-order reports. Returns whether it changed anything. */
export async function applyReport(ctx: Ctx, id: string, report: Report): Promise<boolean> {
  const topUp = await lockTopUp(ctx.tx, id);
  return topUp ? applyToLocked(ctx, topUp, report) : false;
}

async function applyToLocked(ctx: Ctx, locked: TopUp, report: Report): Promise<boolean> {
  const topUp = await noteReply(ctx, locked, report);
  if (report.sequence <= topUp.lastSequence) return false;
  const lastSequence = report.sequence;
  if (!isOfCharge(topUp, report)) {
    await contradict(ctx, topUp, 'amount', chargeOf(topUp), `${report.amount} ${report.currency}`);
    return false;
  }
  const known = await keepCard(ctx, topUp, report);
  const state = nextState(ctx, known, report);
  // Money that went back was captured first: the rest of the report is asked for again.
  if ((state === 'refunded' || state === 'charged_back') && known.creditId === null) {
    await creditWallet(ctx, known, { lastSequence: lastSequence - 1, nextPollAt: ctx.now });
    return true;
  }
  if (!canTransition(topUpLifecycle, known.state, state)) {
    // An earlier step that comes late is no news. Anything else contradicts where the payment has got to.
    if (passedBy(known.state).includes(state)) await updateTopUp(ctx.tx, known.id, { lastSequence });
    else await contradict(ctx, known, 'state', known.state, state);
    return false;
  }
  if (state === 'captured') await creditWallet(ctx, known, { lastSequence });
  else if (state === 'refunded' || state === 'charged_back') await reverseCredit(ctx, known, { state, lastSequence });
  else
    await changeTopUpState(ctx, known, {
      state,
      lastSequence,
      declineCode: report.declineCode ?? (state === 'declined' ? 'do_not_honour' : null),
      challengeUrl: report.challengeUrl ?? null,
      pollCount: 0,
      nextPollAt: new Date(ctx.now.getTime() + (state === 'authorised' ? 0 : pollDelaySeconds(0) * 1000)),
    });
  return true;
}

/** An event may have been faster than the reply, but only the reply names the page of the challenge. */
const noteReply = (ctx: Ctx, topUp: TopUp, { status, challengeUrl }: Report): Promise<TopUp> =>
  updateTopUp(ctx.tx, topUp.id, {
    lastResponseAt: ctx.now,
    ...(challengeUrl && status === topUp.state && status === 'awaiting_challenge' && { challengeUrl }),
  });

/** A contradiction does not count in the sequence, so that it hides no genuine report with a lower one. */
const contradict = (ctx: Ctx, { id }: TopUp, field: string, expected: string, reported: string): Promise<void> =>
  recordContradiction(ctx, `top-up:${id}`, { partner: 'card_acquirer', field, expected, reported });

const steps: readonly TopUpState[] = ['created', 'awaiting_challenge', 'authorised', 'captured'];
const unpaid: readonly TopUpState[] = ['declined', 'cancelled', 'expired'];

/** The states that a payment in this one may still be reported in without a contradiction: no money depends on them. */
function passedBy(state: TopUpState): readonly TopUpState[] {
  const place = steps.indexOf(state);
  if (place >= 0) return steps.slice(0, place + 1);
  return unpaid.includes(state) ? [...steps.slice(0, 3), ...unpaid] : [...steps, state];
}

/** What was withdrawn before the processor knew it is reported without an amount. */
const isOfCharge = (topUp: TopUp, { status, amount, currency }: Report): boolean =>
  `${amount} ${currency}` === chargeOf(topUp) || (status === 'cancelled' && Number(amount) === 0);

/** What we stopped because its time was over has expired. */
function nextState({ now }: Ctx, { cancelAskedAt, expiresAt, state }: TopUp, { status }: Report): TopUpState {
  const isOverdue = cancelAskedAt === null && expiresAt <= now && state !== 'authorised';
  return status === 'cancelled' && isOverdue ? 'expired' : status;
}

/** Only a card that its bank accepted is kept. */
async function keepCard(ctx: Ctx, topUp: TopUp, { savedCardId, card, status }: Report): Promise<TopUp> {
  if (topUp.cardId !== null || savedCardId === null || card === null) return topUp;
  if (status !== 'authorised' && !movesMoney.includes(status)) return topUp;
  const { customerId, userId } = topUp;
  const member = await findMember(ctx.tx, { customerId, userId });
  const holderName = member?.name ?? '';
  const cardId = await saveCard(ctx, { customerId, userId, vaultId: savedCardId, holderName, ...card });
  return updateTopUp(ctx.tx, topUp.id, { cardId });
}

type Reversal = Readonly<{ state: 'refunded' | 'charged_back'; lastSequence: number }>;

/**
 * The processor took the money back for the card. The wallet pays what is available, without what is on hold; the rest
 * is owed to us, and the account is restricted.
 */
async function reverseCredit(ctx: Ctx, topUp: TopUp, { state, lastSequence }: Reversal): Promise<void> {
  const { tx } = ctx;
  const currency = topUp.currency;
  const amount = money(currency, topUp.amountMinor);
  const owner = topUp.creditedAccount;
  if (owner === null) throw new Error(`top-up ${topUp.id} goes back but was not credited`);
  const { missing, postings } = reversalPostings({
    amount,
    fee: money(currency, topUp.feeMinor),
    available: await findAvailable(ctx, topUp, owner, amount),
    processor: await firmAccountId(tx, `card-processor:${currency}`),
    feeIncome: await firmAccountId(tx, `fee-income:card:${currency}`),
    shortfall: await firmAccountId(tx, `card-shortfall:${currency}`),
    owner,
  });
  const id = createOperationId();
  await changeTopUpState(ctx, topUp, {
    state,
    lastSequence,
    nextPollAt: null,
    reversalId: id,
    shortfallMinor: missing.minor,
  });
  if (missing.minor > 0n) await restrictCustomer(ctx, topUp.customerId);
  const card = cardName(topUp);
  await recordNarrative(tx, id, {
    kind: 'card',
    reference: topUp.reference,
    counterparty: card,
    description: defaultText(state === 'refunded' ? 'statement_top_up_refunded' : 'statement_top_up_charged_back', {
      card,
    }),
  });
  await bookOperation(tx, { kind: 'post', id, code: `top_up.${state}`, postings }).catch((error: unknown) => {
    // A payment took the money between reading the balance and posting: the transaction runs again.
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict() : error;
  });
}

/** Money in suspense is there in full. A wallet that is frozen or closed pays nothing. */
async function findAvailable({ tx }: Ctx, topUp: TopUp, owner: AccountId, amount: Money): Promise<Money> {
  const account = await findBankAccount(tx, topUp.accountId);
  if (account?.ledgerAccountId !== owner) return amount;
  if (account.status !== 'active') return money(amount.currency, 0n);
  return (await balanceOf(tx, owner)).available;
}

async function restrictCustomer(ctx: Ctx, customerId: string): Promise<void> {
  const customer = await findCustomer(ctx.tx, customerId);
  if (customer?.status !== 'active' && customer?.status !== 'dormant') return;
  await changeAccountStatus(ctx, customerId, { status: 'restricted', reasonCode: 'card_payment_reversed' });
}

/** The ledger account of the wallet; undefined while its customer may not receive money. */
export async function findReceivingWallet(
  tx: Tx,
  { accountId, customerId }: Pick<TopUp, 'accountId' | 'customerId'>,
): Promise<AccountId | undefined> {
  const account = await findBankAccount(tx, accountId);
  const customer = await findCustomer(tx, customerId);
  const canReceive = customer !== undefined && accountPermissions[customer.status].receive === 'yes';
  return account?.status === 'active' && canReceive ? account.ledgerAccountId : undefined;
}

/**
 * Books captured money once. Money that the wallet may not receive any more waits in suspense, and the processor is
 * asked to give it back.
 */
async function creditWallet(ctx: Ctx, topUp: TopUp, step: TopUpUpdate): Promise<void> {
  const { tx, now } = ctx;
  const currency = topUp.currency;
  const wallet = await findReceivingWallet(tx, topUp);
  const owner = wallet ?? (await firmAccountId(tx, `suspense:${currency}`));
  const id = createOperationId();
  if (topUp.cardId !== null) await noteCardUse(tx, topUp.cardId);
  await changeTopUpState(ctx, topUp, {
    nextPollAt: wallet ? null : now,
    ...step,
    state: 'captured',
    creditId: id,
    creditedAccount: owner,
    capturedAt: now,
    pollCount: 0,
    ...(wallet ? {} : { refundAskedAt: now }),
  });
  const card = cardName(topUp);
  await recordNarrative(tx, id, {
    kind: 'card',
    reference: topUp.reference,
    counterparty: card,
    description: defaultText('statement_top_up', { card }),
  });
  const postings = capturePostings({
    amount: money(currency, topUp.amountMinor),
    fee: money(currency, topUp.feeMinor),
    processor: await firmAccountId(tx, `card-processor:${currency}`),
    feeIncome: await firmAccountId(tx, `fee-income:card:${currency}`),
    owner,
  });
  await bookOperation(tx, { kind: 'post', id, code: 'top_up.captured', postings });
}

/** What the card pays, such as `100.80 GBP`. */
const chargeOf = ({ currency, amountMinor, feeMinor }: TopUp): string =>
  `${formatAmount(money(currency, amountMinor + feeMinor))} ${currency}`;
