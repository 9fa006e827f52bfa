/** One movement at the bank, from its statement or from our books. Amounts in minor units; incoming is positive. */
export type Movement = Readonly<{
  key: string;
  amountMinor: bigint;
  day: string;
}>;

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
 * Matches our books with the statement of the bank (product.md D5). An outgoing and an incoming movement under one
 * reference are a payment and its return. An empty list means that both agree.
 */
export function matchStatement(ours: readonly Movement[], theirs: readonly Movement[]): Break[] {
  const left = Map.groupBy(ours, subject);
  const right = Map.groupBy(theirs, subject);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
    matchSubject(left.get(key) ?? [], right.get(key) ?? []),
  );
}

const subject = ({ key, amountMinor }: Movement): string => `${amountMinor < 0n ? 'out' : 'in'} ${key}`;

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
