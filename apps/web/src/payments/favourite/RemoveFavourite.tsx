import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRemoveFavourite } from './favourite.api.ts';

export function RemoveFavourite({
  favourite: { uid, label },
  onDone,
}: {
  favourite: FavouriteView;
  onDone: () => void;
}) {
  const t = useTranslations('favourite.form');
  const [asking, setAsking] = useState(false);
  const remove = useRemoveFavourite();
  const confirm = () =>
    remove.mutate(
      { uid },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('removed', { label }) });
          onDone();
        },
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      {remove.error && (
        <Notice kind="danger" title={t('notRemoved')}>
          {failureText(remove.error)}
        </Notice>
      )}
      <Button kind="quiet" icon={<Trash2 size={18} />} className="justify-self-start" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('removeTitle', { label })}
          text={t('removeText')}
          confirmLabel={t('remove')}
          cancelLabel={t('removeKeep')}
          tone="danger"
          busy={remove.isPending}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
