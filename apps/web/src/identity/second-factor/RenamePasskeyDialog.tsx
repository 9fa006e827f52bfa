import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { RenameDialog } from './RenameDialog.tsx';

type Props = { passkey: PasskeyView } & Pick<ComponentProps<typeof RenameDialog>, 'write' | 'onClose'>;

export function RenamePasskeyDialog({ passkey, write, onClose }: Props) {
  const t = useTranslations('secondFactor.renameDialog');
  return (
    <RenameDialog
      item={passkey}
      label={t('label')}
      maxLength={60}
      doneText={t('done')}
      write={write}
      onClose={onClose}
    />
  );
}
