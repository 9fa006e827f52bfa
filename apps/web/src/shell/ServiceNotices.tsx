import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { languages } from '../messages/languages.ts';
import { lazyScreen } from '../platform/navigation/lazy-screen.tsx';
import { serviceNoticesQuery } from './service-notices.api.ts';

const Banner = lazyScreen(() => import('./ServiceBanner.tsx'), 'ServiceBanner', languages.en.later);

/** Loaded only while an event concerns the customer. */
export function ServiceNotices() {
  return useQuery(serviceNoticesQuery).data?.list.length ? (
    <Suspense>
      <Banner />
    </Suspense>
  ) : null;
}
