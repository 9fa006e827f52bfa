import type { VisitView } from '@larkmere/contract/platform/visit';
import { Eye, LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { logout } from '../../platform/session/session.ts';
import { leaveVisit } from '../../platform/session/visit.ts';
import { Countdown } from '../../ui/Countdown.tsx';

const announcedAt = [300, 60, 10];

/**
 * Whose account staff look at, and for how long. The bar is above dialogs and in the colours of the light theme in every
 * theme; styles/visit.css makes room for it.
 */
export function VisitFrame({ visit, name, code }: { visit: VisitView; name: string; code: string }) {
  const t = useTranslations('visit');
  const leave = () => leaveVisit(visit);
  useEffect(() => {
    document.documentElement.dataset.visit = visit.mode;
    return () => {
      delete document.documentElement.dataset.visit;
    };
  }, [visit.mode]);
  return (
    <>
      <div aria-hidden className="visit-edge" data-theme="light" data-print="no" />
      <section aria-label={t('label')} className="visit-bar" data-theme="light" data-print="no">
        <Eye size={20} className="shrink-0 max-sm:hidden" aria-hidden />
        <p className="min-w-0 flex-1 max-sm:text-caption">
          <strong className="font-bold">{t('viewing', { name, code })}</strong>{' '}
          <span className="max-lg:hidden">{t('recorded')}</span>
        </p>
        <span className="visit-mode">{t(`mode.${visit.mode}`)}</span>
        <span className="max-md:hidden">
          {t('ticket')} <strong className="font-bold">{visit.ticket}</strong>
        </span>
        <span className="max-md:hidden">{visit.staffName}</span>
        <span className="flex items-center gap-2">
          <span className="text-h2">
            <Countdown until={Date.parse(visit.endsAt)} onEnd={leave} announceAt={announcedAt} />
          </span>
          <span className="text-caption leading-tight max-lg:hidden">{t('left')}</span>
        </span>
        <LeaveButton onLeft={leave} />
      </section>
    </>
  );
}

/** Also when the session has ended already, or cannot be reached: nothing of the customer stays on the screen. */
function LeaveButton({ onLeft }: { onLeft: () => void }) {
  const t = useTranslations('visit');
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    if (isLeaving) return;
    setIsLeaving(true);
    logout().then(onLeft, onLeft);
  };
  return (
    <button type="button" aria-disabled={isLeaving} onClick={leave} className="visit-leave">
      <LogOut size={18} aria-hidden className="max-sm:hidden" />
      {t('leave')}
    </button>
  );
}
