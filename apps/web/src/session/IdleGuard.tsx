import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useIdle } from '../kernel/idle.ts';
import { loadInTime } from '../ui/chunk.ts';
import { useLogout } from './use-logout.ts';

const TimerDialog = lazy(async () => ({ default: (await loadInTime(import('../ui/TimerDialog.tsx'))).TimerDialog }));

/** Warns a minute before a session without activity ends, and ends it when nobody answers. */
export function IdleGuard({ idleSeconds }: { idleSeconds: number }) {
  const t = useTranslations('session.idle');
  const { endsAt, stay } = useIdle(idleSeconds);
  const { mutate } = useLogout();
  if (endsAt === undefined) return null;
  return (
    <Suspense>
      <TimerDialog
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
  );
}
