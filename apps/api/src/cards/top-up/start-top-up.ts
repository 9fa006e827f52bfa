import type { CardFunding } from '@larkmere/contract/cards/card';
import { topUpFee } from '@larkmere/contract/cards/top-up-fee';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import { type Currency, compare, formatAmount, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import {
  answerOnce,
  executeIdempotently,
  type IdempotentRequest,
  idempotencyOwner,
} from '../../platform/requests/idempotency.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { listSettings, readSetting } from '../../platform/settings/setting.ts';
import { getServiceAvailability, requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { type CardFacts, type CardProcessor, fundingFault, requireUsableCard } from '../card/card.ts';
import { applyReport } from './apply-report.ts';
import { topUpRule } from './top-up.settings.ts';
import { hasShortfall, insertTopUp, lockTopUp, lockTopUpsOf, selectTopUp, sumToday } from './top-up.sql.ts';
import type { TopUp } from './top-up.ts';
import { viewTopUp } from './top-up.view.ts';
import { changeTopUpState, pollDelaySeconds, topUpLifecycle } from './top-up-lifecycle.ts';

type Endpoint = typeof contract.topUp.start;
type Order = Input<Endpoint>;
type Card = Pick<CardFacts, 'brand' | 'funding' | 'last4'> &
  Readonly<{ source: { token: string } | { cardId: string }; id: string | null }>;

const challengeLifetimeMs = 15 * 60_000;

/**
 * A repeat with the same key continues the same top-up and never charges twice. Without an answer of the processor the
 * top-up stays `created`, and polling finds out.
 */
export const startTopUp =
  (processor: CardProcessor, site: string): Workflow<Endpoint> =>
  async (steps, order) => {
    if ((order.token === undefined) === (order.cardId === undefined)) throw cardMissing();
    const facts = order.token === undefined ? undefined : await findToken(processor, order.token);
    const id = await steps.transaction((ctx) => createOnce(ctx, order, facts, site));
    const { state, document } = await steps.transaction(async ({ tx }) => requireTopUp(await selectTopUp(tx, id)));
    if (state === 'created') await charge(processor, document, id, steps);
    return steps.transaction(async (ctx) => {
      const topUp = requireTopUp(await selectTopUp(ctx.tx, id));
      // Without an answer of the processor a repeat asks it again.
      return topUp.state === 'created'
        ? viewTopUp(ctx, topUp)
        : answerOnce(claimOf(ctx, order), () => viewTopUp(ctx, topUp));
    });
  };

async function charge(
  processor: CardProcessor,
  document: string,
  id: string,
  { transaction }: Parameters<Workflow<Endpoint>>[0],
): Promise<void> {
  try {
    const reply = await processor.createPayment(document);
    if (reply === 'rejected') {
      await transaction(async (ctx) => {
        const topUp = requireTopUp(await lockTopUp(ctx.tx, id));
        if (topUp.state === 'created') await changeTopUpState(ctx, topUp, { state: 'cancelled' });
      });
      return;
    }
    await transaction((ctx) => applyReport(ctx, id, reply));
    if (reply.status !== 'authorised') return;
    const captured = await processor.capturePayment(id);
    if (captured) await transaction((ctx) => applyReport(ctx, id, captured));
  } catch (error) {
    if (!(error instanceof PartnerTimeout)) throw error;
  }
}

/** Refuses before anything is written: the form may have been open for too long. */
async function findToken(processor: CardProcessor, token: string): Promise<CardFacts> {
  const facts = await processor.findToken(token).catch((error: unknown) => {
    throw error instanceof PartnerTimeout ? new Refusal('card_processor_unavailable') : error;
  });
  if (!facts) throw cardMissing();
  return facts;
}

const cardMissing = (): Refusal =>
  new Refusal('validation_failed', {
    errors: [{ field: 'token', code: 'invalid', reason: message('card_details_needed') }],
  });

const claimOf = (ctx: CustomerCtx, order: Order): IdempotentRequest => ({
  tx: ctx.tx,
  actor: idempotencyOwner(ctx.actor),
  route: 'POST /v1/wallet/topup',
  key: order.idempotency,
  request: order,
  isPermanent: true,
});

const createOnce = (ctx: CustomerCtx, order: Order, facts: CardFacts | undefined, site: string): Promise<string> =>
  executeIdempotently(claimOf(ctx, order), () => createTopUp(ctx, order, facts, site));

async function createTopUp(
  ctx: CustomerCtx,
  order: Order,
  facts: CardFacts | undefined,
  site: string,
): Promise<string> {
  const { tx, actor, now } = ctx;
  requireAvailable(await getServiceAvailability(tx, 'wallet.topup', actor.customerId));
  await lockTopUpsOf(tx, actor.customerId);
  const account = await requireWallet(ctx, order);
  const card = await chooseCard(ctx, order, facts);
  const { amount, fee } = await requirePrice(ctx, order, card);
  const [id, reference] = [v7(), generateReference()];
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs);
  const returnUrl = new URL('/wallet/payment-topup', site);
  returnUrl.searchParams.set('uid', id);
  await insertTopUp(tx, {
    id,
    reference,
    customerId: actor.customerId,
    userId: actor.userId,
    accountId: account.id,
    bankholderId: account.bankholderId,
    currency: amount.currency,
    amountMinor: amount.minor,
    feeMinor: fee.minor,
    cardId: card.id,
    brand: card.brand,
    last4: card.last4,
    document: JSON.stringify({
      paymentId: id,
      reference,
      amountMinor: String(amount.minor + fee.minor),
      currency: amount.currency,
      ...card.source,
      saveCard: card.id === null && order.saveCard,
      returnUrl: returnUrl.href,
      expiresAt: expiresAt.toISOString(),
    }),
    expiresAt,
    // If this process stops now, polling finds out what the processor did.
    nextPollAt: new Date(now.getTime() + pollDelaySeconds(3) * 1000),
  });
  await appendHistory(ctx, topUpLifecycle, id);
  await audit(ctx, 'top_up.created', `top-up:${id}`, {
    reference,
    amount: formatAmount(amount),
    fee: formatAmount(fee),
    currency: amount.currency,
    card: `${card.brand} ${card.last4}`,
  });
  return id;
}

async function requireWallet(ctx: CustomerCtx, { bankholderid, currency }: Order): Promise<BankAccount> {
  const account = await requireOwnAccount(ctx, bankholderid);
  if (account.product !== 'wallet' || account.status !== 'active' || account.currency !== currency)
    throw new Refusal('account_not_usable', { reason: message('top_up_account_closed') });
  if (await hasShortfall(ctx.tx, ctx.actor.customerId))
    throw new Refusal('account_not_usable', { reason: message('top_up_shortfall_open') });
  return account;
}

async function chooseCard(ctx: CustomerCtx, order: Order, facts: CardFacts | undefined): Promise<Card> {
  if (facts && order.token !== undefined) return { ...facts, id: null, source: { token: order.token } };
  if (order.cardId === undefined) throw cardMissing();
  const saved = await requireUsableCard(ctx, order.cardId);
  return {
    id: saved.id,
    brand: saved.brand,
    funding: saved.funding,
    last4: saved.last4,
    source: { cardId: saved.vaultId },
  };
}

/** Fee, limits and accepted kinds of card are those of this moment. */
async function requirePrice(
  { tx, actor }: CustomerCtx,
  order: Order,
  card: Card,
): Promise<Readonly<{ amount: Money; fee: Money }>> {
  const { currency } = order;
  const amount = requirePositiveAmount(currency, order.amount);
  const rule = await readSetting(tx, topUpRule, { currency });
  if (!rule) throw new Refusal('account_not_usable', { reason: message('top_up_account_closed') });
  const fault = fundingFault(card, rule.acceptedFunding);
  if (fault) throw new Refusal('card_not_accepted', { reason: fault });
  requireWithin(amount, money(currency, rule.minMinor), money(currency, rule.maxMinor));
  const used = (await sumToday(tx, actor.customerId)).get(currency) ?? 0n;
  if (used + amount.minor > rule.perDayMinor) throw dayUsedUp(money(currency, rule.perDayMinor - used));
  const fee = topUpFee(amount, rule.feeBps);
  if (order.fee !== formatAmount(fee)) throw new Refusal('price_changed');
  return { amount, fee };
}

function requireWithin(amount: Money, minimum: Money, maximum: Money): void {
  const isSmall = compare(amount, minimum) < 0;
  if (!isSmall && compare(amount, maximum) <= 0) return;
  const reason = message('amount_between', { minimum, maximum });
  throw new Refusal('limit_exceeded', {
    reason: message('top_up_amount_limit', { minimum, maximum }),
    errors: [{ field: 'amount', code: isSmall ? 'too_small' : 'too_large', reason }],
  });
}

const dayUsedUp = (remaining: Money): Refusal =>
  new Refusal('limit_exceeded', {
    reason: remaining.minor > 0n ? message('top_up_daily_limit', { remaining }) : message('top_up_daily_limit_used'),
  });

function requireTopUp(topUp: TopUp | undefined): TopUp {
  if (!topUp) throw new Error('a top-up written a moment ago is not there');
  return topUp;
}

/** Kinds of card that are accepted in at least one currency. */
export async function listAcceptedFunding(tx: Tx): Promise<readonly CardFunding[]> {
  const rules = await listSettings(tx, topUpRule);
  return [...new Set(rules.flatMap(({ acceptedFunding }) => acceptedFunding))];
}

export const showOptions =
  (processor: CardProcessor, site: string): Verb<typeof contract.topUp.options> =>
  async ({ tx, actor, now }) => {
    const rules = await listSettings(tx, topUpRule);
    const used = await sumToday(tx, actor.customerId);
    const { isAvailable: available } = await getServiceAvailability(tx, 'wallet.topup', actor.customerId);
    return {
      available,
      prices: rules.map((rule) => {
        const currency: Currency = rule.currency;
        const sum = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
        const left = rule.perDayMinor - (used.get(currency) ?? 0n);
        return {
          currency,
          feeBps: rule.feeBps,
          minimum: sum(rule.minMinor),
          maximum: sum(rule.maxMinor),
          leftToday: sum(left > 0n ? left : 0n),
          acceptedFunding: rule.acceptedFunding,
        };
      }),
      cardFormUrl: processor.formUrl(new URL(site).origin, now),
    };
  };
