import type { OneTimePassword } from '@larkmere/contract/back-office/person';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

type Props = { given: OneTimePassword; name: string; onClose: () => void };

/** The only place where it is shown; closing it forgets it. */
export function OneTimePasswordDialog({ given: { password, expiresAt }, name, onClose }: Props) {
  const t = useTranslations('manageHelp');
  const { at } = useDateTimeTexts();
  return (
    <Dialog
      title={t('passwordTitle')}
      description={t('passwordOnce', { name, when: at(expiresAt) })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p className="flex items-center gap-3 rounded-control bg-sunken p-4">
        <output aria-label={t('passwordLabel')} className="figures text-h2 font-bold tracking-widest select-all">
          {password}
        </output>
        <CopyButton label={t('passwordLabel')} text={password} />
      </p>
    </Dialog>
  );
}
