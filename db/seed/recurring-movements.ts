import { type Currency, readAmount } from '@larkmere/money/money';
import { type Day, daysAfter, isDueDay, londonTime, monthOf } from './calendar.ts';
import type { Movement, PaymentOutcome } from './movement.ts';
import type { Random } from './random.ts';

export type RecurringMovements = (days: readonly Day[], random: Random) => Movement[];
type MovementFactory = (at: Date, random: Random) => Movement;
type AmountRange = string | readonly [least: string, most: string];
type Names = readonly [string, ...string[]];

export const everyMonth =
  (due: number | 'last weekday', time: string, deed: MovementFactory, every = 1): RecurringMovements =>
  (days, random) =>
    days
      .filter((day) => isDueDay(day, due) && monthOf(day) % every === 0)
      .map((day) => deed(timeOnDay(day, time, random), random));

export const everyFewDays =
  (least: number, most: number, deed: MovementFactory): RecurringMovements =>
  (days, random) => {
    const moves: Movement[] = [];
    for (let next = random.between(1, most); next < days.length; next += random.between(least, most)) {
      const hour = String(random.between(8, 20)).padStart(2, '0');
      moves.push(deed(timeOnDay(days[next] ?? '', `${hour}:${random.between(10, 59)}`, random), random));
    }
    return moves;
  };

export const daysAgo =
  (count: number, time: string, deed: MovementFactory): RecurringMovements =>
  (days, random) => {
    const today = daysAfter(days.at(-1) ?? '', 1);
    return [deed(timeOnDay(daysAfter(today, -count), time, random), random)];
  };

function timeOnDay(day: Day, time: string, random: Random): Date {
  return new Date(londonTime(day, time).getTime() + random.between(0, 59_999));
}

export const receive =
  (currency: Currency, amount: AmountRange, from: string, reference: string): MovementFactory =>
  (at, random) => ({ kind: 'credit', at, currency, minor: randomAmount(currency, amount, random), from, reference });

export const receiveReward =
  (currency: Currency, amount: string, friend: string): MovementFactory =>
  (at, random) => ({ kind: 'reward', at, currency, minor: randomAmount(currency, amount, random), friend });

export const receiveInvoice =
  (currency: Currency, amount: AmountRange, customers: Names): MovementFactory =>
  (at, random) =>
    receive(currency, amount, random.pick(customers), `Invoice ${random.between(2000, 2999)}`)(at, random);

export const payByCard =
  (currency: Currency, amount: AmountRange, merchants: Names): MovementFactory =>
  (at, random) => ({
    kind: 'card',
    at,
    currency,
    minor: randomAmount(currency, amount, random),
    merchant: random.pick(merchants),
  });

export const authorise =
  (currency: Currency, amount: string, merchant: string, days: number): MovementFactory =>
  (at, random) => ({
    kind: 'authorisation',
    at,
    currency,
    minor: randomAmount(currency, amount, random),
    merchant,
    days,
  });

export const sendAbroad =
  (currency: Currency, amount: AmountRange, to: string, account: string, reference: string): MovementFactory =>
  (at, random) => ({
    kind: 'abroad',
    at,
    currency,
    minor: randomAmount(currency, amount, random),
    to,
    account,
    reference,
  });

export const pay =
  (
    amount: AmountRange,
    to: string,
    reference: string,
    ends: PaymentOutcome = { state: 'completed' },
  ): MovementFactory =>
  (at, random) => ({
    kind: 'payment',
    at,
    currency: 'GBP',
    minor: randomAmount('GBP', amount, random),
    to,
    reference,
    outcome: ends,
    fee: 0n,
    free: null,
  });

/** `rates` in units of `into` per unit of `currency`, four decimals. Both currencies must have two decimals. */
export const exchange =
  (currency: Currency, amount: string, into: Currency, rates: AmountRange, fee: string): MovementFactory =>
  (at, random) => {
    const [least, most] = typeof rates === 'string' ? [rates, rates] : rates;
    const rate = BigInt(random.between(tenThousandths(least), tenThousandths(most)));
    const minor = randomAmount(currency, amount, random);
    return {
      kind: 'exchange',
      at,
      currency,
      minor,
      into,
      bought: (minor * rate) / 10_000n,
      rate: `${rate / 10_000n}.${String(rate % 10_000n).padStart(4, '0')}`,
      fee: randomAmount(currency, fee, random),
    };
  };

const tenThousandths = (rate: string): number => Number(rate.replace('.', ''));

function randomAmount(currency: Currency, range: AmountRange, random: Random): bigint {
  const [least, most] = typeof range === 'string' ? [range, range] : range;
  return BigInt(random.between(Number(parseMinor(currency, least)), Number(parseMinor(currency, most))));
}

export function parseMinor(currency: Currency, text: string): bigint {
  const amount = readAmount(currency, text);
  if (!amount) throw new RangeError(`${text} is not an amount of ${currency}`);
  return amount.minor;
}
