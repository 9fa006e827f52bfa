import type { SavedCardView } from '@larkmere/contract/cards/card';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useRemoveCard } from './card.api.ts';
import { useCardName } from './use-card-name.ts';

type Props = { card: SavedCardView; onRemoved: () => void };

/** Asks once, and names the card. */
export function RemoveCardButton({ card, onRemoved }: Props) {
  const t = useTranslations('deposit.remove');
  const name = useCardName()(card);
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useRemoveCard();
  const request = useIdempotentRequest(mutateAsync, () => {
    setAsking(false);
    showToast({ kind: 'success', text: t('done', { card: name }) });
    onRemoved();
  });
  return (
    <>
      <IconButton label={t('open', { card: name })} onClick={() => setAsking(true)}>
        <Trash2 size={20} />
      </IconButton>
      {isAsking && (
        <ConfirmDialog
          title={t('title', { card: name })}
          text={t('text')}
          confirmLabel={t('confirm')}
          tone="danger"
          busy={request.sending}
          onConfirm={() => void request.send({ id: card.id, idempotency: request.key })}
          onCancel={() => setAsking(false)}
        >
          <SubmitNotice submission={request} refusedTitle={t('refused')} retryText={t('retry')} />
        </ConfirmDialog>
      )}
    </>
  );
}
