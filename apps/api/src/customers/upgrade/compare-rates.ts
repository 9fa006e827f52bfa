import type { Comparison } from '@larkmere/contract/customers/upgrade';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, type Money, money, subtract } from '@larkmere/money/money';
import { type Price, spotPrice, type Tier } from '../../fx/conversion/conversion.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { findLastConversion } from './upgrade.read.ts';

type ComparedConversion = Readonly<{ sell: Currency; buy: Currency; amount: Money; executedAt: Date | null }>;

const exampleConversion: ComparedConversion = {
  sell: 'GBP',
  buy: 'THB',
  amount: money('GBP', 100_000n),
  executedAt: null,
};

export async function compareRates(ctx: CustomerCtx): Promise<Comparison | null> {
  const { sell, buy, amount, executedAt } = await conversionToCompare(ctx);
  const priced = (tier: Tier) => spotPrice(ctx, { tier, side: 'sell', sell, buy, amount });
  try {
    const { price: wallet, terms } = await priced('wallet');
    const { price: plus } = await priced('plus');
    return {
      sell,
      buy,
      sellAmount: toMoneyView(amount),
      executedAt: executedAt?.toISOString() ?? null,
      offHours: terms.closed !== undefined,
      wallet: viewTier(wallet),
      plus: viewTier(plus),
      saving: toMoneyView(subtract(plus.buy, wallet.buy)),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function conversionToCompare({ tx, actor }: CustomerCtx): Promise<ComparedConversion> {
  const last = await findLastConversion(tx, actor.customerId);
  if (!last) return exampleConversion;
  const [sell, buy] = [last.sell, last.buy];
  return { sell, buy, amount: money(sell, last.sellMinor), executedAt: last.executedAt };
}

const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

function viewTier({ rate, fee, buy }: Price): Comparison['plus'] {
  return {
    displayedRate: toDisplayedRate(rate),
    fee: toMoneyView(fee),
    buyAmount: toMoneyView(buy),
  };
}
