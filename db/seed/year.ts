import type { Currency } from '@larkmere/money/money';
import { type Day, londonTime, yearBefore } from './calendar.ts';
import { balanceChanges, type DomesticPayment, type Movement } from './movement.ts';
import { randomFrom } from './random.ts';
import { parseMinor, type RecurringMovements } from './recurring-movements.ts';

export type YearTemplate = Readonly<{
  closing: Readonly<Partial<Record<Currency, string>>>;
  movements: readonly RecurringMovements[];
  free?: Readonly<{ first: number; last: number }>;
}>;

const fee = 50n;

/**
 * Moves of the year before `today` in order of time. The opening balance is computed so that the year ends at its
 * closing balances.
 */
export function createMovements(name: string, year: YearTemplate, today: Day): Movement[] {
  const days = yearBefore(today);
  const [first, ...rest] = days;
  const random = randomFrom(name);
  const moves = year.movements.flatMap((habit) => habit(rest, random)).sort((a, b) => a.at.getTime() - b.at.getTime());
  const priced = addFees(moves, year.free ?? { first: 0, last: 0 });
  const openings = Object.entries(year.closing).map(([currency, closing], index): Movement => {
    const moved = priced.flatMap(balanceChanges).filter(([of]) => of === currency);
    const changed = moved.reduce((sum, [, minor]) => sum + minor, 0n);
    const minor = parseMinor(currency as Currency, closing) - changed;
    const at = londonTime(first ?? '', `09:0${index}:17`);
    return { kind: 'credit', at, currency: currency as Currency, minor, from: name, reference: 'From my old bank' };
  });
  return [...openings, ...priced];
}

function addFees(moves: readonly Movement[], { first, last }: { first: number; last: number }): Movement[] {
  const arrived = moves.filter((move) => move.kind === 'payment' && move.outcome.state === 'completed');
  const freeOf = (move: DomesticPayment): DomesticPayment['free'] => {
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
