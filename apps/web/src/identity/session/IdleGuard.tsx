import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useIdleTimeout } from '../../platform/session/idle.ts';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { DialogsDeferred } from '../../ui/dialog-contexts.ts';
import { useLogout } from './use-logout.ts';

const TimerDialog = lazy(async () => ({ default: (await loadChunk(import('../../ui/TimerDialog.tsx'))).TimerDialog }));

/** A visit of staff has a fixed end, which its frame shows. */
export const IdleGuard = ({ children }: { children: ReactNode }) =>
  useSession().visit ? children : <CustomerIdleGuard>{children}</CustomerIdleGuard>;

function CustomerIdleGuard({ children }: { children: ReactNode }) {
  const t = useTranslations('session.idle');
  const { endsAt, stay } = useIdleTimeout(useSession().session.idleSeconds);
  const { mutate } = useLogout();
  const isWarning = endsAt !== undefined;
  useEffect(() => {
    if (isWarning) closeMenus();
  }, [isWarning]);
  return (
    <>
      <DialogsDeferred value={isWarning}>{children}</DialogsDeferred>
      {isWarning && (
        <Suspense>
          <TimerDialog
            layer="top"
            title={t('title')}
            text={t('text')}
            until={endsAt}
            extendLabel={t('stay')}
            onExtend={stay}
            leaveLabel={t('leave')}
            onLeave={() => mutate('logout')}
            onExpire={() => mutate('idle')}
          />
        </Suspense>
      )}
    </>
  );
}

/** An open popover is in the browser's top layer, which no dialog can cover. */
function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover();
}
