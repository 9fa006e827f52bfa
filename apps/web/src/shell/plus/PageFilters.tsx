import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { menuFor } from './menu.ts';

const FilterLinks = lazy(async () => ({ default: (await loadChunk(import('./FilterLinks.tsx'))).FilterLinks }));

/** Above a list that has several addresses: its filters, each with its count. */
export function PageFilters() {
  const { pathname, search } = useLocation();
  const item = menuFor(useSession())
    .flat()
    .find(({ filters }) => filters?.some(({ path }) => path === pathname));
  const showsOnePayment = 'payment' in search;
  if (!item?.filters || item.filters.length < 2 || showsOnePayment) return null;
  return (
    <div data-print="no" className="mb-4 min-h-11">
      <Suspense>
        <FilterLinks label={item.label} filters={item.filters} />
      </Suspense>
    </div>
  );
}
