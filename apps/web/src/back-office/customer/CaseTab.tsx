import type { KycCaseFile } from '@larkmere/contract/back-office/kyc-review';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TabQuery } from '../parts/parts.ts';
import { CaseConcerns } from './CaseConcerns.tsx';
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx';
import { CaseItemPanel } from './CaseItemPanel.tsx';
import { CaseItems } from './CaseItems.tsx';
import { caseQuery } from './customer.api.ts';
import { FactorResets } from './FactorResets.tsx';
import { ItemFiles } from './ItemFiles.tsx';
import { MemberChecks } from './MemberChecks.tsx';

export function CaseTab({ id, uid }: { id: string; uid: string | null }) {
  const t = useTranslations('manageCustomer.case');
  return (
    <div className="grid gap-4">
      <FactorResets id={id} />
      <MemberChecks id={id} />
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
      <CaseConcerns concerns={concerns} hits={hits} differences={differences} />
    </>
  );
}
