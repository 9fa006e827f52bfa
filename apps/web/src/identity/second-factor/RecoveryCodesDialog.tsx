import { Check, Copy, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useCopy } from '../../ui/use-copy.ts';

type Props = { codes: readonly string[]; onClose: () => void };

/** Shown once: the server keeps only what it needs to recognise a code. Closes only by saying that they are kept. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const t = useTranslations('secondFactor.codes');
  const lines = codes.join('\n');
  const { copied, copy } = useCopy(lines);
  return (
    <Dialog title={t('title')} description={t('text')} actions={<Button onClick={onClose}>{t('done')}</Button>}>
      <ul className="figures grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-sunken p-4">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        {copy && (
          <Button kind="secondary" icon={copied ? <Check size={18} /> : <Copy size={18} />} onClick={copy}>
            {copied ? t('copied') : t('copy')}
          </Button>
        )}
        <a
          className={buttonClass('secondary')}
          download={t('fileName')}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${t('title')}\n\n${lines}\n`)}`}
        >
          <Download aria-hidden size={18} />
          {t('download')}
        </a>
      </div>
      <p role="status" className="sr-only">
        {copied && t('copied')}
      </p>
    </Dialog>
  );
}
