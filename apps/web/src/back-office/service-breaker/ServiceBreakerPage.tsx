import { allows } from '@larkmere/contract/back-office/permissions';
import type { BreakerView } from '@larkmere/contract/back-office/service-breaker';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DecisionDialog } from '../parts/parts.ts';
import { DecidedRequests, WaitingRequests } from './BreakerRequests.tsx';
import { type BreakerAction, BreakerTable } from './BreakerTable.tsx';
import { FiguresDialog } from './FiguresDialog.tsx';
import { ForceOffDialog } from './ForceOffDialog.tsx';
import { type BreakerChange, breakersQuery, useChangeBreaker } from './service-breaker.api.ts';

export function ServiceBreakerPage() {
  const t = useTranslations('manageServiceBreaker');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(breakersQuery);
  const { permissions } = useStaffSession();
  const [open, setOpen] = useState<{ action: BreakerAction; breaker: BreakerView }>();
  if (!data && error)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="row" count={8} />;
  const canAct = allows(permissions, ['service_breaker', 'act']);
  const close = () => setOpen(undefined);
  return (
    <div className="grid gap-5">
      <p className="text-text-muted">{t('about')}</p>
      <WaitingRequests
        document={data}
        canDecide={canAct}
        canApprove={allows(permissions, ['service_control', 'approve'])}
      />
      <Card flush>
        <BreakerTable
          breakers={data.list}
          canAct={canAct}
          canSetFigures={allows(permissions, ['service_control', 'act'])}
          onAction={(action, breaker) => setOpen({ action, breaker })}
        />
      </Card>
      <DecidedRequests document={data} />
      {open?.action === 'off' && <ForceOffDialog breaker={open.breaker} onClose={close} />}
      {open?.action === 'on' && <TurnOnDialog breaker={open.breaker} onClose={close} />}
      {open?.action === 'figures' && <FiguresDialog breaker={open.breaker} onClose={close} />}
    </div>
  );
}

function TurnOnDialog({ breaker: { service, name, mode }, onClose }: { breaker: BreakerView; onClose: () => void }) {
  const t = useTranslations('manageServiceBreaker');
  const { mutateAsync } = useChangeBreaker();
  const modes = (['auto', 'forced_on'] as const).filter((each) => each !== mode);
  return (
    <DecisionDialog
      title={t('on.title', { service: name })}
      about={t('on.about')}
      fields={[
        { name: 'mode', label: t('on.mode'), options: modes.map((each) => ({ value: each, label: t(`on.${each}`) })) },
        { name: 'reason', label: t('reason'), missing: t('reasonMissing'), atLeast: 10 },
      ]}
      submitLabel={t('on.submit')}
      texts={{ failed: t('failedToSend'), again: t('again'), done: t('on.done') }}
      write={mutateAsync}
      toInput={(values, idempotency): BreakerChange => ({
        service,
        mode: values.mode === 'forced_on' ? 'forced_on' : 'auto',
        reason: values.reason ?? '',
        idempotency,
      })}
      onClose={onClose}
    />
  );
}
