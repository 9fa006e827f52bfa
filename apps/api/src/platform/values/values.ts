/** For what is always there, such as the row of a foreign key or the only row of a count. Throws an error that names it otherwise. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}

/** The keys of a record, typed. The record must have no keys besides those of its type. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(record) as K[];

/** A record of these keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueFor: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V>;

/** Pairs two lists of the same length, place by place. Throws for lists of different lengths. */
export function zip<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  if (first.length !== second.length) throw new Error(`${second.length} values for ${first.length}`);
  const rest = second.values();
  return first.flatMap((item): [A, B][] => {
    const next = rest.next();
    return next.done ? [] : [[item, next.value]];
  });
}
