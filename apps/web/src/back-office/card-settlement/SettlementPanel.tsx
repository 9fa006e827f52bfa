import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { TabQuery } from '../parts/parts.ts';
import { isDue, settlementQuery, useCompareSettlement } from './card-settlement.api.ts';
import { SettlementRows } from './SettlementRows.tsx';
import { SettlementState } from './SettlementState.tsx';

type File = Reply<typeof contract.cardSettlement.show>;

/** One file: what differs from the books, and its rows beside them. */
export function SettlementPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('manageCardSettlement');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="settlement" className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-2">
        <h2 id="settlement" ref={heading} tabIndex={-1} className="figures text-h2 font-bold outline-none">
          {t('file', { id })}
        </h2>
        <IconButton label={t('close')} size="small" onClick={onClose}>
          <X size={18} />
        </IconButton>
      </div>
      <TabQuery query={settlementQuery(id)}>{(file) => <Contents file={file} />}</TabQuery>
    </section>
  );
}

function Contents({ file }: { file: File }) {
  const t = useTranslations('manageCardSettlement');
  const { day: dayText } = useDateText();
  const { at } = useDateTimeTexts();
  const { settlement, rows, rowCount } = file;
  const { day, cleared, refunded, net, lines, reportedAt } = settlement;
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <SummaryList
          rows={[
            { label: t('state'), value: <SettlementState settlement={settlement} /> },
            { label: t('day'), value: dayText(day) },
            { label: t('reportedAt'), value: at(reportedAt) },
            { label: t('lines'), value: <span className="figures">{lines}</span> },
            { label: t('cleared'), value: <MoneyAmount value={cleared} /> },
            { label: t('refunded'), value: <MoneyAmount value={refunded} /> },
            { label: t('net'), value: <MoneyAmount value={net} /> },
          ]}
        />
        <Differences file={file} />
      </div>
      <SettlementRows rows={rows} rowCount={rowCount} isSettled={settlement.state === 'settled'} />
    </div>
  );
}

/** What the calls allow: to compare again, after the cause was found at the processor or the report arrived. */
function Differences({ file: { settlement, rows } }: { file: File }) {
  const t = useTranslations('manageCardSettlement');
  const { at } = useDateTimeTexts();
  const canAct = allows(useStaffSession().permissions, ['reconciliation', 'act']);
  const { id, state, differences, currency, nextComparisonAt } = settlement;
  const comparing = useIdempotentRequest(useCompareSettlement().mutateAsync, () =>
    showToast({ kind: 'info', text: t('comparing') }),
  );
  if (state === 'settled') return <Notice kind="success" title={t('agrees')} />;
  const referenceOf = (paymentId: string): string =>
    rows.find((row) => row.paymentId === paymentId)?.payment?.reference ?? paymentId;
  const isComparing = isDue(nextComparisonAt);
  return (
    <div className="grid gap-3">
      {differences.length === 0 ? (
        <Notice kind="info" title={t('notCompared')} />
      ) : (
        <Notice kind="warning" title={t('differs', { count: differences.length })}>
          {t('differsText')}
        </Notice>
      )}
      <ul aria-label={t('differences')} className="divide-y divide-line border-y border-line text-small empty:hidden">
        {differences.map(({ kind, paymentId, inFile, inBooks }) => (
          <li key={`${kind}${paymentId}`} className="grid gap-0.5 py-2">
            <strong className="font-semibold">{t(`kind.${kind}`)}</strong>
            {paymentId && <span className="figures wrap-anywhere text-text-muted">{referenceOf(paymentId)}</span>}
            <span className="figures">
              {t(kind === 'count_differs' ? 'inBothLines' : 'inBoth', { inFile, inBooks, currency })}
            </span>
          </li>
        ))}
      </ul>
      <SubmitNotice submission={comparing} refusedTitle={t('failed')} retryText={t('again')} />
      {canAct && (
        <Button
          className="w-fit"
          busy={comparing.sending || comparing.unknown || isComparing}
          busyLabel={t('comparingBusy')}
          onClick={() => void comparing.send({ id, idempotency: comparing.key })}
        >
          {t('compare')}
        </Button>
      )}
      <p role="status" className="text-small text-text-muted">
        {nextComparisonAt && !isComparing && t('next', { when: at(nextComparisonAt) })}
      </p>
    </div>
  );
}
