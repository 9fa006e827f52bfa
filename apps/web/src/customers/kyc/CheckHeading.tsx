import type { KycStateView } from '@larkmere/contract/customers/kyc';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { countSteps } from './item-progress.ts';

/** The state is red unless the customer is verified, and always in words. */
export function CheckHeading({ state: { level, status, requirements } }: { state: KycStateView }) {
  const t = useTranslations('kycPage');
  const states = useTranslations('kyc');
  const { isSent, done } = countSteps(status, requirements);
  const total = requirements.length;
  const text = t(isSent ? 'sent' : 'ready', { done: String(done), total: String(total) });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageHeading title={t(`title.${level}`)} />
        <span role="status">
          <StatusPill kind={status.startsWith('approved') ? 'success' : 'danger'}>
            {states('label', { status: states(`status.${status}`) })}
          </StatusPill>
        </span>
      </div>
      <div className="flex max-w-[680px] items-center gap-3 text-small text-text-muted">
        <ProgressBar value={done} max={total} label={text} />
        <span aria-hidden className="shrink-0">
          {text}
        </span>
      </div>
    </div>
  );
}

/** The right column stands below the list on the phone. */
export const Columns = ({ children, side }: { children: ReactNode; side: ReactNode }) => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
    <div className="grid min-w-0 gap-5">{children}</div>
    <aside className="grid gap-4">{side}</aside>
  </div>
);
