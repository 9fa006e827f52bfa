import { useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';

/** What the link in the e-mail carries. */
export type ResetLink = Readonly<{ id: string; code: string }>;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** From the fragment of the address, which browsers send to no server. It stays, because cameras of phones reload pages. */
export function parseResetLink(fragment: string): ResetLink | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const id = given.get('id') ?? '';
  const code = given.get('code') ?? '';
  return uuid.test(id) && code !== '' ? { id, code } : undefined;
}

export function useResetLink(): ResetLink | undefined {
  const fragment = useRouterState({ select: ({ location }) => location.hash });
  return useMemo(() => parseResetLink(fragment), [fragment]);
}
