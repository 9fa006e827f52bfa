import { Suspense } from 'react';
import { languages } from '../messages/languages.ts';
import { lazyScreen } from '../platform/navigation/lazy-screen.tsx';
import { useSession } from '../platform/session/session.ts';

const Notice = lazyScreen(
  () => import('../customers/account-status/AccountStatusNotice.tsx'),
  'AccountStatusNotice',
  languages.en.later,
);

/** Loaded only for the few whose account is not active. */
export function AccountStatus() {
  if (useSession().accountStatus === 'active') return null;
  return (
    <Suspense>
      <Notice />
    </Suspense>
  );
}
