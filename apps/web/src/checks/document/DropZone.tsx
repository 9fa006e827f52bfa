import { CircleAlert, Upload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { sizeText } from './size-text.ts';
import { useFileDrop } from './use-file-drop.ts';

type Props = {
  file: File | undefined;
  onFile: (file: File) => void;
  error: string | undefined;
  isDisabled: boolean;
};

export const fileInputId = 'document-file';

const accept = '.pdf,.jpg,.jpeg,.png,.heic,.heif,.docx,.xlsx';

/** The file input covers the drop area, so that keyboard and screen reader users can reach it. */
export function DropZone({ file, onFile, error, isDisabled }: Props) {
  const t = useTranslations('document');
  const { isOver, take, handlers } = useFileDrop((dropped) => {
    if (!isDisabled) onFile(dropped);
  });
  const look = isOver ? 'border-brand bg-brand-soft' : error ? 'border-danger' : 'border-line-strong bg-sunken';
  return (
    <div className="grid gap-1.5">
      <label htmlFor={fileInputId} className="font-semibold">
        {t('file')}
      </label>
      <div
        {...handlers}
        className={`relative grid justify-items-center gap-1 rounded-control border-2 border-dashed px-4 py-6 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus ${look}`}
      >
        <Upload size={22} className="text-text-muted" />
        <p className="font-semibold wrap-anywhere">{file ? file.name : t('drop')}</p>
        <p className="text-small text-text-muted">{file ? t('chosen', { size: sizeText(file.size) }) : t('kinds')}</p>
        <input
          id={fileInputId}
          type="file"
          accept={accept}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${fileInputId}-error` : undefined}
          onChange={(event) => take(event.target.files)}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
        />
      </div>
      {error && (
        <p id={`${fileInputId}-error`} className="flex gap-1.5 text-small font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
