import { FileText, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { sizeText } from '../../checks/document/document.tsx';
import { failureText, reportFailure } from '../../platform/failures.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { type CardDocument, useRemoveCardDocument } from './card-payment.api.ts';

type Props = { documents: CardDocument[] };

export const DocumentList = ({ documents }: Props) => (
  <ul className="grid divide-y divide-line">
    {documents.map((document) => (
      <Row key={document.uid} document={document} />
    ))}
  </ul>
);

function Row({ document }: { document: CardDocument }) {
  const t = useTranslations('cardPayment.receipt');
  const remove = useRemoveCardDocument();
  const { uid, name, size, state, reason, canRemove } = document;
  const isStored = state === 'received' || state === 'accepted';
  const drop = () =>
    remove
      .mutateAsync({ uid, idempotency: newIdempotencyKey() })
      .then(() => showToast({ kind: 'success', text: t('removed') }))
      .catch((error: unknown) => showToast({ kind: 'danger', text: failureText(error) }));
  return (
    <li className="flex items-start gap-3 py-2.5">
      <FileText size={20} className="mt-0.5 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1">
        {isStored ? (
          <LinkButton
            aria-label={t('open', { name })}
            onClick={() => void downloadFile(`/v1/card-document/${uid}/file`).catch(reportFailure)}
          >
            {name}
          </LinkButton>
        ) : (
          <p className="font-semibold wrap-anywhere">{name}</p>
        )}
        <p className="text-small text-text-muted">{sizeText(size)}</p>
        {reason && <p className="text-small">{reason}</p>}
      </div>
      <span role="status">
        <StatusPill kind={state === 'refused' ? 'danger' : isStored ? 'success' : 'info'}>
          {t(`state.${state}`)}
        </StatusPill>
      </span>
      {canRemove && (
        <IconButton label={t('remove', { name })} size="small" onClick={() => void drop()}>
          <Trash2 size={18} />
        </IconButton>
      )}
    </li>
  );
}
