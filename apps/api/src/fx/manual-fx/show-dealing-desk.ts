import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import type { DealingDesk } from '@larkmere/contract/fx/manual-fx';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { type Currency, money } from '@larkmere/money/money';
import { isFinal, statesOf } from '../../platform/lifecycle/lifecycle.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { currentMarketHours, reopensAt } from '../conversion/conversion.ts';
import { listNewestRates } from '../rate/rate.ts';
import { dealLifecycle } from './deal-lifecycle.ts';
import { findDealsSettledToday, sumDealsOfToday, sumUnsettledDeals } from './manual-fx.read.ts';
import { findOpenDeals } from './manual-fx.sql.ts';
import { toMoneyView, viewDealsForDealer } from './manual-fx.view.ts';
import { limitOf } from './price-deal.ts';

const maxResults = 100;
const tickerCurrencies: readonly Currency[] = ['EUR', 'THB', 'USD', 'JPY'];

/** Dealers see a request only after the customer's own colleagues approved it. */
const openStates = statesOf(dealLifecycle).filter(
  (state) => !isFinal(dealLifecycle, state) && state !== 'pending_approval',
);

export const showDealingDesk: Verb<typeof contract.manualFx.workQueue> = async (ctx) => {
  const { tx, now, actor } = ctx;
  const { deals, valueMinor, marginMinor } = await sumDealsOfToday(tx);
  const { times } = await currentMarketHours(tx);
  return {
    at: now.toISOString(),
    list: await viewDealsForDealer(ctx, await findOpenDeals(tx, openStates, maxResults)),
    settledToday: await viewDealsForDealer(ctx, await findDealsSettledToday(tx, maxResults)),
    limit: allows(actor.permissions, ['dealing_desk', 'act']) ? toMoneyView(await limitOf(ctx)) : null,
    today: {
      deals,
      value: toMoneyView(money('GBP', valueMinor)),
      margin: toMoneyView(money('GBP', marginMinor)),
    },
    unsettled: (await sumUnsettledDeals(tx)).map(toMoneyView),
    rates: await tickerRates(ctx),
    marketOpensAt: reopensAt(times, '', now)?.toISOString() ?? null,
  };
};

async function tickerRates(ctx: StaffCtx): Promise<DealingDesk['rates']> {
  const newest = await listNewestRates(ctx, 'GBP');
  return tickerCurrencies.flatMap((currency) =>
    newest
      .filter(({ rate }) => rate.quote === currency)
      .map(({ rate, at, isGood }) => ({
        displayedMidRate: toDisplayedRate(rate),
        at: at.toISOString(),
        isCurrent: isGood,
      })),
  );
}
