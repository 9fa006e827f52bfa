import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { type Currency, minorDigits } from '@larkmere/money/money';
import { decimalsFor, formatRate } from '@larkmere/money/rate';
import { listOwnWallets, listWalletsOf } from '../../accounts/wallet/wallet.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { marginsForSellCurrency, tierRate } from '../conversion/conversion.ts';
import { crossRate, latestRates } from '../rate/rate.ts';

type ActiveCurrency = Reply<typeof contract.wallet.activeCurrencies>[number];

const baseCurrency: Currency = 'GBP';

const currencyNames = new Intl.DisplayNames('en-GB', { type: 'currency' });

export const listActiveCurrencies: Verb<typeof contract.wallet.activeCurrencies> = async (ctx) => {
  const wallets = await listOwnWallets(ctx);
  const held = wallets.filter(({ status }) => status !== 'closed').map(({ currency }) => currency);
  const margins = await marginsForSellCurrency(ctx, baseCurrency);
  const { perEuro, rows } = await latestRates(ctx);
  const isGood = (currency: Currency): boolean =>
    currency === 'EUR' || rows.some(({ perEuro: rate, validUntil }) => rate.quote === currency && validUntil > ctx.now);
  const ratesOf = (code: Currency): Pick<ActiveCurrency, 'walletRate' | 'plusRate'> => {
    const [mid, margin] = [crossRate(perEuro, baseCurrency, code), margins.get(code)];
    if (!mid || !margin || !isGood(baseCurrency) || !isGood(code)) return { walletRate: null, plusRate: null };
    const text = (bps: number): string => {
      const rate = tierRate(mid, bps);
      return formatRate(rate, decimalsFor(rate, 12));
    };
    return { walletRate: text(margin.wallet), plusRate: text(margin.plus) };
  };
  const order = (code: Currency): number => (held.includes(code) ? held.indexOf(code) : held.length);
  return [baseCurrency, ...margins.keys()]
    .toSorted((a, b) => order(a) - order(b) || a.localeCompare(b))
    .map((code) => ({
      code,
      name: currencyNames.of(code) ?? code,
      symbol: symbolOf(code),
      minorUnits: minorDigits[code],
      isHeld: held.includes(code),
      ...ratesOf(code),
    }));
};

export const listCurrencyNames: Verb<typeof contract.wallet.currencyNames> = async (ctx) =>
  (await listActiveCurrencies(ctx, {})).map(({ code, name, symbol, minorUnits }) => ({
    code,
    name,
    symbol,
    minorUnits,
  }));

export const listCurrenciesToOpen: Verb<typeof contract.wallet.currenciesToOpen> = async (ctx) => {
  const { tx, actor } = ctx;
  const open = (await listWalletsOf(tx, actor.customerId)).filter(({ status }) => status !== 'closed');
  return (await listActiveCurrencies(ctx, {})).filter(({ code }) => open.every(({ currency }) => currency !== code));
};

export const isWalletCurrency = async (ctx: Pick<Ctx, 'tx' | 'now'>, currency: Currency): Promise<boolean> =>
  currency === baseCurrency || (await marginsForSellCurrency(ctx, baseCurrency)).has(currency);

const symbolOf = (currency: Currency): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;
