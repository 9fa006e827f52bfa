import type { ProposedStatus } from '@larkmere/contract/back-office/status-change';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog } from '../parts/parts.ts';
import { useChangeStatus, useRefuseStatus } from './status-change.api.ts';

type Props = { id: string; proposal: ProposedStatus; from: AccountStatus; allowedNext: readonly AccountStatus[] };

/** The second person sends back what they read here; anything else is refused. */
export function ProposalCard({ id, proposal, allowedNext }: Props) {
  const t = useTranslations('manageAccountStatus');
  const statusName = useTranslations('manageCustomer.status');
  const { at } = useDateTimeTexts();
  const [asking, setAsking] = useState<'agree' | 'refuse'>();
  const { mutateAsync: change } = useChangeStatus(id);
  const { mutateAsync: refuse } = useRefuseStatus(id);
  const close = () => setAsking(undefined);
  const { uid, status, reasonCode, customerMessage, internalNote, legalBasis, noticeEndsAt, notifyCustomer } = proposal;
  const texts = { failed: t('failed'), again: t('again') };
  const field = (label: string) => ({ name: 'note', label, missing: t('noteMissing'), atLeast: 10, atMost: 2000 });
  return (
    <Card title={t('proposal.title', { status: statusName(status) })} className="grid gap-3">
      <p className="text-small text-text-muted">
        {t('proposal.by', { name: proposal.proposedBy, when: at(proposal.proposedAt) })}
        {proposal.isOwn && ` · ${t('proposal.own')}`}
      </p>
      <SummaryList
        rows={[
          { label: t('reason'), value: t(`reasons.${reasonCode}`) },
          ...(legalBasis ? [{ label: t('legalBasis'), value: t(`bases.${legalBasis}`) }] : []),
          ...(noticeEndsAt ? [{ label: t('noticeEnds'), value: at(noticeEndsAt) }] : []),
          { label: t('history.reads'), value: customerMessage ?? '–' },
          ...(notifyCustomer ? [] : [{ label: t('history.reads'), value: t('proposal.silent') }]),
          { label: t('note'), value: internalNote },
        ]}
      />
      {allowedNext.includes(status) && (
        <div className="flex gap-3">
          {!proposal.isOwn && <Button onClick={() => setAsking('agree')}>{t('proposal.agree')}</Button>}
          <Button kind="secondary" onClick={() => setAsking('refuse')}>
            {t(proposal.isOwn ? 'proposal.withdraw' : 'proposal.refuse')}
          </Button>
        </div>
      )}
      {asking === 'agree' && (
        <DecisionDialog
          title={t('proposal.title', { status: statusName(status) })}
          fields={[field(t('proposal.noteOfSecond'))]}
          submitLabel={t('proposal.agree')}
          texts={{ ...texts, done: t('proposal.agreed') }}
          write={change}
          toInput={({ note = '' }, idempotency) => ({
            id,
            status,
            reasonCode,
            customerMessage,
            internalNote: note,
            legalBasis,
            effectiveAt: noticeEndsAt,
            notifyCustomer,
            approvalRef: uid,
            idempotency,
          })}
          onClose={close}
        />
      )}
      {asking === 'refuse' && (
        <DecisionDialog
          title={t(proposal.isOwn ? 'proposal.withdraw' : 'proposal.refuse')}
          fields={[field(t('proposal.noteOfRefusal'))]}
          submitLabel={t(proposal.isOwn ? 'proposal.withdraw' : 'proposal.refuse')}
          texts={{ ...texts, done: t('proposal.refused') }}
          write={refuse}
          toInput={({ note = '' }, idempotency) => ({ id, uid, note, idempotency })}
          onClose={close}
        />
      )}
    </Card>
  );
}
