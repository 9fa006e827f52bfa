import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { refreshHeader } from '../kernel/live.ts';
import { queries } from '../kernel/queries.ts';

/** Kept out of the login page's first load: only pages behind it need the query client. */
export const WithQueries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);

/**
 * The specification (section 2) requires balances and the notification count to be fetched again on every page change.
 */
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
