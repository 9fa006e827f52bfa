import { useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PersonLink } from './kyc-form.api.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** From the fragment of the address, which browsers send to no server. */
export function parsePersonLink(fragment: string): PersonLink | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const id = given.get('person') ?? '';
  const code = given.get('code') ?? '';
  return uuid.test(id) && code !== '' ? { id, code } : undefined;
}

export function usePersonLink(): PersonLink | undefined {
  const fragment = useRouterState({ select: ({ location }) => location.hash });
  return useMemo(() => parsePersonLink(fragment), [fragment]);
}
