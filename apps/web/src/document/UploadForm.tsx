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
import { type About, type Sending, useAddDocument } from './document.api.ts';
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

type Props = {
  about: About;
  first?: DocumentType | undefined;
  onDone: (uid: string) => void;
  unsent?: Unsent | undefined;
};

/** Lets the surrounding form refuse to go on while a chosen file has not been sent. */
export type Unsent = { onWaiting: (isWaiting: boolean) => void; error: string | undefined };

export function UploadForm({ about, first, onDone, unsent }: Props) {
  const t = useTranslations('document');
  const [type, setType] = useState<DocumentType>(first ?? 'invoice');
  const [file, setFile] = useState<File>();
  const [note, setNote] = useState('');
  const [share, setShare] = useState(0);
  const [tried, setTried] = useState(false);
  const add = useAddDocument(about, setShare);
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    unsent?.onWaiting(chosen !== undefined);
  };
  const sending = useKeyedSend(
    async (document: Sending) => {
      const { uid } = await add.mutateAsync(document);
      unsent?.onWaiting(false);
      onDone(uid);
    },
    () => showToast({ kind: 'success', text: t('sent') }),
  );
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
      <DropZone file={file} onFile={choose} error={fault ?? unsent?.error} idle={isBusy} />
      <Field label={t('note')} optional>
        <TextInput maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        <CardNumberWarning text={note} />
      </Field>
      <SendNotice send={sending} refused={t('refused')} once={t('once')} />
      {sending.sending && <Progress share={share} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          kind={unsent ? 'secondary' : 'primary'}
          className="w-fit"
          busy={isBusy}
          busyLabel={t('sending')}
        >
          {t('send')}
        </Button>
        {unsent && file && !isBusy && (
          <Button kind="quiet" onClick={() => choose(undefined)}>
            {t('ahead.forget')}
          </Button>
        )}
      </div>
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
