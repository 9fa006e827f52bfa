import { useState } from 'react';

const none: ReadonlySet<string> = new Set();

/** Which rows have come since the list was first shown: they light up for a moment. The first list is not news. */
export function useFreshIds(ids: readonly string[] | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<{ ids: readonly string[]; fresh: ReadonlySet<string> }>();
  if (ids === undefined || ids === seen?.ids) return seen?.fresh ?? none;
  const same = seen && ids.length === seen.ids.length && ids.every((id, place) => id === seen.ids[place]);
  if (same) return seen.fresh;
  const fresh = seen ? new Set(ids.filter((id) => !seen.ids.includes(id))) : none;
  setSeen({ ids, fresh });
  return fresh;
}
