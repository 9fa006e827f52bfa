import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

type Props = { codes: readonly string[]; onClose: () => void };

/** Shown once: the server keeps only what it needs to recognise a code. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const t = useTranslations('secondFactor.codes');
  return (
    <Dialog
      title={t('title')}
      description={t('text')}
      actions={
        <>
          <Button kind="secondary" onClick={() => window.print()}>
            {t('print')}
          </Button>
          <Button onClick={onClose}>{t('done')}</Button>
        </>
      }
    >
      <ul className="figures grid grid-cols-2 gap-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton label={t('title')} text={codes.join('\n')} />
    </Dialog>
  );
}
