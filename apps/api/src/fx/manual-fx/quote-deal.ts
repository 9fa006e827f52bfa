import type { contract } from '@larkmere/contract/contract';
import type { DealForDealer, DealPreview, DealState } from '@larkmere/contract/fx/manual-fx';
import { formatDisplayedRate, toDisplayedRate } from '@larkmere/money/displayed-rate';
import { add, type Money, money, zero } from '@larkmere/money/money';
import { compareRates, convert } from '@larkmere/money/rate';
import { requireTransition } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { toPriceColumns } from '../conversion/conversion.ts';
import { expectedCoverRate, positions } from '../treasury/treasury.ts';
import { changeDealState, releaseDealHold } from './change-deal-state.ts';
import { dealLifecycle } from './deal-lifecycle.ts';
import {
  dealTarget,
  lastMarginBps,
  sumUnsettledDeals,
  toMoneyView,
  viewDealsForDealer,
  viewQuote,
} from './manual-fx.read.ts';
import {
  type DealRow,
  findDeal,
  findDealQuotes,
  insertQuote,
  lockDeal,
  publishQuoteRow,
  type QuoteRow,
} from './manual-fx.sql.ts';
import { type DealPrice, partInGbp, priceDeal } from './price-deal.ts';

async function lockDealForDealer({ tx }: StaffCtx, uid: string): Promise<DealRow> {
  const deal = await lockDeal(tx, uid);
  if (!deal) throw new Refusal('not_found');
  return deal;
}

async function viewDealForStaff(ctx: StaffCtx, deal: DealRow): Promise<DealForDealer> {
  const [seen] = await viewDealsForDealer(ctx, [deal]);
  if (!seen) throw new Error(`deal ${deal.id} has no view`);
  return seen;
}

export const assignDeal: Verb<typeof contract.manualFx.assign> = async (ctx, { uid }) => {
  const deal = await lockDealForDealer(ctx, uid);
  return viewDealForStaff(ctx, await changeDealState(ctx, deal, { state: 'assigned', dealerId: ctx.actor.staffId }));
};

/**
 * Current mid rate less the dealer's margin. Above the dealer's limit the customer sees the quote only after a second
 * dealer approves it.
 */
export const quoteDeal: Verb<typeof contract.manualFx.quote> = async (ctx, { uid, marginBps, validSeconds }) => {
  const { tx, actor } = ctx;
  const deal = await lockDealForDealer(ctx, uid);
  requireTransition(dealLifecycle, deal.state, 'quoted', actor);
  const { price, gbp, needsApproval } = await priceDeal(ctx, deal, marginBps);
  const [last] = await findDealQuotes(tx, [uid]);
  const quote = await insertQuote(tx, {
    dealId: uid,
    number: (last?.number ?? 0) + 1,
    ...toPriceColumns(price),
    gbpMinor: gbp.minor,
    validSeconds,
    quotedBy: actor.staffId,
    dealer: actor.name,
    needsApproval,
  });
  await audit(ctx, 'manual-fx.rate_quoted', `deal:${uid}`, {
    quote: quote.number,
    rate: quote.rate,
    mid: quote.mid,
    marginBps,
  });
  return viewDealForStaff(ctx, quote.needsApproval ? deal : await publishQuote(ctx, deal, quote, null));
};

async function publishQuote(
  ctx: StaffCtx,
  deal: DealRow,
  quote: QuoteRow,
  approvedBy: string | null,
): Promise<DealRow> {
  const { displayedRate } = viewQuote(await publishQuoteRow(ctx.tx, quote, approvedBy));
  return changeDealState(ctx, deal, { state: 'quoted', quoteNumber: quote.number }, formatDisplayedRate(displayedRate));
}

/** Dual control: never the dealer who quoted, only the quote they saw, and only while it would still be valid. */
export const approveDeal: Verb<typeof contract.manualFx.approve> = async (ctx, { uid, number }) => {
  const deal = await lockDealForDealer(ctx, uid);
  const [waiting] = await findDealQuotes(ctx.tx, [uid]);
  if (!waiting || waiting.publishedAt !== null) throw new Refusal('invalid_transition');
  if (waiting.number !== number) throw new Refusal('quote_expired');
  if (waiting.quotedBy === ctx.actor.staffId) throw new Refusal('approver_conflict');
  if (waiting.quotedAt.getTime() + waiting.validSeconds * 1000 <= ctx.now.getTime()) throw new Refusal('quote_expired');
  return viewDealForStaff(ctx, await publishQuote(ctx, deal, waiting, ctx.actor.staffId));
};

export const refuseDeal: Verb<typeof contract.manualFx.markUnable> = async (ctx, { uid, reason }) => {
  const deal = await lockDealForDealer(ctx, uid);
  await releaseDealHold(ctx, deal);
  return viewDealForStaff(ctx, await changeDealState(ctx, deal, { state: 'unable', reason, holdId: null }, reason));
};

export const bookDeal: Verb<typeof contract.manualFx.book> = async (ctx, { uid }) =>
  viewDealForStaff(ctx, await changeDealState(ctx, await lockDealForDealer(ctx, uid), { state: 'booked' }));

const quotableStates: readonly string[] = ['requested', 'assigned', 'quoted', 'expired'] satisfies DealState[];

export const previewQuote: Verb<typeof contract.manualFx.preview> = async (ctx, { uid, marginBps }) => {
  const deal = await findDeal(ctx.tx, uid);
  if (!deal || deal.state === 'pending_approval') throw new Refusal('not_found');
  if (!quotableStates.includes(deal.state)) throw new Refusal('invalid_transition');
  const priced = await priceDeal(ctx, deal, marginBps);
  const { price, terms, gbp, needsApproval } = priced;
  const target = dealTarget(deal);
  const margin = price.midValue.minor - price.buy.minor;
  return {
    marginBps: price.marginBps,
    displayedRate: toDisplayedRate(price.rate),
    displayedMidRate: toDisplayedRate(price.mid),
    sellAmount: toMoneyView(price.sell),
    buyAmount: toMoneyView(price.buy),
    gbpValue: toMoneyView(gbp),
    gbpMargin: toMoneyView(partInGbp(margin, price.midValue.minor, gbp.minor)),
    needsApproval,
    cover: await compareWithCover(ctx, priced),
    usualMarginBps: terms.marginBps,
    lastMarginBps: await lastMarginBps(ctx.tx, deal),
    reachesTarget: target ? compareRates(price.rate, target) >= 0 : null,
    positionsAfter: (await positionsAfter(ctx, priced)).map(toMoneyView),
  };
};

async function compareWithCover({ tx }: StaffCtx, { price, gbp }: DealPrice): Promise<DealPreview['cover']> {
  const cover = await expectedCoverRate(tx, price.mid);
  if (!cover) return null;
  const result = convert(price.sell, cover.rate, 'down').minor - price.buy.minor;
  return {
    displayedRate: toDisplayedRate(cover.rate),
    gbpResult: toMoneyView(partInGbp(result, price.midValue.minor, gbp.minor)),
    dealtAt: cover.dealtAt.toISOString(),
  };
}

async function positionsAfter({ tx }: StaffCtx, { price }: DealPrice): Promise<Money[]> {
  const before = [...(await positions(tx)), ...(await sumUnsettledDeals(tx))];
  const after = [price.sell, money(price.buy.currency, -price.midValue.minor)];
  return after.map((change) =>
    before.filter(({ currency }) => currency === change.currency).reduce(add, add(zero(change.currency), change)),
  );
}
