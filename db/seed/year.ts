import type { Currency } from '@larkmere/money/money';
import { type Day, londonTime, yearBefore } from './calendar.ts';
import { type Habit, minorOf } from './habit.ts';
import { effectsOf, type Move, type Sending } from './move.ts';
import { randomFrom } from './random.ts';

export type Year = Readonly<{
  closing: Readonly<Partial<Record<Currency, string>>>;
  habits: readonly Habit[];
  free?: Readonly<{ first: number; last: number }>;
}>;

const fee = 50n;

/**
 * Moves of the year before `today` in order of time. The opening balance is computed so that the year ends at its
 * closing balances.
 */
export function unfold(name: string, year: Year, today: Day): Move[] {
  const days = yearBefore(today);
  const [first, ...rest] = days;
  const random = randomFrom(name);
  const moves = year.habits.flatMap((habit) => habit(rest, random)).sort((a, b) => a.at.getTime() - b.at.getTime());
  const priced = withFees(moves, year.free ?? { first: 0, last: 0 });
  const openings = Object.entries(year.closing).map(([currency, closing], index): Move => {
    const moved = priced.flatMap(effectsOf).filter(([of]) => of === currency);
    const changed = moved.reduce((sum, [, minor]) => sum + minor, 0n);
    const minor = minorOf(currency as Currency, closing) - changed;
    const at = londonTime(first ?? '', `09:0${index}:17`);
    return { kind: 'credit', at, currency: currency as Currency, minor, from: name, reference: 'From my old bank' };
  });
  return [...openings, ...priced];
}

function withFees(moves: readonly Move[], { first, last }: { first: number; last: number }): Move[] {
  const arrived = moves.filter((move) => move.kind === 'payment' && move.ends.state === 'completed');
  const freeOf = (move: Sending): Sending['free'] => {
    const index = arrived.indexOf(move);
    if (index < 0) return null;
    return index < first ? 'signup' : index >= arrived.length - last ? 'referral' : null;
  };
  return moves.map((move) => {
    if (move.kind !== 'payment') return move;
    const free = freeOf(move);
    return { ...move, free, fee: free === null ? fee : 0n };
  });
}
