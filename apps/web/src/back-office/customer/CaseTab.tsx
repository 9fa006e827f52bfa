import type { KycCaseFile } from '@larkmere/contract/back-office/kyc-review';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FilePanel } from '../file/file.ts';
import { TabQuery } from '../parts/parts.ts';
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx';
import { CaseItemPanel } from './CaseItemPanel.tsx';
import { CaseItems } from './CaseItems.tsx';
import { caseQuery } from './customer.api.ts';
import { FactorResets } from './FactorResets.tsx';

export function CaseTab({ id, uid }: { id: string; uid: string | null }) {
  const t = useTranslations('manageCustomer.case');
  return (
    <div className="grid gap-4">
      <FactorResets id={id} />
      {uid === null ? (
        <EmptyState title={t('none')} />
      ) : (
        <TabQuery query={caseQuery(id, uid)}>{(file) => <CaseFile id={id} file={file} />}</TabQuery>
      )}
    </div>
  );
}

/** Items at the left, the file in the middle, the answers at the right with the decision below them. */
function CaseFile({ id, file }: { id: string; file: KycCaseFile }) {
  const t = useTranslations('manageCustomer.case');
  const { items, allowed } = file;
  const [chosen, setChosen] = useState<string>();
  const [isDeciding, setIsDeciding] = useState(false);
  const place = Math.max(
    0,
    items.findIndex(({ uid, state }) => (chosen ? uid === chosen : state === 'in_review')),
  );
  const item = items[place];
  const mayDecide = allowed.length > 0;
  const step = (by: 1 | -1) => setChosen(items[(place + by + items.length) % items.length]?.uid);
  /** The next one that is still to be decided, or none: then the decision about the whole is due. */
  const goOn = () => {
    const rest = [...items.slice(place + 1), ...items.slice(0, place)];
    setChosen(rest.find(({ state }) => state === 'in_review')?.uid ?? item?.uid);
  };
  return (
    <div className="grid gap-4">
      <CaseNotices file={file} />
      <div className="grid items-start gap-4 lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[15rem_minmax(0,1fr)_22rem]">
        <CaseItems file={file} chosen={item?.uid} onChoose={setChosen} />
        {item && <ItemFiles key={`files ${item.uid}`} item={item} />}
        {item && (
          <CaseItemPanel
            key={item.uid}
            id={id}
            uid={file.uid}
            item={item}
            mayDecide={mayDecide}
            onStep={step}
            onDecided={goOn}
          />
        )}
      </div>
      {mayDecide && (
        <Button className="justify-self-start" onClick={() => setIsDeciding(true)}>
          {t('decide')}
        </Button>
      )}
      {isDeciding && <CaseDecisionDialog id={id} file={file} onClose={() => setIsDeciding(false)} />}
    </div>
  );
}

function CaseNotices({ file: { proposal, concerns, hits, differences } }: { file: KycCaseFile }) {
  const t = useTranslations('manageCustomer.case');
  return (
    <>
      {proposal && (
        <Notice kind="info">
          {t('proposal', { name: proposal.proposedBy, outcome: t(`outcomes.${proposal.outcome}`) })}
        </Notice>
      )}
      {(concerns.length > 0 || hits.length > 0 || differences.length > 0) && (
        <Notice kind="warning" title={t('concerns')}>
          <ul>
            {concerns.map((concern) => (
              <li key={concern}>{t(`concern.${concern}`)}</li>
            ))}
            {hits.map(({ entryId, name, score }) => (
              <li key={entryId}>{t('hit', { name, score })}</li>
            ))}
            {differences.map((difference) => (
              <Difference key={JSON.stringify(difference)} {...difference} />
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Difference({ field, versions }: KycCaseFile['differences'][number]) {
  const t = useTranslations('manageCustomer.case');
  const shown = versions.map(({ source, value }) => t('version', { value, source: t(`sources.${source}`) }));
  return <li>{t('difference', { field: t(`differenceFields.${field}`), versions: shown.join(' · ') })}</li>;
}

function ItemFiles({ item: { documents } }: { item: KycCaseFile['items'][number] }) {
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
