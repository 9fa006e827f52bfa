import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { languages } from '../messages/languages.ts';
import { endedSession } from '../platform/failures.ts';
import { isEmbedded, isStaffPath } from '../platform/navigation/guards.ts';
import { lazyPart } from '../platform/navigation/lazy-screen.tsx';
import { paths } from '../platform/navigation/paths.ts';
import { clearSession, useSessionState } from '../platform/session/session.ts';
import { clearStaffSession } from '../platform/session/staff-session.ts';
import { useStore } from '../platform/store.ts';
import { toastDurationMs, useToast } from '../platform/toasts.ts';
import { loadChunk } from '../ui/chunk.ts';
import { DialogsSuppressed } from '../ui/dialog-contexts.ts';

const ToastStack = lazy(async () => ({ default: (await loadChunk(import('../ui/ToastStack.tsx'))).ToastStack }));
/** Loaded with the first page, since nothing can be loaded offline, and drawn after it. A page without it still works. */
const OfflineLine = lazy(
  (): Promise<{ default: () => ReactNode }> =>
    import('./OfflineLine.tsx').then(
      ({ OfflineLine: Line }) => ({ default: Line }),
      () => ({ default: () => null }),
    ),
);
const VisitFrame = lazyPart(async () => (await import('./visit/VisitFrame.tsx')).VisitFrame, languages.en.later);
const MessageDialog = lazy(async () => ({
  default: (await loadChunk(import('../ui/MessageDialog.tsx'))).MessageDialog,
}));

export function Root() {
  const ended = useStore(endedSession);
  return (
    <>
      <Suspense>
        <Connection />
      </Suspense>
      <DialogsSuppressed value={ended !== undefined}>
        <Suspense>
          <Visit />
          <Outlet />
        </Suspense>
      </DialogsSuppressed>
      <Suspense>
        {ended === 'customer' && <SessionEnded />}
        {ended === 'staff' && <StaffSessionEnded />}
        <Toasts />
      </Suspense>
    </>
  );
}

/** On the pages of all areas, and not in the frames of other sites. */
function Connection() {
  const { pathname } = useLocation();
  return !isEmbedded(pathname) && <OfflineLine />;
}

/** First in the page, so that it is read first; not in the staff area, where the same browser goes on working. */
function Visit() {
  const { pathname } = useLocation();
  const state = useSessionState();
  if (state.status !== 'in' || !state.session.visit || isStaffPath(pathname)) return null;
  const { visit, customer, user } = state.session;
  return <VisitFrame visit={visit} name={customer.name} code={user.membercode} />;
}

/** The texts and the single OK button are fixed by the specification (section 8). */
function SessionEnded() {
  const t = useTranslations('session.ended');
  const router = useRouter();
  const leave = () => {
    endedSession.set(undefined);
    clearSession('ended');
    void router.navigate({ to: paths.login });
  };
  return <MessageDialog title={t('title')} text={t('text')} label={t('ok')} onDone={leave} />;
}

function StaffSessionEnded() {
  const t = useTranslations('session.staffEnded');
  const leave = () => {
    clearStaffSession('ended');
    location.reload();
  };
  return <MessageDialog title={t('title')} text={t('text')} label={t('ok')} onDone={leave} />;
}

function Toasts() {
  const toast = useToast();
  const [used, setUsed] = useState(false);
  if (toast && !used) setUsed(true);
  return used && <ToastStack toast={toast} standing={toastDurationMs} />;
}
