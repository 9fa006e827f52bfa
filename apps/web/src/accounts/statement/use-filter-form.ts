import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../platform/navigation/paths.ts';
import { isDateText, type StatementFilter } from './statement-filter.ts';

const debounceMs = 400;

const statementPages: readonly string[] = [paths.statement, paths.walletStatement, paths.walletHistory];

/**
 * The filter in the controls, ahead of the one in the address: a selection is applied at once, typing after a pause.
 * Back and links update the controls too.
 */
export function useFilterForm(applied: StatementFilter) {
  const router = useRouter();
  const [form, setForm] = useState(applied);
  const [known, setKnown] = useState({ address: filterKey(applied), sent: filterKey(applied) });
  const isTyped = filterKey(form) !== known.sent;

  if (filterKey(applied) !== known.address) {
    const address = filterKey(applied);
    setKnown({ address, sent: address });
    // The address shows what was sent; typing has continued since and must not be undone.
    if (address !== known.sent) setForm(applied);
  }

  const send = (next: StatementFilter, replace: boolean) => {
    // During a navigation this page is still mounted, and the address belongs to the next page.
    if (!statementPages.includes(router.latestLocation.pathname)) return;
    if (!isDateText(next.from) || !isDateText(next.to)) return;
    setKnown((before) => ({ ...before, sent: filterKey(next) }));
    const search = (before: object) => ({ ...before, ...next, search: next.search?.trim() });
    void router.navigate({ to: '.', search, replace, resetScroll: false });
  };
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(() => send(form, true), debounceMs);
    return () => clearTimeout(timer);
  });

  const type = (change: Partial<StatementFilter>) => setForm({ ...form, ...change });
  const choose = (change: Partial<StatementFilter>) => {
    const next = { ...form, ...change };
    setForm(next);
    send(next, false);
  };
  return { form, type, choose };
}

const filterKey = ({ bankholderid, from, to, direction, search, scope }: StatementFilter): string =>
  JSON.stringify([bankholderid, from, to, direction, search?.trim() || undefined, scope]);
