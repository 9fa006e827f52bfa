import { Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useSession } from '../../platform/session/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** In place of a screen that staff may not use for a customer. */
export function ClosedPage() {
  const t = useTranslations('visit');
  const { visit } = useSession();
  useSetPageTitle(t('closedTitle'));
  return (
    <EmptyState title={t('closedTitle')} icon={<Lock size={22} />}>
      {t(visit?.mode === 'assist' ? 'closedText' : 'closedTextInView')}
    </EmptyState>
  );
}
