import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { FilePanel } from '../file/file.ts';
import type { CaseItem } from './CaseItems.tsx';

export function ItemFiles({ item: { documents } }: { item: CaseItem }) {
  const t = useTranslations('manageCustomer.case');
  const readable = documents.filter(({ state }) => ['received', 'accepted'].includes(state));
  const unreadable = documents.filter((each) => !readable.includes(each));
  const [chosen, setChosen] = useState(0);
  const shown = readable[chosen];
  return (
    <div className="grid min-w-0 gap-2">
      {readable.length > 1 && (
        <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
          <legend className="sr-only">{t('files')}</legend>
          {readable.map(({ uid, name }, place) => (
            <LinkButton key={uid} aria-pressed={place === chosen} onClick={() => setChosen(place)}>
              {name}
            </LinkButton>
          ))}
        </fieldset>
      )}
      {shown ? (
        <FilePanel key={shown.uid} path={`/v1/manage/kyc/document/${shown.uid}/file`} {...shown} />
      ) : (
        <Card>
          <EmptyState title={t('noFile')} />
        </Card>
      )}
      {unreadable.map(({ uid, name, reason, state }) => (
        <p key={uid} className="text-small text-text-muted">
          {t(state === 'refused' ? 'fileRefused' : 'fileScanned', { name, reason: reason ?? '' })}
        </p>
      ))}
    </div>
  );
}
