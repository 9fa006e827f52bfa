/** Pairs two lists of the same length, place by place. Throws for lists of different lengths. */
export function zip<A, B>(list: readonly A[], others: readonly B[]): [A, B][] {
  if (list.length !== others.length) throw new Error(`${others.length} values for ${list.length}`);
  const rest = others.values();
  return list.flatMap((item): [A, B][] => {
    const next = rest.next();
    return next.done ? [] : [[item, next.value]];
  });
}
