import type { StaffContactRecovery } from '@larkmere/contract/back-office/contact-recovery';
import { allows } from '@larkmere/contract/back-office/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog, type DecisionField } from '../parts/parts.ts';
import {
  contactRecoveriesQuery,
  useApproveRecovery,
  useRefuseRecovery,
  useWithdrawRecovery,
} from './contact-recovery.api.ts';

/** What is open for people of this customer, and what ended in the last week. Nothing without any. */
export function ContactRecoveries({ customerId }: { customerId: string }) {
  const t = useTranslations('manageHelp.recovery');
  const { permissions } = useStaffSession();
  const { data, error, refetch } = useQuery({
    ...contactRecoveriesQuery(customerId),
    enabled: allows(permissions, ['sub_users', 'view']),
  });
  if (error && !data)
    return <ErrorState title={t('failedToLoad')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data || data.list.length === 0) return null;
  const mayAct = allows(permissions, ['sub_users', 'act']);
  return (
    <Card title={t('title')}>
      <ul className="grid gap-5 divide-y divide-line [&>li+li]:pt-5" aria-label={t('title')}>
        {data.list.map((recovery) => (
          <li key={recovery.uid}>
            <Recovery customerId={customerId} recovery={recovery} mayAct={mayAct} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const pillKinds = {
  prepared: 'warning',
  approved: 'info',
  confirming: 'info',
  confirmed: 'success',
  refused: 'neutral',
  withdrawn: 'neutral',
  stopped: 'danger',
  lapsed: 'neutral',
} as const;

type Props = { customerId: string; recovery: StaffContactRecovery; mayAct: boolean };

function Recovery({ customerId, recovery, mayAct }: Props) {
  const t = useTranslations('manageHelp.recovery');
  const { at } = useDateTimeTexts();
  const { name, newEmail, newPhone, state, reason, preparedBy, preparedAt, approvedBy, approvalNote } = recovery;
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{name}</strong>
        <StatusPill kind={pillKinds[state]}>{t(`states.${state}`)}</StatusPill>
        <span className="text-small text-text-muted">{useTimeText(recovery)}</span>
      </p>
      <SummaryList
        rows={[
          {
            label: t('newContact'),
            value: (
              <span className="grid wrap-anywhere">
                <span>{newEmail}</span>
                {newPhone && <span className="figures">{newPhone}</span>}
              </span>
            ),
          },
          { label: t('preparedBy'), value: t('preparedText', { name: preparedBy, when: at(preparedAt), reason }) },
          ...(approvedBy
            ? [{ label: t('approvedBy'), value: t('approvedText', { name: approvedBy, note: approvalNote ?? '' }) }]
            : []),
        ]}
      />
      {mayAct && <RecoveryButtons customerId={customerId} recovery={recovery} />}
    </div>
  );
}

function useTimeText({ state, deadlineAt, endedAt }: StaffContactRecovery): string {
  const t = useTranslations('manageHelp.recovery');
  const { at } = useDateTimeTexts();
  if (endedAt) return t('ended', { when: at(endedAt) });
  return deadlineAt ? t(`when.${state as 'prepared' | 'approved' | 'confirming'}`, { when: at(deadlineAt) }) : '';
}

type Verb = 'approve' | 'refuse' | 'withdraw';

function RecoveryButtons({ customerId, recovery }: Omit<Props, 'mayAct'>) {
  const t = useTranslations('manageHelp');
  const [open, setOpen] = useState<Verb>();
  const write = {
    approve: useApproveRecovery(customerId).mutateAsync,
    refuse: useRefuseRecovery(customerId).mutateAsync,
    withdraw: useWithdrawRecovery(customerId).mutateAsync,
  };
  const { uid, name, newEmail, newPhone, state, canDecide, canWithdraw } = recovery;
  const contact = [newEmail, newPhone].filter(Boolean).join(', ');
  const note: DecisionField = {
    name: 'note',
    label: t(open === 'approve' ? 'recovery.approveNote' : 'recovery.note'),
    missing: t('reasonMissing'),
    atLeast: 10,
  };
  const verbs: readonly Verb[] = [
    ...(canDecide ? (['approve', 'refuse'] as const) : []),
    ...(canWithdraw ? (['withdraw'] as const) : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {verbs.map((verb) => (
        <Button key={verb} kind={verb === 'approve' ? 'primary' : 'secondary'} onClick={() => setOpen(verb)}>
          {t(`recovery.${verb}`)}
        </Button>
      ))}
      {state === 'prepared' && !canDecide && <p className="text-small text-text-muted">{t('recovery.own')}</p>}
      {open && (
        <DecisionDialog
          title={`${t(`recovery.${open}`)}: ${name}`}
          {...(open === 'approve' && { about: t('recovery.approveAbout', { contact }) })}
          submitLabel={t(`recovery.${open}`)}
          fields={[note]}
          texts={{ failed: t('failed'), again: t('again'), done: t('recovery.done') }}
          write={write[open]}
          toInput={({ note: text = '' }, idempotency) => ({ uid, note: text, idempotency })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
