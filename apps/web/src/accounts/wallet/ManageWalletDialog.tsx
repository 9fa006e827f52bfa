import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useCloseWallet, useUpdateWallet } from './change-wallet.api.ts';
import type { Wallet } from './wallet.api.ts';

type Props = { wallet: Wallet; onClose: () => void };

export function ManageWalletDialog({ wallet, onClose }: Props) {
  const t = useTranslations('walletPage');
  const { uid, isDefault } = wallet;
  const [nickname, setNickname] = useState(wallet.name);
  const [isClosing, setClosing] = useState(false);
  const update = useUpdateWallet();
  const change = useIdempotentRequest(update.mutateAsync, onClose);
  if (isClosing) return <CloseWalletDialog wallet={wallet} onCancel={() => setClosing(false)} />;
  return (
    <Dialog title={t('manage')} onClose={onClose} closeLabel={t('cancelManage')}>
      <div className="grid gap-5">
        <SubmitNotice submission={change} refusedTitle={t('notChanged')} retryText={t('retry')} />
        <div className="grid gap-3">
          <Field label={t('nickname')} hint={t('nicknameHint')}>
            <TextInput value={nickname} maxLength={40} onChange={({ target }) => setNickname(target.value)} />
          </Field>
          <Button
            busy={change.sending}
            busyLabel={t('saving')}
            aria-disabled={nickname.trim() === '' || undefined}
            onClick={() => void change.send({ uid, nickname: nickname.trim(), idempotency: change.key })}
          >
            {t('save')}
          </Button>
        </div>
        {isDefault ? (
          <p className="text-small text-text-muted">{t('isDefault')}</p>
        ) : (
          <Button
            kind="secondary"
            busy={change.sending}
            onClick={() => void change.send({ uid, isDefault: true, idempotency: change.key })}
          >
            {t('makeDefault')}
          </Button>
        )}
        <Button kind="secondary" onClick={() => setClosing(true)}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  );
}

function CloseWalletDialog({ wallet: { uid }, onCancel }: { wallet: Wallet; onCancel: () => void }) {
  const t = useTranslations('walletPage');
  const navigate = useNavigate();
  const { mutateAsync } = useCloseWallet();
  const request = useIdempotentRequest(mutateAsync, () => void navigate({ to: paths.walletAccounts }));
  return (
    <ConfirmDialog
      title={t('closeTitle')}
      text={t('closeText')}
      confirmLabel={t('close')}
      cancelLabel={t('cancel')}
      busy={request.sending}
      onConfirm={() => void request.send({ uid, idempotency: request.key })}
      onCancel={onCancel}
    >
      <SubmitNotice submission={request} refusedTitle={t('notChanged')} retryText={t('retry')} />
    </ConfirmDialog>
  );
}
