import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BankMovement, matchStatement, type ReconciliationBreak } from './match-statement.ts';

const day = '2026-11-20';
const nextDay = '2026-11-21';
const kindsOf = (breaks: readonly ReconciliationBreak[]) => breaks.map(({ kind }) => kind).toSorted();

const createMovements = (count: number): BankMovement[] =>
  Array.from({ length: count }, (_, i): BankMovement => {
    const minor = BigInt(100 + i * 37);
    if (i % 5 === 4) return { reference: `PAYMENT${i - 1}`, amountMinor: BigInt(100 + (i - 1) * 37), day };
    return { reference: i % 3 === 0 ? `CREDIT${i}` : `PAYMENT${i}`, amountMinor: i % 3 === 0 ? minor : -minor, day };
  });

const injections: Readonly<
  Record<ReconciliationBreak['kind'], (ours: BankMovement[], theirs: BankMovement[], at: number) => void>
> = {
  missing_internal: (ours, theirs, at) => remove(ours, theirs[at] as BankMovement),
  missing_external: (ours, theirs, at) => remove(theirs, ours[at] as BankMovement),
  amount_differs: (_, theirs, at) => {
    const right = theirs[at] as BankMovement;
    theirs[at] = { ...right, amountMinor: right.amountMinor + (right.amountMinor > 0n ? 1n : -1n) };
  },
  day_differs: (ours, _, at) => {
    ours[at] = { ...(ours[at] as BankMovement), day: nextDay };
  },
  booked_twice_internal: (ours, _, at) => void ours.push(ours[at] as BankMovement),
  booked_twice_external: (_, theirs, at) => void theirs.push(theirs[at] as BankMovement),
};
const kinds = Object.keys(injections) as ReconciliationBreak['kind'][];

function remove(from: BankMovement[], what: BankMovement): void {
  from.splice(from.indexOf(what), 1);
}

describe('matching the books with a statement', () => {
  it('finds no break in equal movements, whatever their order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(createMovements(200), { minLength: 200, maxLength: 200 }), (shuffled) => {
        expect(matchStatement(createMovements(200), shuffled)).toEqual([]);
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
        const original = createMovements(200);
        const [ours, theirs] = [[...original], [...original]];
        const inOrder = planted.toSorted((a, b) => Number(a.startsWith('missing')) - Number(b.startsWith('missing')));
        const removed = places.map((place) => original[place] as BankMovement);
        for (const [i, kind] of inOrder.entries()) {
          const list = kind === 'missing_external' ? ours : theirs;
          const at = kind.startsWith('missing') ? list.indexOf(removed[i] as BankMovement) : (places[i] as number);
          injections[kind](ours, theirs, at);
        }
        expect(kindsOf(matchStatement(ours, theirs))).toEqual(planted.toSorted());
      }),
      { numRuns: 300 },
    );
  });

  it('returns both sides of a difference', () => {
    const [ours, theirs] = [
      { reference: 'AB12', amountMinor: -2500n, day },
      { reference: 'AB12', amountMinor: -2400n, day },
    ];
    expect(matchStatement([ours], [theirs])).toEqual([{ kind: 'amount_differs', ours, theirs }]);
  });

  it('does not report a payment and its return as booked twice', () => {
    const [out, back] = [
      { reference: 'AB12', amountMinor: -2500n, day },
      { reference: 'AB12', amountMinor: 2500n, day },
    ];
    expect(matchStatement([out, back], [back, out])).toEqual([]);
    expect(kindsOf(matchStatement([out], [out, back]))).toEqual(['missing_internal']);
  });
});
