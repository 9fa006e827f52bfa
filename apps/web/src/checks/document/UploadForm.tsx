import type { DocumentType } from '@larkmere/contract/checks/document';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { CardNumberWarning } from '../../ui/CardNumberWarning.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { DropZone } from './DropZone.tsx';
import { type DocumentTarget, type DocumentUpload, useAddDocument } from './document.api.ts';
import { maxDocumentBytes, sizeText } from './size-text.ts';

const documentTypes: readonly DocumentType[] = [
  'invoice',
  'contract',
  'source_of_funds',
  'id',
  'proof_of_address',
  'relationship',
  'other',
];

type Props = {
  target: DocumentTarget;
  initialType?: DocumentType | undefined;
  onDone: (uid: string) => void;
  unsentFile?: UnsentFileState | undefined;
};

/** Lets the surrounding form refuse to go on while a chosen file has not been sent. */
export type UnsentFileState = { onWaiting: (isWaiting: boolean) => void; error: string | undefined };

export function UploadForm({ target, initialType, onDone, unsentFile }: Props) {
  const t = useTranslations('document');
  const [type, setType] = useState<DocumentType>(initialType ?? 'invoice');
  const [file, setFile] = useState<File>();
  const [note, setNote] = useState('');
  const [share, setShare] = useState(0);
  const [tried, setTried] = useState(false);
  const add = useAddDocument(target, setShare);
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    unsentFile?.onWaiting(chosen !== undefined);
  };
  const sending = useIdempotentRequest(
    async (document: DocumentUpload) => {
      const { uid } = await add.mutateAsync(document);
      unsentFile?.onWaiting(false);
      onDone(uid);
    },
    () => showToast({ kind: 'success', text: t('sent') }),
  );
  const isBusy = sending.sending || sending.unknown;
  const isLarge = file !== undefined && file.size > maxDocumentBytes;
  const fault = isLarge
    ? t('fault.large', { size: sizeText(file.size) })
    : tried && !file
      ? t('fault.none')
      : undefined;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (file && !isLarge && !isBusy) void sending.send({ type, note, file, idempotency: sending.key });
      }}
    >
      <SelectField
        label={t('kind')}
        value={type}
        onChange={(event) => setType(event.target.value as DocumentType)}
        options={documentTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <DropZone file={file} onFile={choose} error={fault ?? unsentFile?.error} isDisabled={isBusy} />
      <Field label={t('note')} optional>
        <TextInput maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        <CardNumberWarning text={note} />
      </Field>
      <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />
      {sending.sending && <UploadProgress share={share} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          kind={unsentFile ? 'secondary' : 'primary'}
          className="w-fit"
          busy={isBusy}
          busyLabel={t('sending')}
        >
          {t('send')}
        </Button>
        {unsentFile && file && !isBusy && (
          <Button kind="quiet" onClick={() => choose(undefined)}>
            {t('ahead.forget')}
          </Button>
        )}
      </div>
    </form>
  );
}

function UploadProgress({ share }: { share: number }) {
  const t = useTranslations('document');
  const id = useId();
  const percent = Math.round(share * 100);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-small text-text-muted">
        {percent < 100 ? t('progress', { percent: String(percent) }) : t('arriving')}
      </label>
      <progress id={id} max={100} value={percent} className="h-2 w-full accent-brand" />
    </div>
  );
}
