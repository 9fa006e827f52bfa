import type { DocumentType } from '@larkmere/contract/checks/document';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DocumentRow } from './DocumentRow.tsx';
import { documentsQuery, type Reach, type useSupportingDocuments } from './document.api.ts';
import { type UnsentFileState, UploadForm } from './UploadForm.tsx';

export { DocumentNames } from './DocumentNames.tsx';
export { fileInputId } from './DropZone.tsx';
export { useSupportingDocuments } from './document.api.ts';
export { SupportingDocumentsPicker } from './SupportingDocumentsPicker.tsx';
export { maxDocumentBytes, sizeText } from './size-text.ts';
export type { UnsentFileState } from './UploadForm.tsx';
export { useFileDrop } from './use-file-drop.ts';

export type SupportingDocuments = ReturnType<typeof useSupportingDocuments>;
type Props = {
  paymentUid: string;
  reach: Reach;
  requiredTypes: readonly string[];
  unsentFile?: UnsentFileState | undefined;
};

export function DocumentsSection({ paymentUid, reach, requiredTypes, unsentFile }: Props) {
  const t = useTranslations('document');
  const documents = useQuery(documentsQuery({ paymentUid, reach }));
  const [isSending, setSending] = useState(false);
  if (documents.error && !documents.data)
    return (
      <Card title={t('title')}>
        <ErrorState title={t('failed')} text={failureText(documents.error)} onRetry={() => void documents.refetch()} />
      </Card>
    );
  if (!documents.data) return null;
  const { list, canUpload } = documents.data;
  if (list.length === 0 && !canUpload) return null;
  const covered = list.filter(({ state }) => state !== 'refused').map(({ type }): string => type);
  const missing = requiredTypes.filter((type) => !covered.includes(type)) as DocumentType[];
  const isOpen = canUpload && (isSending || missing.length > 0);
  return (
    <Card title={t('title')}>
      <div className="grid gap-5">
        {missing.length > 0 && (
          <Notice kind="warning" title={t('wanted', { count: missing.length })}>
            <ul className="list-disc pl-5">
              {missing.map((type) => (
                <li key={type}>
                  <span className="font-semibold">{t(`type.${type}`)}</span> · {t(`example.${type}`)}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {list.length > 0 ? (
          <ul className="grid divide-y divide-line">
            {list.map((document) => (
              <DocumentRow key={document.uid} document={document} mayOpen={reach === 'domestic'} />
            ))}
          </ul>
        ) : (
          !isOpen && <p className="text-small text-text-muted">{t('none')}</p>
        )}
        {isOpen && (
          <UploadForm
            key={list.length}
            target={{ paymentUid, reach }}
            initialType={missing[0]}
            unsentFile={unsentFile}
            onDone={() => setSending(false)}
          />
        )}
        {canUpload && !isOpen && (
          <Button kind="secondary" className="w-fit" onClick={() => setSending(true)}>
            {t('add')}
          </Button>
        )}
      </div>
    </Card>
  );
}
