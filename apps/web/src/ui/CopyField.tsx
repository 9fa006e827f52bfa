import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from './IconButton.tsx';
import { useCopy } from './use-copy.ts';

type Props = {
  label: string;
  value: string;
  copyValue?: string;
};

export const CopyField = ({ label, value, copyValue = value.replaceAll(' ', '') }: Props) => (
  <div>
    <dt className="text-caption text-text-muted">{label}</dt>
    <dd className="figures flex text-small min-h-8 items-center gap-2">
      <span className="min-w-0">{value}</span>
      <CopyButton label={label} text={copyValue} />
    </dd>
  </div>
);

export function CopyButton({ label, text }: { label: string; text: string }) {
  const t = useTranslations('ui');
  const { copied, copy } = useCopy(text);
  if (!copy) return null;
  return (
    <span className="relative z-10 inline-flex items-center gap-1">
      <IconButton label={t('copy', { what: label })} size="small" onClick={copy}>
        {copied ? <Check size={16} className="text-success" /> : <Copy size={16} />}
      </IconButton>
      <span role="status" className="text-caption font-semibold text-success">
        {copied && t('copied')}
      </span>
    </span>
  );
}
