import type { KycCaseFile } from '@larkmere/contract/back-office/kyc-review';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { downloadStaffFile } from '../parts/parts.ts';
import { CaseDecisionDialog, type CaseItem, ItemDecisionDialog } from './CaseDialogs.tsx';
import { caseQuery } from './customer.api.ts';
import { TabQuery } from './TabQuery.tsx';

export function CaseTab({ id, uid }: { id: string; uid: string | null }) {
  const t = useTranslations('manageCustomer.case');
  if (uid === null) return <EmptyState title={t('none')} />;
  return <TabQuery query={caseQuery(id, uid)}>{(file) => <CaseFile id={id} file={file} />}</TabQuery>;
}

type Open = Readonly<{ item: CaseItem; decision: 'accept' | 'refuse' }>;

/** What was told and sent, item by item, and the decision about the whole. */
function CaseFile({ id, file }: { id: string; file: KycCaseFile }) {
  const t = useTranslations('manageCustomer.case');
  const [open, setOpen] = useState<Open>();
  const [isDeciding, setIsDeciding] = useState(false);
  const { concerns, hits, proposal, items, allowed } = file;
  const mayDecide = allowed.length > 0;
  return (
    <div className="grid gap-4">
      {proposal && (
        <Notice kind="info">
          {t('proposal', { name: proposal.proposedBy, outcome: t(`outcomes.${proposal.outcome}`) })}
        </Notice>
      )}
      {(concerns.length > 0 || hits.length > 0) && (
        <Notice kind="warning" title={t('concerns')}>
          <ul>
            {concerns.map((concern) => (
              <li key={concern}>{t(`concern.${concern}`)}</li>
            ))}
            {hits.map(({ entryId, name, score }) => (
              <li key={entryId}>{t('hit', { name, score })}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {items.map((item) => (
          <ItemCard
            key={item.uid}
            item={item}
            mayDecide={mayDecide}
            onDecide={(decision) => setOpen({ item, decision })}
          />
        ))}
      </div>
      {mayDecide && (
        <Button className="justify-self-start" onClick={() => setIsDeciding(true)}>
          {t('decide')}
        </Button>
      )}
      {open && <ItemDecisionDialog id={id} uid={file.uid} {...open} onClose={() => setOpen(undefined)} />}
      {isDeciding && <CaseDecisionDialog id={id} file={file} onClose={() => setIsDeciding(false)} />}
    </div>
  );
}

const kinds: Record<CaseItem['state'], StatusKind> = {
  not_provided: 'neutral',
  in_review: 'info',
  verified: 'success',
  rejected: 'danger',
};

type ItemProps = { item: CaseItem; mayDecide: boolean; onDecide: (decision: 'accept' | 'refuse') => void };

function ItemCard({ item: { title, state, reason, answers, documents, note }, mayDecide, onDecide }: ItemProps) {
  const t = useTranslations('manageCustomer.case');
  const told = Object.entries(answers).filter(([, value]) => value !== null && value !== undefined);
  return (
    <Card title={title} action={<StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>}>
      <div className="grid gap-3 text-small">
        {reason && <p className="text-danger">{reason}</p>}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {told.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-text-muted">{inWords(name)}</dt>
              <dd className="wrap-anywhere">{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
            </div>
          ))}
        </dl>
        {documents.map(({ uid, name }) => (
          <LinkButton
            key={uid}
            onClick={() => void downloadStaffFile(`/v1/manage/kyc/document/${uid}/file`, name).catch(reportFailure)}
          >
            {t('open', { name })}
          </LinkButton>
        ))}
        {note && <p className="text-text-muted">{note}</p>}
        {mayDecide && state === 'in_review' && (
          <div className="flex gap-3">
            <Button kind="secondary" onClick={() => onDecide('refuse')}>
              {t('refuse')}
            </Button>
            <Button onClick={() => onDecide('accept')}>{t('accept')}</Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** `dateOfBirth` reads “Date of birth”. */
const inWords = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
