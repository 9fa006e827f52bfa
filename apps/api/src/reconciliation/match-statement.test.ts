import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Break, type Movement, matchStatement } from './match-statement.ts';

const day = '2026-11-20';
const nextDay = '2026-11-21';
const kindsOf = (breaks: readonly Break[]) => breaks.map(({ kind }) => kind).toSorted();

const aDay = (count: number): Movement[] =>
  Array.from({ length: count }, (_, i): Movement => {
    const minor = BigInt(100 + i * 37);
    if (i % 5 === 4) return { key: `PAYMENT${i - 1}`, amountMinor: BigInt(100 + (i - 1) * 37), day };
    return { key: i % 3 === 0 ? `CREDIT${i}` : `PAYMENT${i}`, amountMinor: i % 3 === 0 ? minor : -minor, day };
  });

const mistakes: Readonly<Record<Break['kind'], (ours: Movement[], theirs: Movement[], at: number) => void>> = {
  missing_internal: (ours, theirs, at) => remove(ours, theirs[at] as Movement),
  missing_external: (ours, theirs, at) => remove(theirs, ours[at] as Movement),
  amount_differs: (_, theirs, at) => {
    const right = theirs[at] as Movement;
    theirs[at] = { ...right, amountMinor: right.amountMinor + (right.amountMinor > 0n ? 1n : -1n) };
  },
  day_differs: (ours, _, at) => {
    ours[at] = { ...(ours[at] as Movement), day: nextDay };
  },
  booked_twice_internal: (ours, _, at) => void ours.push(ours[at] as Movement),
  booked_twice_external: (_, theirs, at) => void theirs.push(theirs[at] as Movement),
};
const kinds = Object.keys(mistakes) as Break['kind'][];

function remove(from: Movement[], what: Movement): void {
  from.splice(from.indexOf(what), 1);
}

describe('matching the books with a statement', () => {
  it('finds no break in equal movements, whatever their order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(aDay(200), { minLength: 200, maxLength: 200 }), (shuffled) => {
        expect(matchStatement(aDay(200), shuffled)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('finds exactly the twenty injected breaks', () => {
    const twenty = fc.tuple(
      fc.shuffledSubarray(
        Array.from({ length: 200 }, (_, i) => i),
        { minLength: 20, maxLength: 20 },
      ),
      fc.array(fc.constantFrom(...kinds), { minLength: 20, maxLength: 20 }),
    );
    fc.assert(
      fc.property(twenty, ([places, planted]) => {
        const original = aDay(200);
        const [ours, theirs] = [[...original], [...original]];
        const inOrder = planted.toSorted((a, b) => Number(a.startsWith('missing')) - Number(b.startsWith('missing')));
        const removed = places.map((place) => original[place] as Movement);
        for (const [i, kind] of inOrder.entries()) {
          const list = kind === 'missing_external' ? ours : theirs;
          const at = kind.startsWith('missing') ? list.indexOf(removed[i] as Movement) : (places[i] as number);
          mistakes[kind](ours, theirs, at);
        }
        expect(kindsOf(matchStatement(ours, theirs))).toEqual(planted.toSorted());
      }),
      { numRuns: 300 },
    );
  });

  it('returns both sides of a difference', () => {
    const [ours, theirs] = [
      { key: 'AB12', amountMinor: -2500n, day },
      { key: 'AB12', amountMinor: -2400n, day },
    ];
    expect(matchStatement([ours], [theirs])).toEqual([{ kind: 'amount_differs', ours, theirs }]);
  });

  it('does not report a payment and its return as booked twice', () => {
    const [out, back] = [
      { key: 'AB12', amountMinor: -2500n, day },
      { key: 'AB12', amountMinor: 2500n, day },
    ];
    expect(matchStatement([out, back], [back, out])).toEqual([]);
    expect(kindsOf(matchStatement([out], [out, back]))).toEqual(['missing_internal']);
  });
});
