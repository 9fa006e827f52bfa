import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { ExportView } from '@larkmere/contract/accounts/statement-export';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { failureText, reportFailure } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import type { DayRange } from '../../ui/DateRange.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatShortDate } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { AccountsChoice, FormatChoice, LayoutChoice, PeriodChoice, PresetChoice } from './ExportChoices.tsx';
import { changeForm, type ExportForm, findFault } from './export-form.ts';
import { MonthlyStatements } from './MonthlyStatements.tsx';
import { RecentExports } from './RecentExports.tsx';
import { exportPurpose, exportsQuery, useCreateExport, useExportPreview } from './statement-export.api.ts';

type Props = Readonly<{
  accounts: readonly BankAccountView[];
  chosen: readonly string[];
  range: DayRange;
  onClose: () => void;
}>;

/** Waits for the last exports, because the form begins with the settings of the latest one. */
export function ExportDialog(props: Props) {
  const { data, isPending } = useQuery(exportsQuery);
  if (isPending) return null;
  return <LoadedDialog {...props} list={data?.list ?? []} />;
}

function LoadedDialog({ accounts, chosen, range, onClose, list }: Props & { list: readonly ExportView[] }) {
  const t = useTranslations('statementExport');
  const [form, setForm] = useState<ExportForm>(() => ({
    ...latestSettings(list),
    ...range,
    accounts: chosen,
  }));
  const [isConfirming, setConfirming] = useState(false);
  const change = (part: Partial<ExportForm>) => setForm(changeForm(form, part));
  const preview = useExportPreview(form);
  const create = useCreateExport();
  const deliver = async ({ file }: ExportView) => {
    if (file === null) return showToast({ kind: 'success', text: t('preparing') });
    await downloadFile(file, 'token').then(() => {
      showToast({ kind: 'success', text: t('started') });
      onClose();
    }, reportFailure);
  };
  const request = useIdempotentRequest(create.mutateAsync, (made) => void deliver(made));
  const send = (authorisation?: string) => {
    const { accounts: ids, from, to, format, layout, preset } = form;
    const settings = { accounts: [...ids], from, to, format, layout, preset };
    void request.send({ ...settings, authorisation, idempotency: request.key });
  };
  const confirmAgain = ({ accounts: of, from, to, format, layout, preset }: ExportView) => {
    setForm({ accounts: of, from, to, format, layout, preset: preset ?? undefined });
    setConfirming(true);
  };
  const isReady = findFault(form) === undefined && preview.data && !preview.isPlaceholderData && !preview.data.rowLimit;
  const isBusy = request.sending || request.unknown;
  return (
    <>
      <Dialog
        title={t('title')}
        description={t('about')}
        onClose={onClose}
        actions={
          <>
            <ExportSummary form={form} preview={preview} />
            <div className="flex gap-3">
              <Button kind="secondary" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button
                className="max-sm:flex-1"
                icon={<Download size={18} />}
                aria-disabled={!isReady}
                busy={isBusy}
                busyLabel={t('busy')}
                onClick={() => (preview.data?.needsConfirmation ? setConfirming(true) : send())}
              >
                {preview.data?.inBackground
                  ? t('prepare')
                  : t('download', { count: form.accounts.length, format: t(`formatName.${form.format}`) })}
              </Button>
            </div>
          </>
        }
      >
        <div className="grid gap-5">
          <SubmitNotice submission={request} refusedTitle={t('notDone')} retryText={t('retry')} />
          <PresetChoice form={form} change={change} />
          <FormatChoice form={form} change={change} />
          <PeriodChoice form={form} change={change} />
          <AccountsChoice form={form} change={change} accounts={accounts} />
          <LayoutChoice form={form} change={change} />
          <MonthlyStatements form={form} all={accounts.map(({ bankholderid }) => bankholderid)} />
          <RecentExports list={list} onConfirm={confirmAgain} />
        </div>
      </Dialog>
      {isConfirming && (
        <ConfirmExport form={form} requestKey={request.key} onConfirmed={send} onClose={() => setConfirming(false)} />
      )}
    </>
  );
}

function latestSettings([latest]: readonly ExportView[]): Pick<ExportForm, 'preset' | 'format' | 'layout'> {
  if (!latest) return { preset: undefined, format: 'csv', layout: 'compact' };
  const { preset, format, layout } = latest;
  return { preset: preset ?? undefined, format, layout };
}

type ConfirmProps = Readonly<{
  form: ExportForm;
  requestKey: string;
  onConfirmed: (authorisation: string) => void;
  onClose: () => void;
}>;

function ConfirmExport({ form, requestKey, onConfirmed, onClose }: ConfirmProps) {
  const t = useTranslations('statementExport');
  const locale = useLocale();
  const now = useNow();
  const day = (text: string) => formatShortDate(new Date(`${text}T12:00`), locale, now);
  return (
    <PinDialog
      action="verify"
      purpose={exportPurpose(form, requestKey)}
      description={t('pin', { from: day(form.from), to: day(form.to) })}
      onResult={({ authorisation }) => authorisation && onConfirmed(authorisation)}
      onClose={onClose}
    />
  );
}

type SummaryProps = Readonly<{ form: ExportForm; preview: ReturnType<typeof useExportPreview> }>;

function ExportSummary({ form, preview }: SummaryProps) {
  const t = useTranslations('statementExport');
  const fault = findFault(form);
  const { data, error, isPlaceholderData, refetch } = preview;
  if (fault)
    return (
      <p className="order-last mr-auto text-small font-medium text-danger sm:order-none sm:self-center">{t(fault)}</p>
    );
  if (error)
    return (
      <Notice
        kind="danger"
        title={t('failed')}
        action={<LinkButton onClick={() => void refetch()}>{t('retry')}</LinkButton>}
      >
        {failureText(error)}
      </Notice>
    );
  if (!data) return <p className="mr-auto" />;
  const format = t(`formatName.${form.format}`);
  return (
    <div
      aria-live="polite"
      aria-busy={isPlaceholderData}
      className="order-last mr-auto w-full min-w-0 flex-1 sm:order-none sm:w-auto sm:self-center text-small text-text-muted transition-opacity aria-busy:opacity-55"
    >
      {data.rowLimit ? (
        <p className="font-medium text-danger">{t('tooLong', { format, count: data.rowLimit })}</p>
      ) : (
        <>
          <p className="font-semibold text-text">{t('countRows', { count: data.rows })}</p>
          {data.inBackground && <p>{t('long')}</p>}
          {data.needsConfirmation && <p>{t('confirmNext')}</p>}
        </>
      )}
    </div>
  );
}
