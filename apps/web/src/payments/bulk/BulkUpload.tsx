import { Link, useNavigate } from '@tanstack/react-router';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText, reportFailure } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useUploadFile } from './bulk.api.ts';

export function BulkUpload() {
  const t = useTranslations('bulkPayment.upload');
  const navigate = useNavigate();
  const upload = useUploadFile();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const bring = async (chosen: File, confirmDuplicate?: 'true') => {
    setFile(chosen);
    const sent = { file: chosen, idempotency: newIdempotencyKey(), ...(confirmDuplicate && { confirmDuplicate }) };
    const brought = await upload.mutateAsync(sent).catch(() => undefined);
    if (brought) await navigate(linkTo(paths.paymentBulkFile(brought.uid)));
  };
  const duplicateUid = duplicateUidOf(upload.error);
  return (
    <Card title={t('title')}>
      <div className="grid gap-4">
        <p className="text-text-muted">{t('text')}</p>
        <SummaryList
          rows={(['every', 'gbp', 'eur', 'thb'] as const).map((kind) => ({
            label: t(kind),
            value: t(`${kind}Columns`),
          }))}
        />
        {upload.error && (
          <Notice
            kind={duplicateUid ? 'warning' : 'danger'}
            title={t(duplicateUid ? 'twin' : 'refused')}
            action={
              duplicateUid && (
                <div className="flex flex-wrap gap-3">
                  <Link {...linkTo(paths.paymentBulkFile(duplicateUid))} className={buttonClass('secondary')}>
                    {t('see')}
                  </Link>
                  <Button kind="quiet" onClick={() => file && void bring(file, 'true')}>
                    {t('again')}
                  </Button>
                </div>
              )
            }
          >
            {!duplicateUid && rejectionReason(upload.error)}
          </Notice>
        )}
        <input
          ref={input}
          type="file"
          aria-label={t('choose')}
          accept=".csv,.xlsx,.xml,text/csv,application/xml,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) void bring(chosen);
            target.value = ''; // lets the user choose the same file again after correcting it
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            icon={<Upload size={18} />}
            busy={upload.isPending}
            busyLabel={t('reading')}
            onClick={() => input.current?.click()}
          >
            {t('choose')}
          </Button>
          <Button
            kind="secondary"
            icon={<Download size={18} />}
            onClick={() => void downloadFile('/v1/payment/bulk/template').catch(reportFailure)}
          >
            {t('template')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function duplicateUidOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'duplicate_suspected') return undefined;
  return (error.data as { existingUid?: string } | null)?.existingUid;
}

const rejectionReason = (error: unknown): string =>
  (error instanceof ApiError && error.fieldMessage('file')) || failureText(error);
