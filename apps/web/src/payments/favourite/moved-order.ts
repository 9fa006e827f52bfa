/** The ids with one of them a place up or down; undefined at the end of the list. */
export function movedOrder(ids: readonly string[], id: string, by: -1 | 1): string[] | undefined {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return undefined;
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
