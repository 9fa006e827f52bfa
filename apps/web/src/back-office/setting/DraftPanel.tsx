import type { NoticeOfRise, SettingDocument } from '@larkmere/contract/back-office/setting';
import type { SettingName, SettingSheet, SheetRow } from '@larkmere/contract/back-office/setting-sheets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDate, formatTime, toLocalDate } from '../../ui/date-text.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { EffectTable } from './EffectCard.tsx';
import { RiseNotice } from './RiseNotice.tsx';
import { effectQuery, useProposeSetting, useSplitSetting } from './setting.api.ts';
import { draftData, emptyDraft, type SettingDraft } from './setting-draft.ts';

type Props = {
  setting: SettingName;
  document: SettingDocument;
  sheet: SettingSheet;
  rows: readonly SheetRow[];
  draft: SettingDraft;
  /** What the price functions were asked with, after a pause in typing. */
  proposed: object;
  onChange: (draft: SettingDraft) => void;
};

/** Effect, time, reason, and the second person. */
export function DraftPanel({ setting, document: { version }, sheet, rows, draft, proposed, onChange }: Props) {
  const t = useTranslations('manageSetting');
  const rise = useTranslations('manageSetting.rise');
  const effect = useQuery(effectQuery(setting, version, { data: proposed as Record<string, unknown> }));
  return (
    <>
      <Card title={t('effect.title')}>
        {effect.data && <EffectTable effect={effect.data} />}
        {effect.isPending && <Skeleton shape="row" count={3} />}
        {effect.error && (
          <p className="text-small font-medium text-danger">
            {effect.error instanceof ApiError && effect.error.errors.length > 0
              ? t('effect.faults')
              : t('effect.failed')}
          </p>
        )}
      </Card>
      {effect.data?.notice && (
        <Card title={rise('title')}>
          <RiseNotice
            setting={setting}
            version={version}
            preview={{ data: asData(proposed) }}
            notice={effect.data.notice}
          />
        </Card>
      )}
      <ProposalForm
        setting={setting}
        sheet={sheet}
        rows={rows}
        draft={draft}
        notice={effect.data?.notice ?? null}
        onChange={onChange}
      />
    </>
  );
}

const asData = (data: object) => data as Record<string, never>;

type FormProps = Omit<Props, 'document' | 'proposed'> & { notice: NoticeOfRise | null };

function ProposalForm({ setting, sheet, rows, draft, notice, onChange }: FormProps) {
  const t = useTranslations('manageSetting.send');
  const [when, setWhen] = useState<'atOnce' | 'at'>('atOnce');
  const [time, setTime] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [laterId] = useState(newIdempotencyKey);
  const propose = useProposeSetting(setting);
  const split = useSplitSetting(setting);
  const finish = () => {
    showToast({ kind: 'success', text: t('sent') });
    onChange(emptyDraft);
  };
  const sending = useIdempotentRequest(propose.mutateAsync, finish);
  const splitting = useIdempotentRequest(split.mutateAsync, finish);
  const moment = when === 'at' ? new Date(time) : undefined;
  const isReasonMissing = reason.trim().length < 10;
  const faultOfTime = moment && timeFault(moment);
  const refusedTime =
    propose.error instanceof ApiError
      ? propose.error.errors.find(({ field }) => field === 'takesEffectAt')?.message
      : undefined;
  const data = asData(draftData(setting, draft, sheet, rows));
  const send = () => {
    setTried(true);
    if (isReasonMissing || faultOfTime) return;
    void sending.send({
      uid: sending.key,
      data,
      takesEffectAt: moment?.toISOString() ?? null,
      reason: reason.trim(),
      idempotency: sending.key,
    });
  };
  const sendSplit = () => {
    setTried(true);
    if (isReasonMissing) return;
    const { key } = splitting;
    void splitting.send({ data, uid: key, later: laterId, reason: reason.trim(), idempotency: key });
  };
  return (
    <Card title={t('when')}>
      <div className="grid gap-4">
        <Segmented
          label={t('when')}
          value={when}
          onChange={setWhen}
          options={[
            { value: 'atOnce', label: t('atOnce') },
            { value: 'at', label: t('at') },
          ]}
        />
        {when === 'at' && (
          <Field label={t('time')} error={tried && faultOfTime ? t(faultOfTime) : refusedTime}>
            <TextInput type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
          </Field>
        )}
        {when === 'atOnce' && refusedTime && (
          <p role="alert" className="text-small font-medium text-danger">
            {refusedTime}
          </p>
        )}
        {notice && (
          <NoticeDate
            notice={notice}
            moment={moment}
            onSuggested={() => {
              setWhen('at');
              setTime(toLocalDateTime(new Date(notice.suggested)));
            }}
            onSplit={sendSplit}
            isSplitting={splitting.sending}
          />
        )}
        <Field label={t('reason')} error={tried && isReasonMissing ? t('reasonMissing') : undefined}>
          <TextArea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <p className="text-small text-text-muted">{t('secondPerson')}</p>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
        <SubmitNotice submission={splitting} refusedTitle={t('failed')} retryText={t('again')} />
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" onClick={() => onChange(emptyDraft)}>
            {t('discard')}
          </Button>
          <Button busy={sending.sending} onClick={send}>
            {t('send')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

type NoticeDateProps = {
  notice: NoticeOfRise;
  moment: Date | undefined;
  onSuggested: () => void;
  onSplit: () => void;
  isSplitting: boolean;
};

/** The way to a date that leaves customers their notice. */
function NoticeDate({ notice, moment, onSuggested, onSplit, isSplitting }: NoticeDateProps) {
  const t = useTranslations('manageSetting.rise');
  const locale = useLocale();
  const day = formatDate(new Date(notice.suggested), locale);
  if (moment && moment >= new Date(notice.earliest)) return null;
  return (
    <Notice
      kind="warning"
      title={t('tooEarly')}
      action={
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" onClick={onSuggested}>
            {t('choose', { day })}
          </Button>
          {notice.canSplit && (
            <Button kind="secondary" busy={isSplitting} onClick={onSplit}>
              {t('split', { day })}
            </Button>
          )}
        </div>
      }
    >
      {notice.canSplit ? t('tooEarlySplit') : t('tooEarlyText')}
    </Notice>
  );
}

const toLocalDateTime = (at: Date): string => `${toLocalDate(at)}T${formatTime(at, 'en-GB')}`;

function timeFault(moment: Date): 'timeMissing' | 'timePassed' | undefined {
  if (Number.isNaN(moment.getTime())) return 'timeMissing';
  return moment <= new Date() ? 'timePassed' : undefined;
}
