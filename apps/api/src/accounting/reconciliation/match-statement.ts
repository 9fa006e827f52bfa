/** One movement at the bank, from its statement or from our books. Amounts in minor units; incoming is positive. */
export type BankMovement = Readonly<{
  reference: string;
  amountMinor: bigint;
  day: string;
}>;

export type ReconciliationBreak = Readonly<{
  kind:
    | 'missing_internal'
    | 'missing_external'
    | 'amount_differs'
    | 'day_differs'
    | 'booked_twice_internal'
    | 'booked_twice_external';
  ours: BankMovement | undefined;
  theirs: BankMovement | undefined;
}>;

/**
 * Matches our books with the statement of the bank (product.md D5). An outgoing and an incoming movement under one
 * reference are a payment and its return. An empty list means that both agree.
 */
export function matchStatement(ours: readonly BankMovement[], theirs: readonly BankMovement[]): ReconciliationBreak[] {
  const left = Map.groupBy(ours, matchKey);
  const right = Map.groupBy(theirs, matchKey);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
    matchByReference(left.get(key) ?? [], right.get(key) ?? []),
  );
}

const matchKey = ({ reference, amountMinor }: BankMovement): string =>
  `${amountMinor < 0n ? 'out' : 'in'} ${reference}`;

function matchByReference(ours: readonly BankMovement[], theirs: readonly BankMovement[]): ReconciliationBreak[] {
  const [left, right] = [[...ours], [...theirs]];
  const known = takePairs(left, right, (a, b) => a.amountMinor === b.amountMinor && a.day === b.day).length;
  const otherDay = takePairs(left, right, (a, b) => a.amountMinor === b.amountMinor);
  const otherAmount = takePairs(left, right, () => true);
  const paired = known + otherDay.length + otherAmount.length > 0;
  return [
    ...otherDay.map(([mine, its]): ReconciliationBreak => ({ kind: 'day_differs', ours: mine, theirs: its })),
    ...otherAmount.map(([mine, its]): ReconciliationBreak => ({ kind: 'amount_differs', ours: mine, theirs: its })),
    ...left.map(
      (mine): ReconciliationBreak => ({
        kind: paired ? 'booked_twice_internal' : 'missing_external',
        ours: mine,
        theirs: undefined,
      }),
    ),
    ...right.map(
      (its): ReconciliationBreak => ({
        kind: paired ? 'booked_twice_external' : 'missing_internal',
        ours: undefined,
        theirs: its,
      }),
    ),
  ];
}

function takePairs(
  left: BankMovement[],
  right: BankMovement[],
  belong: (mine: BankMovement, its: BankMovement) => boolean,
): [BankMovement, BankMovement][] {
  const pairs: [BankMovement, BankMovement][] = [];
  for (const mine of left.splice(0)) {
    const at = right.findIndex((its) => belong(mine, its));
    if (at < 0) left.push(mine);
    else pairs.push([mine, ...(right.splice(at, 1) as [BankMovement])]);
  }
  return pairs;
}
