import type { ClosureView } from '@larkmere/contract/customers/closure';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { HelpText } from '../../ui/HelpText.tsx';
import { blockerPage } from './blocker-page.ts';

export function ClosureBlockers({ blockers }: { blockers: ClosureView['blockers'] }) {
  const t = useTranslations('closure.blockers');
  const { userType } = useSession();
  if (blockers.length === 0) return null;
  return (
    <Card title={t('title')}>
      <p className="mb-2 text-text-muted">{t('text')}</p>
      <ul className="divide-y divide-line">
        {blockers.map(({ kind, count }) => {
          const page = blockerPage(kind, userType);
          return (
            <li key={kind} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span>
                <HelpText>{t(kind, { count })}</HelpText>
              </span>
              {page && (
                <Link {...linkTo(page)} className={linkClass} aria-label={`${t('see')}: ${t(kind, { count })}`}>
                  {t('see')}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
