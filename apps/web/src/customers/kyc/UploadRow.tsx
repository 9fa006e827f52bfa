import { FileText, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { sizeText } from '../../checks/document/document.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { kindIcon } from '../../ui/status-kind.tsx';
import { timeLeft } from './upload-figures.ts';
import type { Upload, Uploads } from './use-uploads.ts';

type Props = Readonly<{ upload: Upload; uploads: Uploads }>;

/** A file on its way: name, bar, figures and cancel. One that did not arrive stays, with Retry. */
export function UploadRow({ upload, uploads }: Props) {
  const t = useTranslations('kycPage.file');
  const { file, fault, canRetry } = upload;
  const isFailed = fault !== undefined;
  return (
    <li className="flex items-center gap-3 p-2.5">
      <FileIcon isFailed={isFailed} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{file.name}</p>
        {isFailed ? (
          <p role="alert" className="flex gap-1.5 text-small font-medium text-danger">
            <span className="mt-0.5">{kindIcon('danger', 16)}</span>
            <span>
              {t('failed')}. {fault}
            </span>
          </p>
        ) : (
          <Progress upload={upload} />
        )}
      </div>
      {isFailed && canRetry && (
        <LinkButton aria-label={t('retryName', { name: file.name })} onClick={() => uploads.retry(upload)}>
          {t('retry')}
        </LinkButton>
      )}
      <IconButton
        label={t(isFailed ? 'forget' : 'cancel', { name: file.name })}
        onClick={() => (isFailed ? uploads.forget(upload) : uploads.cancel(upload))}
      >
        <X size={20} />
      </IconButton>
    </li>
  );
}

export const FileIcon = ({ isFailed = false }: { isFailed?: boolean }) => (
  <span
    className={`grid size-11 shrink-0 place-items-center rounded-control ${isFailed ? 'bg-danger-soft text-danger' : 'bg-sunken text-text-muted'}`}
  >
    <FileText size={20} />
  </span>
);

function Progress({ upload: { file, share, elapsedMs } }: { upload: Upload }) {
  const t = useTranslations('kycPage.file');
  const id = useId();
  const total = sizeText(file.size);
  const left = timeLeft(share, elapsedMs);
  const leftText = left && (left.unit === 'minutes' ? t('left.minutes', left) : t(`left.${left.unit}`));
  const figures =
    share >= 1
      ? t('arriving', { total })
      : t('sending', { sent: sizeText(share * file.size), total, left: leftText ?? t('left.seconds') });
  return (
    <>
      <span className="my-1.5 block">
        <ProgressBar
          value={Math.round(share * 100)}
          max={100}
          label={t('progress', { name: file.name })}
          describedBy={id}
        />
      </span>
      <p id={id} className="figures text-caption text-text-muted">
        {figures}
      </p>
    </>
  );
}
