import { Suspense } from 'react';
import { languages } from '../messages/languages.ts';
import { lazyScreen } from '../platform/navigation/lazy-screen.tsx';
import { useSession } from '../platform/session/session.ts';

const Notice = lazyScreen(
  () => import('../customers/kyc/MemberCheckNotice.tsx'),
  'MemberCheckNotice',
  languages.en.later,
);

/** On every page of somebody who joined and has not proven who they are. Staff who look at the account do not see it. */
export function MemberCheck() {
  const { identityNeeded, visit } = useSession();
  if (!identityNeeded || visit) return null;
  return (
    <Suspense>
      <Notice />
    </Suspense>
  );
}
