import type { KycDocument, KycItemForm } from '@larkmere/contract/customers/kyc';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sizeText } from '../../checks/document/document.tsx';
import { reportFailure } from '../../platform/failures.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { FileButtons } from './FileButtons.tsx';
import { useFormSource } from './form-source.ts';
import { FileIcon, UploadRow } from './UploadRow.tsx';
import type { Uploads } from './use-uploads.ts';

type Props = Readonly<{
  item: KycItemForm;
  /** What can be sent, as the customer reads it. */
  examples: readonly string[];
  uploads: Uploads;
  isTried: boolean;
}>;

export function ItemFiles({ item, examples, uploads, isTried }: Props) {
  const t = useTranslations('kycPage');
  const { key, title, documents, documentsMin, canUpload } = item;
  const documentCount = documents.filter(({ state }) => state !== 'refused').length;
  const isMissing = isTried && documentCount < documentsMin && !uploads.isSending;
  return (
    <div className="grid gap-3">
      {canUpload && <Examples examples={examples} isOptional={documentsMin === 0} />}
      <FileRows item={item} uploads={uploads} />
      {canUpload && (
        <FileButtons
          itemKey={key}
          title={title}
          onFile={uploads.start}
          error={isMissing ? t('missing.file') : undefined}
        />
      )}
      {item.canEdit && !canUpload && item.documentsMax > 0 && (
        <p className="text-small text-text-muted">{t('file.full')}</p>
      )}
      <span role="status" className="sr-only">
        {uploads.news}
      </span>
    </div>
  );
}

/** The files of an item, also while another item is open. */
export function FileRows({ item: { documents }, uploads }: Pick<Props, 'item' | 'uploads'>) {
  const t = useTranslations('kycPage.file');
  const onTheWay = uploads.list.filter(({ uid }) => !documents.some((document) => document.uid === uid));
  if (documents.length === 0 && onTheWay.length === 0) return null;
  return (
    <ul aria-label={t('list')} className="grid divide-y divide-line rounded-control border border-line">
      {documents.map((document) => (
        <DocumentRow key={document.uid} document={document} />
      ))}
      {onTheWay.map((upload) => (
        <UploadRow key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

const kinds: Record<KycDocument['state'], StatusKind> = {
  uploaded: 'info',
  scanning: 'info',
  received: 'info',
  accepted: 'success',
  refused: 'danger',
};

function DocumentRow({ document: { uid, name, size, state, reason, canRemove } }: { document: KycDocument }) {
  const t = useTranslations('kycPage.file');
  const source = useFormSource();
  const [isRemoving, setRemoving] = useState(false);
  const remove = async () => {
    setRemoving(true);
    await source.removeDocument(uid).catch(reportFailure);
    await source.refresh();
    setRemoving(false);
  };
  return (
    <li className="flex items-center gap-3 p-2.5">
      <FileIcon isFailed={state === 'refused'} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-small text-text-muted">{sizeText(size)}</p>
        {reason && <p className="text-small">{reason}</p>}
        <span role="status" className="mt-1 block sm:hidden">
          <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
        </span>
      </div>
      <span role="status" className="hidden sm:block">
        <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
      </span>
      {canRemove && (
        <IconButton
          label={t('remove', { name })}
          aria-disabled={isRemoving || undefined}
          onClick={() => {
            if (!isRemoving) void remove();
          }}
        >
          <X size={20} />
        </IconButton>
      )}
    </li>
  );
}

function Examples({ examples, isOptional }: { examples: readonly string[]; isOptional: boolean }) {
  const t = useTranslations('kycPage');
  if (examples.length === 0) return null;
  const heading = examples.length > 1 ? 'examples' : 'exampleOnly';
  return (
    <div className="text-small text-text-muted">
      <p className="font-semibold text-text">{t(isOptional ? 'examplesOptional' : heading)}</p>
      <ul className="list-disc pl-5">
        {examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </div>
  );
}
