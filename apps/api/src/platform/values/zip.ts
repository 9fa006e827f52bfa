/** Pairs two lists of the same length, place by place. Throws for lists of different lengths. */
export function zip<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  if (first.length !== second.length) throw new Error(`${second.length} values for ${first.length}`);
  const rest = second.values();
  return first.flatMap((item): [A, B][] => {
    const next = rest.next();
    return next.done ? [] : [[item, next.value]];
  });
}
