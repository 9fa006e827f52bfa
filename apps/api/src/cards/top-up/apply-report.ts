import type { CardReport, TopUpState } from '@larkmere/contract/cards/top-up';
import { findMember } from '../../customers/customer/customer.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type CardPaymentReply, saveCard } from '../card/card.ts';
import { changeTopUpState } from './change-state.ts';
import { creditWallet } from './credit-wallet.ts';
import { pollDelaySeconds } from './poll-backoff.ts';
import { reverseCredit } from './reverse-credit.ts';
import { lockTopUp, updateTopUp } from './top-up.sql.ts';
import type { TopUp } from './top-up.ts';
import { chargeOf } from './top-up-charge.ts';
import { topUpLifecycle } from './top-up-lifecycle.ts';

type Report = CardReport & Partial<Pick<CardPaymentReply, 'challengeUrl'>>;

const movesMoney: readonly Report['status'][] = ['captured', 'refunded', 'charged_back'];

/** Accepts repeated, late and out-of-order reports. Returns whether it changed anything. */
export async function applyReport(ctx: Ctx, id: string, report: Report): Promise<boolean> {
  const topUp = await lockTopUp(ctx.tx, id);
  return topUp ? applyToLocked(ctx, topUp, report) : false;
}

export async function applyToLocked(ctx: Ctx, locked: TopUp, report: Report): Promise<boolean> {
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
