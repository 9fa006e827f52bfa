import type { contract } from '@larkmere/contract/contract';
import type { DealPreview, DealState } from '@larkmere/contract/fx/manual-fx';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { add, type Money, money, zero } from '@larkmere/money/money';
import { compareRates, convert } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { expectedCoverRate, positions } from '../treasury/treasury.ts';
import { lastMarginBps, sumUnsettledDeals } from './manual-fx.read.ts';
import { findDeal } from './manual-fx.sql.ts';
import { dealTarget, toMoneyView } from './manual-fx.view.ts';
import { type DealPrice, partInGbp, priceDeal } from './price-deal.ts';

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
