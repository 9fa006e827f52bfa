import type { BreakerRequest, FiguresChange, ServiceBreakers } from '@larkmere/contract/back-office/service-breaker';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { useDecideBreaker } from './service-breaker.api.ts';

type Props = {
  document: ServiceBreakers;
  /** Requests to turn a service on; figures take the right to approve. */
  canDecide: boolean;
  canApprove: boolean;
};

export function WaitingRequests({ document: { list, requests, changes }, canDecide, canApprove }: Props) {
  const t = useTranslations('manageServiceBreaker.requests');
  const waiting = requests.filter(({ state }) => state === 'waiting');
  if (waiting.length + changes.length === 0) return null;
  const nameOf = (service: string) => list.find((each) => each.service === service)?.name ?? service;
  return (
    <Card title={t('title')}>
      <ul className="divide-y divide-line">
        {waiting.map((request) => (
          <Item key={request.uid} request={request} mayDecide={canDecide}>
            <RequestText request={request} name={nameOf(request.service)} />
          </Item>
        ))}
        {changes.map((change) => (
          <Item key={change.uid} request={change} mayDecide={canApprove}>
            <FiguresText change={change} name={nameOf(change.service)} />
          </Item>
        ))}
      </ul>
    </Card>
  );
}

export function DecidedRequests({ document: { list, requests } }: Pick<Props, 'document'>) {
  const t = useTranslations('manageServiceBreaker.requests');
  const decided = requests.filter(({ state }) => state !== 'waiting');
  if (decided.length === 0) return null;
  return (
    <Card title={t('decided')}>
      <ul className="divide-y divide-line">
        {decided.map((request) => (
          <li key={request.uid} className="grid gap-1 py-3 first:pt-0">
            <span>
              <StatusPill kind={request.state === 'approved' ? 'success' : 'neutral'}>
                {t(`state.${request.state === 'approved' ? 'approved' : 'refused'}`, { name: request.decidedBy ?? '' })}
              </StatusPill>
            </span>
            <RequestText
              request={request}
              name={list.find(({ service }) => service === request.service)?.name ?? request.service}
            />
            {request.note && <p className="text-small wrap-anywhere">{request.note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RequestText({ request, name }: { request: BreakerRequest; name: string }) {
  const t = useTranslations('manageServiceBreaker.requests');
  const { at } = useDateTimeTexts();
  const { mode, test, reason, requestedBy, requestedAt } = request;
  const good = test.outcome === 'answered';
  return (
    <div className="grid gap-1 text-small">
      <p className="font-semibold">{t(`mode.${mode}`, { service: name })}</p>
      <p className={good ? 'text-success' : 'text-danger'}>
        {t(`test.${test.outcome}`, { status: String(test.status ?? ''), ms: String(test.latencyMs) })}
      </p>
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-text-muted">{t('by', { name: requestedBy, when: at(requestedAt) })}</p>
    </div>
  );
}

function FiguresText({ change, name }: { change: FiguresChange; name: string }) {
  const t = useTranslations('manageServiceBreaker');
  const { at } = useDateTimeTexts();
  const { changes, reason, proposedBy, proposedAt } = change;
  return (
    <div className="grid gap-1 text-small">
      <p className="font-semibold">{t('requests.figures', { service: name })}</p>
      {changes.map(({ figure, from, to }) => (
        <p key={figure}>{t('requests.figure', { figure: t(`change.${figure}`), from: from ?? '–', to: to ?? '–' })}</p>
      ))}
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-text-muted">{t('requests.by', { name: proposedBy, when: at(proposedAt) })}</p>
    </div>
  );
}

type ItemProps = { request: { uid: string; isOwn: boolean }; mayDecide: boolean; children: ReactNode };

function Item({ request: { uid, isOwn }, mayDecide, children }: ItemProps) {
  const t = useTranslations('manageServiceBreaker.requests');
  return (
    <li className="grid gap-3 py-3 first:pt-0">
      {children}
      {isOwn && <p className="text-small text-text-muted">{t('own')}</p>}
      {!isOwn && mayDecide && <Decision uid={uid} />}
    </li>
  );
}

function Decision({ uid }: { uid: string }) {
  const t = useTranslations('manageServiceBreaker');
  const [note, setNote] = useState<string>();
  const { mutateAsync } = useDecideBreaker();
  const sending = useIdempotentRequest(mutateAsync, () =>
    showToast({ kind: 'success', text: t(note === undefined ? 'requests.approved' : 'requests.refused') }),
  );
  const isShort = note !== undefined && note.trim().length < 10;
  const refuse = () => {
    if (note === undefined) setNote('');
    else if (!isShort) void sending.send({ uid, note: note.trim(), idempotency: sending.key });
  };
  return (
    <div className="grid gap-3">
      {note !== undefined && (
        <Field label={t('requests.note')} error={note !== '' && isShort ? t('reasonMissing') : undefined}>
          <TextInput value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
        </Field>
      )}
      <SubmitNotice submission={sending} refusedTitle={t('failedToSend')} retryText={t('again')} />
      <div className="flex flex-wrap gap-3">
        {note === undefined && (
          <Button busy={sending.sending} onClick={() => void sending.send({ uid, idempotency: sending.key })}>
            {t('requests.approve')}
          </Button>
        )}
        <Button kind="secondary" busy={note !== undefined && sending.sending} onClick={refuse}>
          {t('requests.refuse')}
        </Button>
      </div>
    </div>
  );
}
