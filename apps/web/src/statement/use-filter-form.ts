import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../kernel/paths.ts';
import { isDay, type StatementFilter } from './statement-filter.ts';

const pauseMs = 400;

/**
 * The filter as it stands in the controls, one step ahead of the address: a choice goes there at once, typing after a
 * pause, so that the server is not asked for every letter. Back and links change the controls too.
 */
export function useFilterForm(applied: StatementFilter) {
  const router = useRouter();
  const [form, setForm] = useState(applied);
  const [known, setKnown] = useState({ address: keyOf(applied), sent: keyOf(applied) });
  const isTyped = keyOf(form) !== known.sent;

  if (keyOf(applied) !== known.address) {
    const address = keyOf(applied);
    setKnown({ address, sent: address });
    // What came back is what was sent: typing has gone on meanwhile and must not be undone.
    if (address !== known.sent) setForm(applied);
  }

  const send = (next: StatementFilter, replace: boolean) => {
    // While the next page is on its way this one still stands here, and the address is not its own any more.
    if (router.latestLocation.pathname !== paths.statement) return;
    if (!isDay(next.from) || !isDay(next.to)) return;
    setKnown((before) => ({ ...before, sent: keyOf(next) }));
    const search = (before: object) => ({ ...before, ...next, search: next.search?.trim() });
    void router.navigate({ to: '.', search, replace, resetScroll: false });
  };
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(() => send(form, true), pauseMs);
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

const keyOf = ({ bankholderid, from, to, direction, search, scope }: StatementFilter): string =>
  JSON.stringify([bankholderid, from, to, direction, search?.trim() || undefined, scope]);
