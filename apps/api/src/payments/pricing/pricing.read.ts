import { createHash } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { TariffView } from '@larkmere/contract/payments/tariff';
import { RailName } from '@larkmere/contract/platform/rail-name';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { listComingRises } from '../../customers/price-notice/price-notice.ts';
import { listExchangePrices } from '../../fx/conversion/conversion.ts';
import { applyMarketingRules, currentMarketingRules } from '../../fx/marketing/marketing.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { allInForce, listSettings } from '../../platform/settings/setting.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { present } from '../../platform/values/values.ts';
import { listAvailableFeeWaivers } from '../payment/fee-waiver.sql.ts';
import { toAmountView } from './price.ts';
import { chargeRule, feeRule } from './pricing.settings.ts';

/** The price list, from the same rows as `calculatePrice` and `currentDealTerms`. */
export const showTariff: Verb<typeof contract.tariff.show> = async ({ tx, now, actor: { userType: tier } }) => {
  const { rules, outOfHoursMarkupBps, changedAt } = await listExchangePrices(tx, tier, now);
  const prices = { tier, payments: await listPaymentPrices(tx, tier, now), exchanges: groupByMargin(rules) };
  const content = { ...prices, outOfHoursMarkupBps };
  const newest = Math.max(changedAt.getTime(), (await paymentPricesChangedAt(tx)).getTime());
  return {
    effectiveOn: londonDay(new Date(newest)),
    documentHash: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
    ...content,
    coming: (await listComingRises(tx, tier)).map(({ takesEffectAt, rises }) => ({
      effectiveOn: londonDay(takesEffectAt),
      rises: [...rises],
    })),
  };
};

async function listPaymentPrices(tx: Tx, tier: TariffView['tier'], now: Date): Promise<TariffView['payments']> {
  const charges = new Map((await listSettings(tx, chargeRule)).map((charge) => [charge.currency, charge]));
  const amount = (currency: Currency, minor: bigint) => toAmountView(money(currency, minor));
  const rules = await listSettings(tx, feeRule, { tier });
  const marketing = await currentMarketingRules(tx, now);
  const inOrder = RailName.options.flatMap((name) => rules.filter(({ rail }) => rail === name));
  return inOrder.map(({ rail, currency, feeMinor }) => {
    const { fee } = applyMarketingRules(marketing, money(currency, feeMinor), { product: rail, tier });
    const charge = rail === 'swift' ? charges.get(currency) : undefined;
    return {
      rail,
      currency,
      fee: toAmountView(fee),
      feeOur: charge ? amount(currency, fee.minor + charge.ourFeeMinor) : null,
      expectedCharges: charge ? amount(currency, charge.expectedMinor) : null,
    };
  });
}

type ExchangeRules = Awaited<ReturnType<typeof listExchangePrices>>['rules'];

/** Pairs of one sold currency with equal margin and fee share a line. */
function groupByMargin(rules: ExchangeRules): TariffView['exchanges'] {
  const lines = Map.groupBy(rules, ({ sell, marginBps, feeMinor }) => `${sell} ${marginBps} ${feeMinor}`);
  return [...lines.values()].flatMap((line) => {
    const [first] = line;
    if (!first) return [];
    const { sell, marginBps, feeMinor } = first;
    return [{ sell, buy: line.map(({ buy }) => buy), marginBps, fee: toAmountView(money(sell, feeMinor)) }];
  });
}

async function paymentPricesChangedAt(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select max(effective_from) as at from (
      select effective_from from (${allInForce(feeRule)}) fee
      union all select effective_from from (${allInForce(chargeRule)}) charge) as price`.execute(tx);
  return rows[0]?.at ?? new Date(0);
}

export const listFeeWaivers: Verb<typeof contract.payment.listFreeTransfers> = async ({ tx, actor }) => {
  const trades = await listAvailableFeeWaivers(tx, actor.customerId);
  return trades.map(({ id, source, appliesTo, currency, maxMinor, expiresAt }) => ({
    uid: id,
    source,
    appliesTo,
    maxAmount:
      maxMinor === null ? null : formatAmount(money(present(currency, 'the currency of the largest amount'), maxMinor)),
    currency,
    expiresAt: expiresAt?.toISOString() ?? null,
    status: 'available' as const,
  }));
};
