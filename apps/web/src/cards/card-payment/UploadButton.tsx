import { Upload } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { maxDocumentBytes, sizeText } from '../../checks/document/document.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useAddCardDocument } from './card-payment.api.ts';

type Props = { id: string; purpose: 'receipt' | 'evidence'; label: string };

const accept = '.pdf,.jpg,.jpeg,.png,.heic,.heif';

/** Sends the chosen file at once. On the phone the camera is one of the choices. */
export function UploadButton({ id, purpose, label }: Props) {
  const t = useTranslations('cardPayment.receipt');
  const input = useId();
  const sending = useIdempotentRequest(useAddCardDocument().mutateAsync, () =>
    showToast({ kind: 'success', text: t('added') }),
  );
  const isBusy = sending.sending || sending.unknown;
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxDocumentBytes) showToast({ kind: 'danger', text: t('large', { size: sizeText(file.size) }) });
    else void sending.send({ id, purpose, file, idempotency: sending.key });
  };
  return (
    <div className="grid gap-3">
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('once')} />
      <label
        htmlFor={input}
        className={`${buttonClass('secondary')} relative w-fit cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus`}
      >
        <Upload size={18} /> {sending.sending ? t('adding') : label}
        <input
          id={input}
          type="file"
          accept={accept}
          disabled={isBusy}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
    </div>
  );
}
