import type { BulkFileView, BulkRowState } from '@larkmere/contract/payments/bulk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { ApprovalSection } from '../../approvals/approval/approval.tsx';
import { failureText, reportFailure } from '../../platform/failures.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AddPayees } from './AddPayees.tsx';
import { BulkRelease, useReleaseChoices } from './BulkRelease.tsx';
import { BulkRows } from './BulkRows.tsx';
import { fileQuery } from './bulk.api.ts';
import { rowStates } from './RowStatusPill.tsx';

export function BulkFile({ uid }: { uid: string }) {
  const t = useTranslations('bulkPayment.file');
  const file = useQuery(fileQuery(uid));
  if (file.data) return <FileDetail file={file.data} />;
  return file.error ? (
    <Card>
      <ErrorState title={t('failed')} text={failureText(file.error)} onRetry={() => void file.refetch()} />
    </Card>
  ) : (
    <Skeleton shape="card" count={2} />
  );
}

function FileDetail({ file }: { file: BulkFileView }) {
  const t = useTranslations('bulkPayment');
  const locale = useLocale();
  const { user } = useSession();
  const mayPay = canInitiate(user, 'payment');
  const mayAdd = mayPay && canInitiate(user, 'payee');
  const { uid, name, createdAt, counts, totals, approvalRequests, payeesToAdd } = file;
  const present = rowStates.filter((state) => counts[state] > 0);
  const [stateChoice, setStateChoice] = useState<BulkRowState>();
  const choices = useReleaseChoices();
  const shown = present.find((state) => state === stateChoice) ?? present[0];
  return (
    <>
      <div>
        <Link to={paths.paymentBulk} className={linkClass}>
          {t('file.all')}
        </Link>
        <h2 className="mt-2 text-h1 font-bold wrap-anywhere">{name}</h2>
        <p className="text-text-muted">{t('file.brought', { moment: formatDate(new Date(createdAt), locale) })}</p>
      </div>
      {counts.released > 0 && <Notice kind="info" title={t('file.running', { count: counts.released })} />}
      {counts.checking > 0 && <Notice kind="info" title={t('file.checking', { count: counts.checking })} />}
      {approvalRequests.map((approval) => (
        <ApprovalSection key={approval.uid} uid={approval.uid} />
      ))}
      {mayAdd && payeesToAdd.count + payeesToAdd.checking > 0 && <AddPayees file={file} />}
      {mayPay && totals.length > 0 && <BulkRelease key={file.digest} file={file} choices={choices} />}
      {shown && (
        <Tabs
          value={shown}
          onChange={(state) => setStateChoice(state as BulkRowState)}
          tabs={present.map((state) => ({
            value: state,
            label: `${t(`state.${state}`)} ${counts[state]}`,
            panel: <BulkRows key={state} file={file} state={state} />,
          }))}
        />
      )}
      {counts.faulty + counts.doubtful + counts.left_out + counts.refused > 0 && (
        <Button
          kind="secondary"
          icon={<Download size={18} />}
          className="justify-self-start"
          onClick={() => void downloadFile(`/v1/payment/bulk/${uid}/faults`).catch(reportFailure)}
        >
          {t('file.export')}
        </Button>
      )}
    </>
  );
}
