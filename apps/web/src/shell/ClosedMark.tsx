import { Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSession } from '../platform/session/session.ts';
import { isScreenClosed } from '../platform/session/visit.ts';

export function useIsClosedInVisit(path: string): boolean {
  const { visit } = useSession();
  return visit !== null && isScreenClosed(path, visit.mode);
}

/** At a menu item that staff may not use for a customer; its page says why. */
export function ClosedMark() {
  const t = useTranslations('shell');
  return (
    <span title={t('closedToStaff')}>
      <Lock size={16} aria-hidden />
      <span className="sr-only">{t('closedToStaff')}</span>
    </span>
  );
}
