import { allows } from '@larkmere/contract/back-office/permissions';
import type { StaffReferral } from '@larkmere/contract/back-office/referral-review';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog, type DecisionField, StaffTable, staffPaths, TabQuery } from '../parts/parts.ts';
import { type AppealDecision, referralsQuery, useDecideAppeal } from './customer.api.ts';

type Verb = 'accept' | 'decline';
type Appealed = StaffReferral & Readonly<{ appeal: NonNullable<StaffReferral['appeal']> }>;

export function ReferralsTab({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.referral');
  const { at } = useDateTimeTexts();
  const { day } = useDateText();
  const [open, setOpen] = useState<Readonly<{ referral: Appealed; verb: Verb }>>();
  return (
    <TabQuery query={referralsQuery(id)}>
      {({ list }) => (
        <Card flush>
          {list.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <StaffTable<StaffReferral>
              caption={t('name')}
              rows={list}
              keyOf={({ uid }) => uid}
              columns={[
                { key: 'who', title: t('who'), cell: (referral) => <Person {...referral} /> },
                {
                  key: 'state',
                  title: t('state'),
                  cell: (referral) => (
                    <span className="grid max-w-md justify-items-start gap-1">
                      <Step {...referral} />
                      <span className="text-caption text-text-muted">{t('by', { day: day(referral.completeBy) })}</span>
                      <Appeal
                        referral={referral}
                        onDecide={(verb, appealed) => setOpen({ verb, referral: appealed })}
                      />
                    </span>
                  ),
                },
                {
                  key: 'reward',
                  title: t('reward'),
                  isNumber: true,
                  cell: ({ reward, offer }) => (
                    <span className="grid">
                      <MoneyAmount value={reward} size="sm" />
                      <span className="text-caption text-text-muted">{offer}</span>
                    </span>
                  ),
                },
                { key: 'joined', title: t('joined'), isNumber: true, cell: ({ registeredAt }) => at(registeredAt) },
              ]}
            />
          )}
          {open && <AppealDecisionDialog id={id} {...open} onClose={() => setOpen(undefined)} />}
        </Card>
      )}
    </TabQuery>
  );
}

function Person({ role, customer: { uid, name, memberCode } }: StaffReferral) {
  const t = useTranslations('manageCustomer.referral');
  return (
    <span className="grid">
      <Link to={staffPaths.customer(uid)} className={linkClass}>
        {name}
      </Link>
      <span className="figures text-caption text-text-muted">
        {memberCode} · {t(`role.${role}`)}
      </span>
    </span>
  );
}

function Step({ state, reason }: StaffReferral) {
  const t = useTranslations('manageCustomer.referral');
  const kind = state === 'paid' ? 'success' : state === 'not_eligible' ? 'danger' : 'info';
  return (
    <>
      <StatusPill kind={kind}>{t(`step.${state}`)}</StatusPill>
      {reason && <span>{t(`reason.${reason}`)}</span>}
    </>
  );
}

type AppealProps = { referral: StaffReferral; onDecide: (verb: Verb, referral: Appealed) => void };

function Appeal({ referral, onDecide }: AppealProps) {
  const t = useTranslations('manageCustomer.referral');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const { appeal } = referral;
  if (!appeal) return null;
  const { state, text, requestedAt, decidedBy, answer } = appeal;
  const decide = (verb: Verb) => (
    <LinkButton onClick={() => onDecide(verb, { ...referral, appeal })}>{t(verb)}</LinkButton>
  );
  return (
    <span className="grid gap-0.5 border-l-2 border-line pl-3">
      <span className="text-caption text-text-muted">{t('appeal', { day: at(requestedAt) })}</span>
      <span>{text ?? t('erased')}</span>
      {state !== 'open' && (
        <span className="text-caption text-text-muted">
          {t(`decided.${state}`, { name: decidedBy ?? '', answer: answer ?? '' })}
        </span>
      )}
      {state === 'open' && allows(permissions, ['referrals', 'act']) && (
        <span className="flex gap-3">
          {decide('accept')}
          {decide('decline')}
        </span>
      )}
    </span>
  );
}

type DialogProps = { id: string; referral: Appealed; verb: Verb; onClose: () => void };

function AppealDecisionDialog({ id, referral, verb, onClose }: DialogProps) {
  const t = useTranslations('manageCustomer.referral');
  const shared = useTranslations('manageCustomer.payment');
  const decide = useDecideAppeal(id);
  const { uid } = referral.appeal;
  const answerField: DecisionField = { name: 'answer', label: t('answer'), missing: t('answerMissing'), atLeast: 10 };
  return (
    <DecisionDialog<AppealDecision>
      title={t(`title.${verb}`)}
      about={t(`about.${verb}`, { name: referral.customer.name })}
      fields={verb === 'decline' ? [answerField] : []}
      submitLabel={t(verb)}
      isDanger={verb === 'decline'}
      texts={{ failed: shared('failed'), again: shared('again'), done: t(`done.${verb}`) }}
      write={decide.mutateAsync}
      toInput={({ answer = '' }, idempotency) => ({ uid, idempotency, ...(verb === 'decline' && { answer }) })}
      onClose={onClose}
    />
  );
}
