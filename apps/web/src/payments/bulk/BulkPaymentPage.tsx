import type { BulkFileView } from '@larkmere/contract/payments/bulk';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ChevronRight, FileText } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BulkFile } from './BulkFile.tsx';
import { BulkUpload } from './BulkUpload.tsx';
import { filesQuery } from './bulk.api.ts';
import { RowStatusPill, rowStates } from './RowStatusPill.tsx';

export function BulkPaymentPage() {
  useSetPageTitle(useTranslations('bulkPayment')('title'));
  const { user } = useSession();
  const { file = '' }: { file?: string } = useSearch({ strict: false });
  return (
    <div className="mx-auto grid w-full max-w-[860px] gap-5">
      {file ? (
        <BulkFile key={file} uid={file} />
      ) : (
        <>
          {canInitiate(user, 'payment') && <BulkUpload />}
          <FileList />
        </>
      )}
    </div>
  );
}

function FileList() {
  const t = useTranslations('bulkPayment.files');
  const files = useQuery(filesQuery);
  return (
    <Card flush title={t('title')}>
      {files.isPending && (
        <div className="p-5 pt-0">
          <Skeleton shape="row" count={3} />
        </div>
      )}
      {files.error && !files.data && (
        <ErrorState title={t('failed')} text={failureText(files.error)} onRetry={() => void files.refetch()} />
      )}
      {files.data?.length === 0 && <EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {files.data?.map((file) => (
          <li key={file.uid}>
            <FileRow file={file} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FileRow({ file: { uid, name, createdAt, counts } }: { file: BulkFileView }) {
  const t = useTranslations('bulkPayment.files');
  const locale = useLocale();
  const all = rowStates.reduce((sum, state) => sum + counts[state], 0);
  return (
    <Link
      {...linkTo(paths.paymentBulkFile(uid))}
      className="flex items-center gap-4 px-5 py-3.5 -outline-offset-3 transition-colors hover:bg-sunken"
    >
      <FileText size={22} className="shrink-0 text-text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-small text-text-muted">
          {t('rows', { count: all })} · {formatDate(new Date(createdAt), locale)}
        </span>
        <span className="mt-1 flex flex-wrap gap-1.5">
          {rowStates
            .filter((state) => counts[state] > 0)
            .map((state) => (
              <RowStatusPill key={state} state={state} count={counts[state]} />
            ))}
        </span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </Link>
  );
}
