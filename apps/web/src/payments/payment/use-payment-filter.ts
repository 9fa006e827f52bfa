import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type ListReach, type PaymentListFilter, parseFilter } from './payment-list-filter.ts';

const debounceMs = 300;

/** The filter is in the address. What is typed goes there after a pause; everything else at once. */
export function usePaymentFilter(reach: ListReach) {
  const router = useRouter();
  const navigate = useNavigate();
  const applied = parseFilter(useSearch({ strict: false }), reach);
  const [pathname] = useState(router.latestLocation.pathname);
  const [typed, setTyped] = useState(applied.search ?? '');
  const [known, setKnown] = useState(applied.search);

  // The address shows what was sent; typing may have continued since and must not be undone.
  if (applied.search !== known) {
    setKnown(applied.search);
    setTyped(applied.search ?? '');
  }

  const choose = (change: Partial<PaymentListFilter>, replace = false) => {
    // During a navigation this page is still mounted, and the address belongs to the next page.
    if (router.latestLocation.pathname !== pathname) return;
    const search = (before: object) => ({
      ...before,
      filterType: undefined,
      group: applied.group,
      ...change,
    });
    void navigate({ to: '.', search, replace, resetScroll: false });
  };
  const searchText = typed.trim() || undefined;
  useEffect(() => {
    if (searchText === known) return;
    const timer = setTimeout(() => {
      setKnown(searchText);
      choose({ search: searchText }, true);
    }, debounceMs);
    return () => clearTimeout(timer);
  });
  return { applied, typed, type: setTyped, choose };
}
