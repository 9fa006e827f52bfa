import { Suspense } from 'react';
import { languages } from '../messages/languages.ts';
import { lazyScreen } from '../platform/navigation/lazy-screen.tsx';
import { useSession } from '../platform/session/session.ts';

const Notice = lazyScreen(
  () => import('../customers/contact-recovery/ContactRecoveryNotice.tsx'),
  'ContactRecoveryNotice',
  languages.en.later,
);

/** On every page, so that the person can stop it right after logging in. Loaded only if there is one. */
export function ContactRecovery() {
  if (!useSession().contactRecovery) return null;
  return (
    <Suspense>
      <Notice />
    </Suspense>
  );
}
