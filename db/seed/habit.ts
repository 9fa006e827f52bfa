import { type Currency, readAmount } from '@larkmere/money/money';
import { type Day, daysAfter, isDue, londonTime, monthOf } from './calendar.ts';
import type { Ending, Move } from './move.ts';
import type { Random } from './random.ts';

export type Habit = (days: readonly Day[], random: Random) => Move[];
type Deed = (at: Date, random: Random) => Move;
type Range = string | readonly [least: string, most: string];
type Names = readonly [string, ...string[]];

export const everyMonth =
  (due: number | 'last weekday', time: string, deed: Deed, every = 1): Habit =>
  (days, random) =>
    days
      .filter((day) => isDue(day, due) && monthOf(day) % every === 0)
      .map((day) => deed(momentAt(day, time, random), random));

export const everyFewDays =
  (least: number, most: number, deed: Deed): Habit =>
  (days, random) => {
    const moves: Move[] = [];
    for (let next = random.between(1, most); next < days.length; next += random.between(least, most)) {
      const hour = String(random.between(8, 20)).padStart(2, '0');
      moves.push(deed(momentAt(days[next] ?? '', `${hour}:${random.between(10, 59)}`, random), random));
    }
    return moves;
  };

export const daysAgo =
  (count: number, time: string, deed: Deed): Habit =>
  (days, random) => {
    const today = daysAfter(days.at(-1) ?? '', 1);
    return [deed(momentAt(daysAfter(today, -count), time, random), random)];
  };

function momentAt(day: Day, time: string, random: Random): Date {
  return new Date(londonTime(day, time).getTime() + random.between(0, 59_999));
}

export const receive =
  (currency: Currency, amount: Range, from: string, reference: string): Deed =>
  (at, random) => ({ kind: 'credit', at, currency, minor: draw(currency, amount, random), from, reference });

export const receiveInvoice =
  (currency: Currency, amount: Range, customers: Names): Deed =>
  (at, random) =>
    receive(currency, amount, random.pick(customers), `Invoice ${random.between(2000, 2999)}`)(at, random);

export const card =
  (currency: Currency, amount: Range, merchants: Names): Deed =>
  (at, random) => ({
    kind: 'card',
    at,
    currency,
    minor: draw(currency, amount, random),
    merchant: random.pick(merchants),
  });

export const authorise =
  (currency: Currency, amount: string, merchant: string, days: number): Deed =>
  (at, random) => ({ kind: 'authorisation', at, currency, minor: draw(currency, amount, random), merchant, days });

export const sendAbroad =
  (currency: Currency, amount: Range, to: string, account: string, reference: string): Deed =>
  (at, random) => ({ kind: 'abroad', at, currency, minor: draw(currency, amount, random), to, account, reference });

export const pay =
  (amount: Range, to: string, reference: string, ends: Ending = { state: 'completed' }): Deed =>
  (at, random) => ({
    kind: 'payment',
    at,
    currency: 'GBP',
    minor: draw('GBP', amount, random),
    to,
    reference,
    ends,
    fee: 0n,
    free: null,
  });

/** `rates` in units of `into` per unit of `currency`, four decimals. Both currencies must have two decimals. */
export const exchange =
  (currency: Currency, amount: string, into: Currency, rates: Range, fee: string): Deed =>
  (at, random) => {
    const [least, most] = typeof rates === 'string' ? [rates, rates] : rates;
    const rate = BigInt(random.between(tenThousandths(least), tenThousandths(most)));
    const minor = draw(currency, amount, random);
    return {
      kind: 'exchange',
      at,
      currency,
      minor,
      into,
      bought: (minor * rate) / 10_000n,
      rate: `${rate / 10_000n}.${String(rate % 10_000n).padStart(4, '0')}`,
      fee: draw(currency, fee, random),
    };
  };

const tenThousandths = (rate: string): number => Number(rate.replace('.', ''));

function draw(currency: Currency, range: Range, random: Random): bigint {
  const [least, most] = typeof range === 'string' ? [range, range] : range;
  return BigInt(random.between(Number(minorOf(currency, least)), Number(minorOf(currency, most))));
}

export function minorOf(currency: Currency, text: string): bigint {
  const amount = readAmount(currency, text);
  if (!amount) throw new RangeError(`${text} is not an amount of ${currency}`);
  return amount.minor;
}
