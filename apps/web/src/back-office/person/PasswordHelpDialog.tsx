import type { PasswordHelp } from '@larkmere/contract/back-office/person';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

type Props = { help: PasswordHelp; name: string; onClose: () => void };

/** Where the help went. Staff never see the link or the password. */
export function PasswordHelpDialog({ help: { channel, sentTo, expiresAt }, name, onClose }: Props) {
  const t = useTranslations('manageHelp');
  const { at } = useDateTimeTexts();
  return (
    <Dialog
      title={t('passwordSent')}
      description={t(channel === 'email' ? 'passwordByEmail' : 'passwordByPhone', {
        name,
        sentTo,
        when: at(expiresAt),
      })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    />
  );
}
