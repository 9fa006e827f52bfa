import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRemoveFactor } from './second-factor.api.ts';
import { useAuthorisedRequest } from './use-authorised-request.tsx';

type NamedFactor = { uid: string; name: string };

export function useFactorRemoval(isLast: boolean) {
  const t = useTranslations('secondFactor.removal');
  const [chosen, setChosen] = useState<NamedFactor>();
  const { request, ask, dialog } = useAuthorisedRequest({
    purpose: ({ uid }: { uid: string }, paymentIdempotency) => ({
      operation: 'second-factor.remove',
      uid,
      paymentIdempotency,
    }),
    write: useRemoveFactor().mutateAsync,
    onDone: () => showToast({ kind: 'success', text: t('done') }),
  });
  const goOn = ({ uid, name }: NamedFactor) => {
    setChosen(undefined);
    ask({ uid }, t('pin', { name }));
  };
  return {
    request,
    choose: setChosen,
    dialogs: (
      <>
        {chosen && (
          <ConfirmDialog
            title={t('title', { name: chosen.name })}
            text={isLast ? t('textLast') : t('text')}
            confirmLabel={t('yes')}
            tone="danger"
            onConfirm={() => goOn(chosen)}
            onCancel={() => setChosen(undefined)}
          />
        )}
        {dialog}
      </>
    ),
  };
}
