import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PendingStatus } from '../../ui/PendingStatus.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import type { Readiness } from './upgrade.api.ts';

const kinds: Record<UpgradeState, StatusKind> = {
  requested: 'info',
  kyc_gap: 'warning',
  reviewing: 'info',
  opening_accounts: 'info',
  done: 'success',
  refused: 'danger',
};

export function UpgradeProgress({ upgrade }: { upgrade: NonNullable<Readiness['upgrade']> }) {
  const t = useTranslations('upgrade');
  const { at } = useDateTimeTexts();
  const { state, reason, waiting, timeline, reference } = upgrade;
  return (
    <Card title={t('progress')} action={<StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>}>
      <p className="mb-4 text-small text-text-muted">{t('reference', { reference })}</p>
      {reason ? (
        <Notice kind="danger" title={reason} />
      ) : (
        <Timeline
          items={timeline.map((step, place) => ({
            title: t(`state.${step.state}`),
            state: place === timeline.length - 1 ? 'now' : 'done',
            at: at(step.at),
          }))}
        />
      )}
      {waiting && <PendingStatus standing={waiting} />}
    </Card>
  );
}
