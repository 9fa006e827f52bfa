import type { BulkFileView } from '@larkmere/contract/bulk-payment';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ChevronRight, FileText } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { mayMake } from '../kernel/guards.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { Card } from '../ui/Card.tsx';
import { dayText } from '../ui/day.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { BulkFile } from './BulkFile.tsx';
import { BulkUpload } from './BulkUpload.tsx';
import { filesQuery } from './bulk-payment.api.ts';
import { StatePill, states } from './StatePill.tsx';

export function BulkPaymentPage() {
  usePage(useTranslations('bulkPayment')('title'));
  const { user } = useSession();
  const { file = '' }: { file?: string } = useSearch({ strict: false });
  return (
    <div className="mx-auto grid w-full max-w-[860px] gap-5">
      {file ? (
        <BulkFile key={file} uid={file} />
      ) : (
        <>
          {mayMake(user, 'payment') && <BulkUpload />}
          <Files />
        </>
      )}
    </div>
  );
}

function Files() {
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
  const all = states.reduce((sum, state) => sum + counts[state], 0);
  return (
    <Link
      {...linkTo(paths.paymentBulkFile(uid))}
      className="flex items-center gap-4 px-5 py-3.5 -outline-offset-3 transition-colors hover:bg-sunken"
    >
      <FileText size={22} className="shrink-0 text-text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-small text-text-muted">
          {t('rows', { count: all })} · {dayText(new Date(createdAt), locale)}
        </span>
        <span className="mt-1 flex flex-wrap gap-1.5">
          {states
            .filter((state) => counts[state] > 0)
            .map((state) => (
              <StatePill key={state} state={state} count={counts[state]} />
            ))}
        </span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </Link>
  );
}
