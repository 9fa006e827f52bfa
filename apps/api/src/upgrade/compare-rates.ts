import type { MoneyView } from '@larkmere/contract/fields';
import type { Comparison } from '@larkmere/contract/upgrade';
import { type Currency, formatAmount, type Money, money, subtract } from '@larkmere/money/money';
import { showRate } from '@larkmere/money/rate-text';
import { type Price, priceNow, type Tier } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { lastExchange } from './upgrade.read.ts';

type Exchange = Readonly<{ sell: Currency; buy: Currency; amount: Money; madeAt: Date | null }>;

const example: Exchange = { sell: 'GBP', buy: 'THB', amount: money('GBP', 100_000n), madeAt: null };

export async function compareRates(ctx: CustomerCtx): Promise<Comparison | null> {
  const { sell, buy, amount, madeAt } = await exchangeOf(ctx);
  const priced = (tier: Tier) => priceNow(ctx, { tier, side: 'sell', sell, buy, amount });
  try {
    const { price: wallet, terms } = await priced('wallet');
    const { price: plus } = await priced('plus');
    return {
      sell,
      buy,
      sellAmount: wire(amount),
      madeAt: madeAt?.toISOString() ?? null,
      offHours: terms.closed !== undefined,
      wallet: atTier(wallet),
      plus: atTier(plus),
      saving: wire(subtract(plus.buy, wallet.buy)),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function exchangeOf({ tx, actor }: CustomerCtx): Promise<Exchange> {
  const last = await lastExchange(tx, actor.customerId);
  if (!last) return example;
  const [sell, buy] = [last.sell as Currency, last.buy as Currency];
  return { sell, buy, amount: money(sell, last.sellMinor), madeAt: last.madeAt };
}

const wire = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

function atTier({ rate, fee, buy }: Price): Comparison['plus'] {
  return {
    shown: showRate(rate),
    fee: wire(fee),
    buyAmount: wire(buy),
  };
}
