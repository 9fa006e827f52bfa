import { useState } from 'react';

const noIds: ReadonlySet<string> = new Set();

/** Ids added since the list was first displayed, which are highlighted for a moment. */
export function useNewIds(ids: readonly string[] | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<{ ids: readonly string[]; fresh: ReadonlySet<string> }>();
  if (ids === undefined || ids === seen?.ids) return seen?.fresh ?? noIds;
  const same = seen && ids.length === seen.ids.length && ids.every((id, place) => id === seen.ids[place]);
  if (same) return seen.fresh;
  const fresh = seen ? new Set(ids.filter((id) => !seen.ids.includes(id))) : noIds;
  setSeen({ ids, fresh });
  return fresh;
}
