import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/endpoint';
import { type Currency, minorDigits } from '@larkmere/money/money';
import { decimalsFor, formatRate } from '@larkmere/money/rate';
import { marginsOfSold, tierRate } from '../fx/fx.ts';
import type { Verb } from '../kernel/verb.ts';
import { crossRate, latestRates } from '../rate/rate.ts';
import { walletsOf } from '../wallet/wallet.ts';

type ActiveCurrency = Reply<typeof contract.wallet.activeCurrencies>[number];

const base: Currency = 'GBP';

const names = new Intl.DisplayNames('en-GB', { type: 'currency' });

export const listActiveCurrencies: Verb<typeof contract.wallet.activeCurrencies> = async (ctx) => {
  const wallets = await walletsOf(ctx.tx, ctx.actor.customerId);
  const held = wallets.filter(({ status }) => status !== 'closed').map(({ currency }) => currency);
  const margins = await marginsOfSold(ctx, base);
  const { perEuro, rows } = await latestRates(ctx);
  const isGood = (currency: Currency): boolean =>
    currency === 'EUR' || rows.some(({ perEuro: rate, goodUntil }) => rate.quote === currency && goodUntil > ctx.now);
  const ratesOf = (code: Currency): Pick<ActiveCurrency, 'walletRate' | 'plusRate'> => {
    const [mid, margin] = [crossRate(perEuro, base, code), margins.get(code)];
    if (!mid || !margin || !isGood(base) || !isGood(code)) return { walletRate: null, plusRate: null };
    const text = (bps: number): string => {
      const rate = tierRate(mid, bps);
      return formatRate(rate, decimalsFor(rate, 12));
    };
    return { walletRate: text(margin.wallet), plusRate: text(margin.plus) };
  };
  const order = (code: Currency): number => (held.includes(code) ? held.indexOf(code) : held.length);
  return [base, ...margins.keys()]
    .toSorted((a, b) => order(a) - order(b) || a.localeCompare(b))
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      symbol: symbolOf(code),
      minorUnits: minorDigits[code],
      isHeld: held.includes(code),
      ...ratesOf(code),
    }));
};

const symbolOf = (currency: Currency): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;
