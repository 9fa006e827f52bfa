import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useIdle } from '../kernel/idle.ts';
import { useSession } from '../kernel/session.ts';
import { loadInTime } from '../ui/chunk.ts';
import { DialogsWaiting } from '../ui/dialogs-closed.ts';
import { useLogout } from './use-logout.ts';

const TimerDialog = lazy(async () => ({ default: (await loadInTime(import('../ui/TimerDialog.tsx'))).TimerDialog }));

export function IdleGuard({ children }: { children: ReactNode }) {
  const t = useTranslations('session.idle');
  const { endsAt, stay } = useIdle(useSession().session.idleSeconds);
  const { mutate } = useLogout();
  const isWarning = endsAt !== undefined;
  useEffect(() => {
    if (isWarning) closeMenus();
  }, [isWarning]);
  return (
    <>
      <DialogsWaiting value={isWarning}>{children}</DialogsWaiting>
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
