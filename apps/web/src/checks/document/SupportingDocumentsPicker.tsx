import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DocumentRow } from './DocumentRow.tsx';
import { documentsQuery } from './document.api.ts';
import { type UnsentFileState, UploadForm } from './UploadForm.tsx';

type Props = {
  selectedUids: readonly string[];
  /** May be called long after the upload started, so it must not rely on an old draft. */
  onChoose: (uid: string, isIncluded: boolean) => void;
  unsentFile: UnsentFileState;
};

export function SupportingDocumentsPicker(props: Props) {
  const t = useTranslations('document.ahead');
  const [isOpen, setOpen] = useState(props.selectedUids.length > 0);
  const [hasOpened, setHasOpened] = useState(isOpen);
  const toggle = (open: boolean) => {
    setOpen(open);
    if (open) setHasOpened(true);
  };
  return (
    <Card>
      <details
        open={isOpen || props.unsentFile.error !== undefined}
        onToggle={(event) => toggle(event.currentTarget.open)}
      >
        <summary className="min-h-8 cursor-pointer font-semibold">{t('title')}</summary>
        {/* Stays mounted when folded, so that a chosen file is not lost. */}
        {hasOpened && <DocumentList {...props} />}
      </details>
    </Card>
  );
}

function DocumentList({ selectedUids, onChoose, unsentFile }: Props) {
  const t = useTranslations('document');
  const documents = useQuery(documentsQuery(undefined));
  const [sent, setSent] = useState(0);
  const send = (uid: string) => {
    setSent((before) => before + 1);
    onChoose(uid, true);
  };
  if (documents.error && !documents.data)
    return (
      <ErrorState title={t('failed')} text={failureText(documents.error)} onRetry={() => void documents.refetch()} />
    );
  const { list = [], canUpload = false } = documents.data ?? {};
  // Only the user who has just uploaded a refused document needs to see it.
  const shown = list.filter(({ uid, state }) => state !== 'refused' || selectedUids.includes(uid));
  return (
    <div className="grid gap-5 pt-4">
      <p className="text-small text-text-muted">{t('ahead.about')}</p>
      {shown.length > 0 && (
        <ul className="grid divide-y divide-line">
          {shown.map((document) => (
            <DocumentRow key={document.uid} document={document}>
              {document.state === 'refused' ? (
                <p className="text-small">{t('ahead.leftOut')}</p>
              ) : (
                <Checkbox
                  aria-label={`${t('ahead.goesAlong')}: ${document.name}`}
                  checked={selectedUids.includes(document.uid)}
                  onChange={({ target }) => onChoose(document.uid, target.checked)}
                >
                  {t('ahead.goesAlong')}
                </Checkbox>
              )}
            </DocumentRow>
          ))}
        </ul>
      )}
      {canUpload && <UploadForm key={sent} target={undefined} onDone={send} unsentFile={unsentFile} />}
    </div>
  );
}
