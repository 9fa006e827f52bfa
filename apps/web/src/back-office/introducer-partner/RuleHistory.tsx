import type { PartnerRuleChange } from '@larkmere/contract/back-office/partner-rule';
import { allows } from '@larkmere/contract/back-office/permissions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog, StaffTable } from '../parts/parts.ts';
import { type RuleDecision, useDecideRule } from './partner-rule.api.ts';
import { toPercent } from './percent.ts';

export function RuleHistory({ id, changes }: { id: string; changes: readonly PartnerRuleChange[] }) {
  const t = useTranslations('manageCustomer.partner.history');
  const { at } = useDateTimeTexts();
  const [called, setCalled] = useState<PartnerRuleChange>();
  const isWaiting = changes.some(({ state }) => state === 'proposed');
  return (
    <Card flush title={t('title')}>
      <StaffTable<PartnerRuleChange>
        caption={t('title')}
        rows={changes}
        keyOf={({ uid }) => uid}
        columns={[
          { key: 'rule', title: t('rule'), cell: (change) => <Rule change={change} /> },
          {
            key: 'state',
            title: t('state'),
            cell: (change) => <State change={change} onCallOff={isWaiting ? undefined : () => setCalled(change)} />,
          },
          { key: 'reason', title: t('reason'), cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
          {
            key: 'proposed',
            title: t('proposed'),
            cell: ({ proposedBy, proposedAt }) => <Person name={proposedBy} when={at(proposedAt)} />,
          },
          {
            key: 'decided',
            title: t('decided'),
            cell: ({ decidedBy, decidedAt, note }) =>
              decidedAt ? <Person name={decidedBy ?? ''} when={at(decidedAt)} note={note} /> : '–',
          },
        ]}
      />
      {called && <CallOffDialog id={id} change={called} onClose={() => setCalled(undefined)} />}
    </Card>
  );
}

function Rule({ change: { rule } }: { change: PartnerRuleChange }) {
  const t = useTranslations('manageCustomer.partner');
  return rule
    ? t('history.summary', { exchange: `${toPercent(rule.exchangeBps)}%`, payment: `${toPercent(rule.paymentBps)}%` })
    : t('terms.callOff');
}

type StateProps = { change: PartnerRuleChange; onCallOff: (() => void) | undefined };

function State({ change: { state, startsAt }, onCallOff }: StateProps) {
  const t = useTranslations('manageCustomer.partner');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const kind = state === 'live' ? 'success' : state === 'proposed' || state === 'scheduled' ? 'info' : 'neutral';
  return (
    <span className="grid justify-items-start gap-1">
      <StatusPill kind={kind}>{t(`history.states.${state}`, { when: startsAt ? at(startsAt) : '' })}</StatusPill>
      {state === 'scheduled' && onCallOff && allows(permissions, ['introducer_partners', 'act']) && (
        <LinkButton onClick={onCallOff}>{t('callOff')}</LinkButton>
      )}
    </span>
  );
}

const Person = ({ name, when, note }: { name: string; when: string; note?: string | null }) => (
  <span className="grid">
    {name}
    <span className="text-caption text-text-muted">{when}</span>
    {note && <span className="wrap-anywhere">{note}</span>}
  </span>
);

function CallOffDialog({ id, change, onClose }: { id: string; change: PartnerRuleChange; onClose: () => void }) {
  const t = useTranslations('manageCustomer.partner');
  const decide = useDecideRule(id);
  return (
    <DecisionDialog<RuleDecision>
      title={t('callOff')}
      about={t('callOffAbout')}
      fields={[{ name: 'reason', label: t('form.reason'), missing: t('form.reasonMissing'), atLeast: 10 }]}
      submitLabel={t('callOff')}
      texts={{ failed: t('form.failed'), again: t('form.again'), done: t('form.done') }}
      write={decide.mutateAsync}
      toInput={({ reason = '' }, idempotency) => ({ verb: 'callOff', uid: change.uid, reason, idempotency })}
      onClose={onClose}
    />
  );
}
