import type { StaffFactorReset } from '@larkmere/contract/back-office/factor-reset-review';
import type { FactorResetRefusal } from '@larkmere/contract/customers/factor-reset';
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
import { FilePanel } from '../file/file.ts';
import { DecisionDialog, type DecisionField } from '../parts/parts.ts';
import { factorResetsQuery, type ResetDecision, useDecideReset } from './customer.api.ts';

const openStates: readonly StaffFactorReset['state'][] = ['requested', 'submitted', 'approved'];

/** Requests of people who lost the second factor, above the identity check that their photos are compared with. */
export function FactorResets({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.factorReset');
  const { data, error } = useQuery(factorResetsQuery(id));
  if (error && !data) return <Notice kind="danger">{failureText(error)}</Notice>;
  const list = data?.list ?? [];
  const open = list.filter(({ state }) => openStates.includes(state));
  const earlier = list.filter((reset) => !open.includes(reset));
  return (
    <>
      {open.map((reset) => (
        <OpenReset key={reset.uid} id={id} reset={reset} />
      ))}
      {earlier.length > 0 && (
        <Card title={t('earlier')}>
          <ul className="divide-y divide-line text-small">
            {earlier.map((reset) => (
              <li key={reset.uid} className="py-2">
                <ResetFacts reset={reset} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

const kinds: Record<StaffFactorReset['state'], StatusKind> = {
  requested: 'neutral',
  submitted: 'warning',
  approved: 'info',
  applied: 'success',
  refused: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
};

function ResetFacts({ reset }: { reset: StaffFactorReset }) {
  const t = useTranslations('manageCustomer.factorReset');
  const { at } = useDateTimeTexts();
  const { state, person, requestedAt, submittedAt, expiresAt, appliesAt, decidedAt, decidedBy, note } = reset;
  const facts = [
    t('asked', { at: at(requestedAt) }),
    submittedAt && t('sent', { at: at(submittedAt) }),
    state === 'submitted' && t('due', { at: at(expiresAt) }),
    decidedAt && t('decided', { name: decidedBy ?? '', at: at(decidedAt) }),
    state === 'approved' && appliesAt && t('applies', { at: at(appliesAt) }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <div className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
        <span>{person.name}</span>
      </span>
      <span className="text-text-muted">{facts.join(' · ')}</span>
      {note && <span className="wrap-anywhere">{note}</span>}
    </div>
  );
}

type OpenProps = { id: string; reset: StaffFactorReset };

function OpenReset({ id, reset }: OpenProps) {
  const t = useTranslations('manageCustomer.factorReset');
  const [verb, setVerb] = useState<ResetDecision['verb']>();
  const { person, state, selfieNumber, concerns, documents, allowed } = reset;
  return (
    <Card title={t('title', { name: person.name })}>
      <div className="grid gap-4">
        <div className="text-small">
          <ResetFacts reset={reset} />
        </div>
        {concerns.length > 0 && (
          <Notice kind="warning" title={t('concerns')}>
            <ul>
              {concerns.map((concern) => (
                <li key={concern}>{t(`concern.${concern}`)}</li>
              ))}
            </ul>
          </Notice>
        )}
        {state === 'submitted' && (
          <div className="text-small">
            <h3 className="font-semibold">{t('compare')}</h3>
            <ul className="list-disc pl-5">
              <li>{t('checks.face')}</li>
              <li>{t('checks.document')}</li>
              <li>{t('checks.number', { code: selfieNumber })}</li>
            </ul>
          </div>
        )}
        <ResetFiles documents={documents} />
        {allowed.length > 0 && (
          <div className="flex flex-wrap gap-3">
            {allowed.includes('approve') && <Button onClick={() => setVerb('approve')}>{t('approve')}</Button>}
            {allowed.includes('refuse') && (
              <Button kind="secondary" onClick={() => setVerb('refuse')}>
                {t(state === 'approved' ? 'stop' : 'refuse')}
              </Button>
            )}
          </div>
        )}
        {verb && <ResetDecisionDialog id={id} reset={reset} verb={verb} onClose={() => setVerb(undefined)} />}
      </div>
    </Card>
  );
}

function ResetFiles({ documents }: Pick<StaffFactorReset, 'documents'>) {
  const t = useTranslations('manageCustomer.factorReset');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {documents.map(({ uid, item, name, mediaType, state }) =>
        state === 'received' || state === 'accepted' ? (
          <FilePanel
            key={uid}
            path={`/v1/manage/kyc/document/${uid}/file`}
            name={`${t(`item.${item}`)}: ${name}`}
            mediaType={mediaType}
          />
        ) : (
          <p key={uid} className="text-small text-text-muted">
            {t(state === 'refused' ? 'fileRefused' : 'fileScanned', { name })}
          </p>
        ),
      )}
    </div>
  );
}

type DialogProps = OpenProps & { verb: ResetDecision['verb']; onClose: () => void };

const reasons: readonly FactorResetRefusal[] = ['not_proven', 'unreadable', 'not_requested'];

function ResetDecisionDialog({ id, reset, verb, onClose }: DialogProps) {
  const t = useTranslations('manageCustomer.factorReset');
  const shared = useTranslations('manageCustomer.payment');
  const decide = useDecideReset(id);
  const { uid, person } = reset;
  const { name } = person;
  const note: DecisionField = {
    name: 'note',
    label: t('dialog.note'),
    missing: t('dialog.noteMissing'),
    atLeast: 10,
    atMost: 500,
  };
  const reason: DecisionField = {
    name: 'reasonCode',
    label: t('dialog.reason'),
    options: reasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
  };
  const isApproval = verb === 'approve';
  return (
    <DecisionDialog<ResetDecision>
      title={t(`dialog.${verb}`, { name })}
      about={t(isApproval ? 'dialog.approveAbout' : 'dialog.refuseAbout', { name })}
      fields={isApproval ? [note] : [reason, note]}
      submitLabel={t(verb)}
      isDanger={!isApproval}
      texts={{
        failed: shared('failed'),
        again: shared('again'),
        done: t(isApproval ? 'dialog.approved' : 'dialog.refused'),
      }}
      write={decide.mutateAsync}
      toInput={({ reasonCode, note: text = '' }, idempotency) =>
        isApproval
          ? { verb, uid, note: text, idempotency }
          : { verb, uid, note: text, reasonCode: reasonCode as FactorResetRefusal, idempotency }
      }
      onClose={onClose}
    />
  );
}
