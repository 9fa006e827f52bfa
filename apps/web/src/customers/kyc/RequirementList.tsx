import type { KycStateView } from '@larkmere/contract/customers/kyc';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';

type Requirement = KycStateView['requirements'][number];

const kinds: Record<Requirement['state'], StatusKind> = {
  not_provided: 'neutral',
  in_review: 'info',
  verified: 'success',
  rejected: 'danger',
};
const texts = {
  not_provided: 'todo',
  in_review: 'in_review',
  verified: 'verifiedShort',
  rejected: 'rejected',
} as const;

/** For users who cannot see the answers. */
export function RequirementList({ requirements }: { requirements: readonly Requirement[] }) {
  const t = useTranslations('kycPage');
  return (
    <Card title={t('list')}>
      <ul className="divide-y divide-line">
        {requirements.map(({ key, title, state, reason }) => (
          <li key={key} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span>
              {title}
              {reason && <span className="block text-small text-text-muted">{reason}</span>}
            </span>
            <StatusPill kind={kinds[state]}>{t(`state.${texts[state]}`)}</StatusPill>
          </li>
        ))}
      </ul>
    </Card>
  );
}
