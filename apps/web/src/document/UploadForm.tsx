import type { DocumentType } from '@larkmere/contract/document';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { Button } from '../ui/Button.tsx';
import { CardNumberWarning } from '../ui/CardNumberWarning.tsx';
import { Field } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { DropZone } from './DropZone.tsx';
import { type Reach, useAddDocument } from './document.api.ts';
import { sizeText } from './size-text.ts';

const types: readonly DocumentType[] = [
  'invoice',
  'contract',
  'source_of_funds',
  'id',
  'proof_of_address',
  'relationship',
  'other',
];
const mostBytes = 10 * 1024 * 1024;

type Props = { paymentUid: string; reach: Reach; first: DocumentType | undefined; onDone: () => void };

/** What the document is, the file itself, and a word about it. The server alone decides whether it takes it. */
export function UploadForm({ paymentUid, reach, first, onDone }: Props) {
  const t = useTranslations('document');
  const [type, setType] = useState<DocumentType>(first ?? 'invoice');
  const [file, setFile] = useState<File>();
  const [note, setNote] = useState('');
  const [share, setShare] = useState(0);
  const [tried, setTried] = useState(false);
  const add = useAddDocument(paymentUid, reach, setShare);
  const sending = useKeyedSend(add.mutateAsync, () => {
    showToast({ kind: 'success', text: t('sent') });
    onDone();
  });
  const isBusy = sending.sending || sending.unknown;
  const isLarge = file !== undefined && file.size > mostBytes;
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
        options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <DropZone file={file} onFile={setFile} error={fault} idle={isBusy} />
      <Field label={t('note')} optional>
        <TextInput maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        <CardNumberWarning text={note} />
      </Field>
      <SendNotice send={sending} refused={t('refused')} once={t('once')} />
      {sending.sending && <Progress share={share} />}
      <Button type="submit" className="w-fit" busy={isBusy} busyLabel={t('sending')}>
        {t('send')}
      </Button>
    </form>
  );
}

function Progress({ share }: { share: number }) {
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
