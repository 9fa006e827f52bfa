import type { StaffMemberCheck } from '@larkmere/contract/back-office/member-check-review';
import type { KycItemReason } from '@larkmere/contract/customers/kyc-event';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog, type DecisionField } from '../parts/parts.ts';
import { CaseConcerns } from './CaseConcerns.tsx';
import { itemKinds } from './CaseItems.tsx';
import { type MemberDecision, memberChecksQuery, useDecideMember } from './customer.api.ts';
import { ItemAnswers } from './ItemAnswers.tsx';
import { ItemFiles } from './ItemFiles.tsx';

/** The identity checks of people who joined the customer, above that of the customer. */
export function MemberChecks({ id }: { id: string }) {
  const { data, error } = useQuery(memberChecksQuery(id));
  if (error && !data) return <Notice kind="danger">{failureText(error)}</Notice>;
  return data?.list.map((check) => <MemberCheck key={check.uid} id={id} check={check} />);
}

const kinds: Record<StaffMemberCheck['state'], StatusKind> = {
  to_send: 'neutral',
  in_review: 'warning',
  rejected: 'neutral',
  verified: 'success',
};

type Props = { id: string; check: StaffMemberCheck };

function MemberCheck({ id, check }: Props) {
  const t = useTranslations('manageCustomer.memberCheck');
  const caseTexts = useTranslations('manageCustomer.case');
  const roles = useTranslations('userManagement.role');
  const { at } = useDateTimeTexts();
  const [verb, setVerb] = useState<MemberDecision['verb']>();
  const [isOpen, setIsOpen] = useState(check.state === 'in_review');
  const { name, email, role, state, submittedAt, items, hits, differences, allowed } = check;
  return (
    <Card title={t('title', { name })}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2 text-small">
          <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
          <span className="wrap-anywhere">{email}</span>
          <span className="text-text-muted">
            {submittedAt ? t('sent', { role: roles(role), at: at(submittedAt) }) : roles(role)}
          </span>
        </div>
        {state !== 'verified' && <CaseConcerns hits={hits} differences={differences} />}
        {isOpen ? (
          items.map((item) => (
            <section
              key={item.uid}
              aria-label={item.title}
              className="grid items-start gap-4 border-t border-line pt-4 lg:grid-cols-[22rem_minmax(0,1fr)]"
            >
              <div className="grid gap-2">
                <h3 className="flex flex-wrap items-center gap-2 font-bold">
                  {item.title}
                  <StatusPill kind={itemKinds[item.state]}>{caseTexts(`state.${item.state}`)}</StatusPill>
                </h3>
                <ItemAnswers item={item} />
              </div>
              {item.documentsMax > 0 && <ItemFiles item={item} />}
            </section>
          ))
        ) : (
          <Button kind="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
            {t('show')}
          </Button>
        )}
        {allowed.length > 0 && (
          <div className="flex flex-wrap gap-3">
            {allowed.includes('confirm') && (
              <Button kind={state === 'in_review' ? 'primary' : 'secondary'} onClick={() => setVerb('confirm')}>
                {t(state === 'in_review' ? 'confirm' : 'confirmInPerson')}
              </Button>
            )}
            {allowed.includes('ask_again') && (
              <Button kind="secondary" onClick={() => setVerb('askAgain')}>
                {t('askAgain')}
              </Button>
            )}
          </div>
        )}
        {verb === 'confirm' && <ConfirmDialog id={id} check={check} onClose={() => setVerb(undefined)} />}
        {verb === 'askAgain' && <AskAgainDialog id={id} check={check} onClose={() => setVerb(undefined)} />}
      </div>
    </Card>
  );
}

type DialogProps = Props & { onClose: () => void };

function useDialogTexts() {
  const t = useTranslations('manageCustomer.memberCheck.dialog');
  const shared = useTranslations('manageCustomer.payment');
  const note: DecisionField = { name: 'note', label: t('note'), missing: t('noteMissing'), atLeast: 10, atMost: 500 };
  return { note, failed: shared('failed'), again: shared('again') };
}

function ConfirmDialog({ id, check, onClose }: DialogProps) {
  const t = useTranslations('manageCustomer.memberCheck.dialog');
  const { note, ...texts } = useDialogTexts();
  const decide = useDecideMember(id);
  const { uid, name, state, hits, differences } = check;
  const isDoubted = hits.length > 0 || differences.length > 0;
  const about = state === 'in_review' ? (isDoubted ? 'confirmDoubted' : 'confirmAbout') : 'confirmInPersonAbout';
  return (
    <DecisionDialog<MemberDecision>
      title={t('confirm', { name })}
      about={t(about, { name })}
      fields={[note]}
      submitLabel={t('confirmSubmit')}
      texts={{ ...texts, done: t('confirmed') }}
      write={decide.mutateAsync}
      toInput={({ note: text = '' }, idempotency) => ({ verb: 'confirm', id: uid, note: text, idempotency })}
      onClose={onClose}
    />
  );
}

const reasons: readonly KycItemReason[] = [
  'unreadable',
  'cut_off',
  'expired',
  'wrong_document',
  'name_differs',
  'address_differs',
  'face_differs',
  'details_incomplete',
];

/** One choice for each item; those that are in order stay. */
function AskAgainDialog({ id, check, onClose }: DialogProps) {
  const t = useTranslations('manageCustomer.memberCheck.dialog');
  const itemReasons = useTranslations('manageCustomer.case.itemReasons');
  const { note, ...texts } = useDialogTexts();
  const decide = useDecideMember(id);
  const items = check.items.filter(({ state }) => state === 'in_review');
  const fields = items.map(
    ({ uid, title }): DecisionField => ({
      name: uid,
      label: title,
      options: [{ value: '', label: t('inOrder') }, ...reasons.map((value) => ({ value, label: itemReasons(value) }))],
    }),
  );
  return (
    <DecisionDialog<MemberDecision>
      title={t('askAgain', { name: check.name })}
      about={t('askAgainAbout')}
      fields={[...fields, note]}
      submitLabel={t('askAgainSubmit')}
      texts={{ ...texts, done: t('asked') }}
      write={decide.mutateAsync}
      toInput={({ note: text = '', ...chosen }, idempotency) => ({
        verb: 'askAgain',
        id: check.uid,
        items: items.flatMap(({ uid: item }) =>
          chosen[item] ? [{ item, reasonCode: chosen[item] as KycItemReason }] : [],
        ),
        note: text,
        idempotency,
      })}
      onClose={onClose}
    />
  );
}
