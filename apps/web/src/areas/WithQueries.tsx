import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { refreshHeader } from '../kernel/live.ts';
import { queries } from '../kernel/queries.ts';

/** What pages share that ask the server for more than the login; it is not part of the login page's first load. */
export const WithQueries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);

/** Balances and the count of notifications are asked for again on every page change (specification, section 2). */
export function useFreshHeader(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) refreshHeader();
      }),
    [router],
  );
}
