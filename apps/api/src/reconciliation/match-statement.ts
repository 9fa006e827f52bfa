/** One movement of money at the bank, as the bank's statement or as our books tell it. Amounts in minor units, in is positive. */
export type Movement = Readonly<{
  /** What both sides call it: the reference of our payment, or the bank's own for money that came in. */
  key: string;
  amountMinor: bigint;
  /** The bank's day, `2026-11-21`. */
  day: string;
}>;

/** What does not agree (product.md D5). `ours` or `theirs` is missing where that side knows nothing of it. */
export type Break = Readonly<{
  kind:
    | 'missing_internal'
    | 'missing_external'
    | 'amount_differs'
    | 'day_differs'
    | 'booked_twice_internal'
    | 'booked_twice_external';
  ours: Movement | undefined;
  theirs: Movement | undefined;
}>;

/**
 * Lays our books beside the bank's statement, movement by movement, and tells all that does not agree. A movement out and
 * one in under the same reference are two: a payment and its return. Whole only when the list is empty.
 */
export function matchStatement(ours: readonly Movement[], theirs: readonly Movement[]): Break[] {
  const left = Map.groupBy(ours, subject);
  const right = Map.groupBy(theirs, subject);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
    matchSubject(left.get(key) ?? [], right.get(key) ?? []),
  );
}

const subject = ({ key, amountMinor }: Movement): string => `${amountMinor < 0n ? 'out' : 'in'} ${key}`;

/** Pairs off what is equal in everything, then what differs in one thing; what is left over stands on one side alone. */
function matchSubject(ours: readonly Movement[], theirs: readonly Movement[]): Break[] {
  const [left, right] = [[...ours], [...theirs]];
  const known = pairOff(left, right, (a, b) => a.amountMinor === b.amountMinor && a.day === b.day).length;
  const otherDay = pairOff(left, right, (a, b) => a.amountMinor === b.amountMinor);
  const otherAmount = pairOff(left, right, () => true);
  const paired = known + otherDay.length + otherAmount.length > 0;
  return [
    ...otherDay.map(([mine, its]): Break => ({ kind: 'day_differs', ours: mine, theirs: its })),
    ...otherAmount.map(([mine, its]): Break => ({ kind: 'amount_differs', ours: mine, theirs: its })),
    ...left.map(
      (mine): Break => ({ kind: paired ? 'booked_twice_internal' : 'missing_external', ours: mine, theirs: undefined }),
    ),
    ...right.map(
      (its): Break => ({ kind: paired ? 'booked_twice_external' : 'missing_internal', ours: undefined, theirs: its }),
    ),
  ];
}

/** Takes out of both lists what belongs together. */
function pairOff(
  left: Movement[],
  right: Movement[],
  belong: (mine: Movement, its: Movement) => boolean,
): [Movement, Movement][] {
  const pairs: [Movement, Movement][] = [];
  for (const mine of left.splice(0)) {
    const at = right.findIndex((its) => belong(mine, its));
    if (at < 0) left.push(mine);
    else pairs.push([mine, ...(right.splice(at, 1) as [Movement])]);
  }
  return pairs;
}
