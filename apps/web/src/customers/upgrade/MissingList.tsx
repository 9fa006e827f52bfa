import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SendForCheckLink } from '../kyc/kyc.tsx';
import type { Readiness } from './upgrade.api.ts';

const kinds = { not_provided: 'warning', in_review: 'info', rejected: 'danger' } as const;

export function MissingList({ missing }: { missing: Readiness['missing'] }) {
  const t = useTranslations('upgrade.missing');
  return (
    <Card title={t('title')}>
      <p className="text-small text-text-muted">{t('text')}</p>
      <ul className="mt-2 divide-y divide-line">
        {missing.map(({ key, title, state, reason }) => (
          <li key={key} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span>
              {title}
              {reason && <span className="block text-small text-text-muted">{reason}</span>}
            </span>
            <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
          </li>
        ))}
      </ul>
      <SendForCheckLink />
    </Card>
  );
}
