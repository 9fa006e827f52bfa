import { moneyText } from '@larkmere/money/amount-text';
import { ratePricing } from '@larkmere/money/market-order';
import { compare, type Money, money, subtract } from '@larkmere/money/money';
import { compareRates } from '@larkmere/money/rate';
import { rateText, targetText } from '@larkmere/money/rate-text';
import { type DealTerms, type Price, priceAt } from '../fx/fx.ts';
import { type Failure, hasReached, type Order, worstRate } from './auto-fx.ts';

export type Situation = Readonly<{
  terms: DealTerms | undefined;
  blockedUntil: Date | undefined;
  serviceOn: boolean;
  pairDealt: boolean;
  /** Includes the money held for this order. */
  available: Money;
  accountsActive: boolean;
  customerActive: boolean;
  fillsToday: number;
  maxPerDay: number;
}>;

export type Decision =
  | Readonly<{ kind: 'fill'; price: Price }>
  | Readonly<{ kind: 'wait' }>
  | Readonly<{ kind: 'skip' }>
  | Readonly<{ kind: 'hold_offhours'; until: Date }>
  | Readonly<{ kind: 'hold_service' }>
  | Readonly<{ kind: 'fail'; failure: Failure; isFinal: boolean }>;

export type Decided = Readonly<{
  order: Order;
  decision: Decision;
  tickId: bigint | null;
  lastFailure: string | null;
}>;

/** An order for the whole balance sells exactly what is available, so that rounding cannot make it fail. */
export function decideOrder(order: Order, situation: Situation): Decision {
  const { terms, serviceOn, pairDealt, customerActive, accountsActive, fillsToday, maxPerDay } = situation;
  if (!serviceOn) return { kind: 'hold_service' };
  if (!pairDealt) return failing('pair_unavailable', 'These two currencies are no longer exchanged here.', null, true);
  if (!accountsActive)
    return failing('account_inactive', `Your ${order.sell} or ${order.buy} account is not active.`, null, true);
  if (!customerActive) return failing('account_restricted', 'Exchange is paused on your account.', null);
  const { blockedUntil } = situation;
  if (blockedUntil) return { kind: 'hold_offhours', until: blockedUntil };
  if (!terms) return { kind: 'wait' };
  if (terms.closed && (order.offHours === 'hold' || terms.indicative))
    return { kind: 'hold_offhours', until: terms.closed.opensAt };
  if (fillsToday >= maxPerDay)
    return failing('daily_count', `You have reached ${maxPerDay} automatic exchanges today.`, String(maxPerDay));
  return decideAmount(order, terms, situation.available);
}

function decideAmount(order: Order, terms: DealTerms, available: Money): Decision {
  const spendable = order.floor ? subtract(available, order.floor) : available;
  const wanted = wantedPrice(order, terms, spendable);
  if (!wanted && order.type === 'sweep') return { kind: 'skip' };
  const price = wanted ?? smallest(order, terms);
  if (order.target && order.direction && !hasReached(price.rate, order.target, order.direction))
    return { kind: 'wait' };
  const slipped = slippageOf(order, price);
  if (slipped) return slipped;
  if (compare(price.sell, terms.most) > 0) return above(subtract(price.sell, terms.most), terms.most);
  if (compare(price.sell, spendable) > 0) return short(subtract(price.sell, spendable));
  return { kind: 'fill', price };
}

export function wantedPrice({ amountMode, amount }: Order, terms: DealTerms, spendable: Money): Price | undefined {
  if (amount) return priceAt(terms, amountMode === 'fixed_buy' ? 'buy' : 'sell', amount);
  return priceAt(terms, 'sell', compare(spendable, terms.most) > 0 ? terms.most : spendable);
}

function smallest({ buy }: Order, terms: DealTerms): Price {
  const price = priceAt(terms, 'buy', money(buy, 1n));
  if (!price) throw new Error(`one unit of ${buy} has no price`);
  return price;
}

function slippageOf(order: Order, price: Price): Decision | undefined {
  const { type, target, direction, slippageBps } = order;
  if (type !== 'stop' || !target || !direction) return undefined;
  const worst = worstRate(target, direction, slippageBps);
  if (compareRates(ratePricing(worst.base, price.rate), worst) !== (direction === 'falls_to' ? -1 : 1))
    return undefined;
  const allowed = targetText(ratePricing(order.sell, worst));
  return failing('slippage', `The rate was ${rateText(price.rate)}. You allow ${allowed} at worst.`, allowed);
}

const short = (missing: Money): Decision =>
  failing(
    'short_balance',
    `${moneyText(missing)} were missing on your ${missing.currency} account.`,
    moneyText(missing),
  );

const above = (over: Money, most: Money): Decision =>
  failing(
    'above_limit',
    `One exchange carries up to ${moneyText(most)}; this was ${moneyText(over)} more.`,
    moneyText(over),
    true,
  );

const failing = (code: Failure['code'], message: string, missing: string | null, isFinal = false): Decision => ({
  kind: 'fail',
  failure: { code, message, missing },
  isFinal,
});
