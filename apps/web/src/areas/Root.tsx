import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sessionEnded } from '../kernel/errors.ts';
import { paths } from '../kernel/paths.ts';
import { forgetSession } from '../kernel/session.ts';
import { forgetStaff } from '../kernel/staff.ts';
import { useStore } from '../kernel/store.ts';
import { standing, useToast } from '../kernel/toasts.ts';
import { loadInTime } from '../ui/chunk.ts';
import { DialogsClosed } from '../ui/dialogs-closed.ts';

const ToastStack = lazy(async () => ({ default: (await loadInTime(import('../ui/ToastStack.tsx'))).ToastStack }));
const MessageDialog = lazy(async () => ({
  default: (await loadInTime(import('../ui/MessageDialog.tsx'))).MessageDialog,
}));

export function Root() {
  const ended = useStore(sessionEnded);
  return (
    <>
      <DialogsClosed value={ended !== undefined}>
        <Suspense>
          <Outlet />
        </Suspense>
      </DialogsClosed>
      <Suspense>
        {ended === 'customer' && <SessionEnded />}
        {ended === 'staff' && <StaffSessionEnded />}
        <Toasts />
      </Suspense>
    </>
  );
}

/** The texts and the single OK button are fixed by the specification (section 8). */
function SessionEnded() {
  const t = useTranslations('session.ended');
  const router = useRouter();
  const leave = () => {
    sessionEnded.set(undefined);
    forgetSession('ended');
    void router.navigate({ to: paths.login });
  };
  return <MessageDialog title={t('title')} text={t('text')} label={t('ok')} onDone={leave} />;
}

function StaffSessionEnded() {
  const t = useTranslations('manage.ended');
  const leave = () => {
    forgetStaff('ended');
    location.reload();
  };
  return <MessageDialog title={t('title')} text={t('text')} label={t('ok')} onDone={leave} />;
}

function Toasts() {
  const toast = useToast();
  const [used, setUsed] = useState(false);
  if (toast && !used) setUsed(true);
  return used && <ToastStack toast={toast} standing={standing} />;
}
