import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { refreshHeaderQueries } from '../platform/live/live.ts';
import { queryClient } from '../platform/queries/query-client.ts';

/** Kept out of the login page's first load: only pages behind it need the query client. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

/**
 * The specification (section 2) requires balances and the notification count to be fetched again on every page change.
 */
export function useHeaderRefresh(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) refreshHeaderQueries();
      }),
    [router],
  );
}
