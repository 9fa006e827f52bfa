import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate, describeTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import { compare, type Money, money, subtract } from '@larkmere/money/money';
import { compareRates } from '@larkmere/money/rate';
import { calculatePrice, type DealTerms, type Price } from '../conversion/conversion.ts';
import { type AutoFxOrder, hasReachedTarget, type OrderFailure, slippageLimitRate } from './auto-fx.ts';

export type DecisionInputs = Readonly<{
  terms: DealTerms | undefined;
  blockedUntil: Date | undefined;
  isServiceOn: boolean;
  isPairTraded: boolean;
  /** Includes the money held for this order. */
  available: Money;
  accountsActive: boolean;
  customerActive: boolean;
  /** The customer stopped everything: the order neither fills nor fails. */
  isFrozen: boolean;
  makerMayUse: boolean;
  fillsToday: number;
  maxPerDay: number;
}>;

export type Decision =
  | Readonly<{ kind: 'fill'; price: Price }>
  | Readonly<{ kind: 'wait' }>
  | Readonly<{ kind: 'skip' }>
  | Readonly<{ kind: 'hold_offhours'; until: Date }>
  | Readonly<{ kind: 'hold_service' }>
  | Readonly<{ kind: 'fail'; failure: OrderFailure; isFinal: boolean }>;

export type DecidedOrder = Readonly<{
  order: AutoFxOrder;
  decision: Decision;
  rateSnapshotId: bigint | null;
  lastFailure: string | null;
}>;

/** An order for the whole balance sells exactly what is available, so that rounding cannot make it fail. */
export function decideOrder(order: AutoFxOrder, situation: DecisionInputs): Decision {
  const { terms, isServiceOn, isPairTraded, customerActive, accountsActive, fillsToday, maxPerDay } = situation;
  if (situation.isFrozen) return { kind: 'wait' };
  if (!isServiceOn) return { kind: 'hold_service' };
  if (!isPairTraded) return failWith('pair_unavailable', defaultText('auto_fx_pair_unavailable'), null, true);
  if (!accountsActive) {
    const currencies = { sellCurrency: order.sell, buyCurrency: order.buy };
    return failWith('account_inactive', defaultText('auto_fx_account_inactive', currencies), null, true);
  }
  if (!customerActive) return failWith('account_restricted', defaultText('auto_fx_account_restricted'), null);
  if (!situation.makerMayUse) return failWith('account_restricted', defaultText('auto_fx_maker_may_not'), null);
  const { blockedUntil } = situation;
  if (blockedUntil) return { kind: 'hold_offhours', until: blockedUntil };
  if (!terms) return { kind: 'wait' };
  if (terms.closed && (order.offHours === 'hold' || terms.indicative))
    return { kind: 'hold_offhours', until: terms.closed.opensAt };
  if (fillsToday >= maxPerDay)
    return failWith('daily_count', defaultText('auto_fx_daily_count', { max: maxPerDay }), String(maxPerDay));
  return decideAmount(order, terms, situation.available);
}

function decideAmount(order: AutoFxOrder, terms: DealTerms, available: Money): Decision {
  const spendable = order.floor ? subtract(available, order.floor) : available;
  const orderPrice = priceOrder(order, terms, spendable);
  if (!orderPrice && order.type === 'sweep') return { kind: 'skip' };
  const price = orderPrice ?? smallestPrice(order, terms);
  if (order.target && order.direction && !hasReachedTarget(price.rate, order.target, order.direction))
    return { kind: 'wait' };
  const slipped = checkSlippage(order, price);
  if (slipped) return slipped;
  if (compare(price.sell, terms.maxSell) > 0) return aboveLimit(subtract(price.sell, terms.maxSell), terms.maxSell);
  if (compare(price.sell, spendable) > 0) return shortBalance(subtract(price.sell, spendable));
  return { kind: 'fill', price };
}

export function priceOrder({ amountMode, amount }: AutoFxOrder, terms: DealTerms, spendable: Money): Price | undefined {
  if (amount) return calculatePrice(terms, amountMode === 'fixed_buy' ? 'buy' : 'sell', amount);
  return calculatePrice(terms, 'sell', compare(spendable, terms.maxSell) > 0 ? terms.maxSell : spendable);
}

function smallestPrice({ buy }: AutoFxOrder, terms: DealTerms): Price {
  const price = calculatePrice(terms, 'buy', money(buy, 1n));
  if (!price) throw new Error(`one unit of ${buy} has no price`);
  return price;
}

function checkSlippage(order: AutoFxOrder, price: Price): Decision | undefined {
  const { type, target, direction, slippageBps } = order;
  if (type !== 'stop' || !target || !direction) return undefined;
  const worst = slippageLimitRate(target, direction, slippageBps);
  if (compareRates(rateWithBase(worst.base, price.rate), worst) !== (direction === 'falls_to' ? -1 : 1))
    return undefined;
  const allowed = describeTarget(rateWithBase(order.sell, worst));
  const rates = { rate: describeRate(price.rate), limitRate: allowed };
  return failWith('slippage', defaultText('auto_fx_slippage', rates), allowed);
}

const shortBalance = (missing: Money): Decision =>
  failWith(
    'short_balance',
    defaultText('auto_fx_short_balance', { missing, currency: missing.currency }),
    formatDisplayMoney(missing),
  );

const aboveLimit = (over: Money, most: Money): Decision =>
  failWith(
    'above_limit',
    defaultText('auto_fx_above_limit', { limit: most, excess: over }),
    formatDisplayMoney(over),
    true,
  );

const failWith = (code: OrderFailure['code'], message: string, missing: string | null, isFinal = false): Decision => ({
  kind: 'fail',
  failure: { code, message, missing },
  isFinal,
});
