import type { ReactNode } from 'react';
import { languages } from '../messages/languages.ts';
import { lazyScreen } from '../platform/navigation/lazy-screen.tsx';
import { useSession } from '../platform/session/session.ts';

export const AgreementGate = lazyScreen(
  () => import('../customers/agreement/AgreementGate.tsx'),
  'AgreementGate',
  languages.en.later,
);

/** Shows nothing else while a version of the terms waits for the user. */
export const AfterAgreement = ({ children }: { children: ReactNode }) =>
  useSession().syncagreement ? <AgreementGate /> : children;
