import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { Camera, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFileDrop } from '../../checks/document/document.tsx';
import { buttonClass } from '../../ui/button-class.ts';

type Props = Readonly<{ itemKey: KycItemKey; title: string; onFile: (file: File) => void; error: string | undefined }>;

const accept = '.pdf,.jpg,.jpeg,.png';
/** Camera first on the phone, file first on the desktop. */
const firstOnPhone =
  'max-sm:border-brand max-sm:bg-brand max-sm:text-on-brand max-sm:hover:bg-brand-hover max-sm:min-h-12';
const secondOnPhone =
  'max-sm:border max-sm:border-line-strong max-sm:bg-surface max-sm:text-text max-sm:hover:bg-sunken max-sm:min-h-12';

export const fileInputId = (itemKey: KycItemKey): string => `${itemKey}-file`;

export function FileButtons({ itemKey, title, onFile, error }: Props) {
  const t = useTranslations('kycPage.file');
  const { isOver, take, handlers } = useFileDrop(onFile);
  return (
    <div className="grid gap-1.5">
      <div
        {...handlers}
        className={`grid gap-3 rounded-control sm:flex sm:items-center sm:justify-end sm:border-2 sm:border-dashed sm:px-5 sm:py-4 ${isOver ? 'border-brand bg-brand-soft' : error ? 'border-danger' : 'border-line-strong'}`}
      >
        <div className="hidden min-w-0 flex-1 sm:block">
          <p className="font-semibold">{t('drop')}</p>
          <p className="text-small text-text-muted">{t('kinds')}</p>
        </div>
        <FileButton
          id={`${itemKey}-camera`}
          className={`${buttonClass('secondary')} ${firstOnPhone}`}
          icon={<Camera size={20} />}
          text={t('camera')}
          label={t('cameraFor', { item: title })}
          accept="image/*"
          capture={itemKey === 'selfie' ? 'user' : 'environment'}
          onFiles={take}
          error={error && `${fileInputId(itemKey)}-error`}
        />
        <FileButton
          id={fileInputId(itemKey)}
          className={`${buttonClass('primary')} ${secondOnPhone}`}
          icon={<Upload size={20} />}
          text={t('choose')}
          label={t('chooseFor', { item: title })}
          accept={accept}
          onFiles={take}
          error={error && `${fileInputId(itemKey)}-error`}
        />
        <p className="text-small text-text-muted sm:hidden">{t('kinds')}</p>
      </div>
      {error && (
        <p id={`${fileInputId(itemKey)}-error`} className="text-small font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

type ButtonProps = Readonly<{
  id: string;
  className: string;
  icon: ReactNode;
  text: string;
  label: string;
  accept: string;
  capture?: 'user' | 'environment';
  onFiles: (files: FileList | null) => void;
  error: string | undefined;
}>;

/** The input covers the button, so that keyboard and screen reader users can reach it. */
const FileButton = ({ id, className, icon, text, label, accept: kinds, capture, onFiles, error }: ButtonProps) => (
  <span
    className={`relative focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus ${className}`}
  >
    {icon}
    <span aria-hidden>{text}</span>
    <input
      id={id}
      type="file"
      aria-label={label}
      aria-describedby={error}
      accept={kinds}
      capture={capture}
      onChange={({ target }) => {
        onFiles(target.files);
        // The same file can be chosen again after it was removed.
        target.value = '';
      }}
      className="absolute inset-0 cursor-pointer opacity-0"
    />
  </span>
);
