import type { ReactNode } from 'react';
import { languages } from '../messages/languages.ts';
import { lazyScreen } from '../platform/navigation/lazy-screen.tsx';
import { useSession } from '../platform/session/session.ts';
import { ContactRecovery } from './ContactRecovery.tsx';

export const AgreementGate = lazyScreen(
  () => import('../customers/agreement/AgreementGate.tsx'),
  'AgreementGate',
  languages.en.later,
);

/** Shows nothing else while a version of the terms waits for the user, except what must be stopped in time. */
export const AfterAgreement = ({ children }: { children: ReactNode }) =>
  useSession().syncagreement ? (
    <>
      <div className="px-4 pt-4 empty:hidden">
        <ContactRecovery />
      </div>
      <AgreementGate />
    </>
  ) : (
    children
  );
