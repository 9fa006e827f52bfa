/** Files, or modules, with what each of them imports. */
export type Graph = ReadonlyMap<string, Iterable<string>>;

type Visit = { index: number; low: number; isOpen: boolean };

/** The groups whose members all reach each other (strongly connected components, by Tarjan's algorithm). */
export function findCycles(graph: Graph): string[][] {
  const visits = new Map<string, Visit>();
  const open: string[] = [];
  const cycles: string[][] = [];

  function close(node: string): void {
    const group = open.splice(open.lastIndexOf(node));
    for (const each of group) (visits.get(each) as Visit).isOpen = false;
    if (group.length > 1) cycles.push(group.toSorted());
  }

  function visit(node: string): Visit {
    const own: Visit = { index: visits.size, low: visits.size, isOpen: true };
    visits.set(node, own);
    open.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!graph.has(target)) continue;
      const seen = visits.get(target);
      if (!seen) own.low = Math.min(own.low, visit(target).low);
      else if (seen.isOpen) own.low = Math.min(own.low, seen.index);
    }
    if (own.low === own.index) close(node);
    return own;
  }

  for (const node of graph.keys()) if (!visits.has(node)) visit(node);
  return cycles;
}
