import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { currenciesToOpenQuery, useOpenWallet } from './change-wallet.api.ts';

export function OpenWalletDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('walletPage');
  const { data, error, refetch } = useQuery(currenciesToOpenQuery);
  const [chosen, setChosen] = useState('');
  const [nickname, setNickname] = useState('');
  const { mutateAsync } = useOpenWallet();
  const request = useIdempotentRequest(mutateAsync, ({ currency }) => {
    showToast({ kind: 'success', text: t('opened', { currency }) });
    onClose();
  });
  const currency = data?.find(({ code }) => code === chosen)?.code ?? data?.[0]?.code;
  const open = () =>
    currency &&
    void request.send({ currency, ...(nickname.trim() && { nickname: nickname.trim() }), idempotency: request.key });
  return (
    <Dialog
      title={t('open')}
      description={t('openText')}
      onClose={onClose}
      actions={
        currency && (
          <Button busy={request.sending} busyLabel={t('opening')} onClick={open}>
            {t('open')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <SubmitNotice submission={request} refusedTitle={t('notOpened')} retryText={t('retry')} />
        {!data && !error && <Skeleton shape="row" count={2} />}
        {error && !data && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
        {data?.length === 0 && <p>{t('allOpen')}</p>}
        {data && currency && (
          <>
            <SelectField
              label={t('currency')}
              value={currency}
              onChange={({ target }) => setChosen(target.value)}
              options={data.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
            />
            <Field label={t('nickname')} optional hint={t('nicknameHint')}>
              <TextInput value={nickname} maxLength={40} onChange={({ target }) => setNickname(target.value)} />
            </Field>
          </>
        )}
      </div>
    </Dialog>
  );
}
