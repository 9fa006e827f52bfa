import { allows } from '@larkmere/contract/back-office/permissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog } from '../parts/parts.ts';
import { VisitReviews } from '../visit-review/visit-review.ts';
import { AuditFilters, type Typed, toFilter } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { type AuditFilter, type AuditPage, auditQuery, exportAuditLog } from './audit-log.api.ts';

const typingMs = 400;

export function AuditLogPage() {
  const t = useTranslations('manageAuditLog');
  useSetPageTitle(t('title'));
  const { permissions } = useStaffSession();
  const { tab = 'log' }: { tab?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (!allows(permissions, ['visit_review', 'view'])) return <AuditLog />;
  return (
    <Tabs
      value={tab}
      onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true })}
      tabs={[
        { value: 'log', label: t('tab.log'), panel: <AuditLog /> },
        { value: 'visits', label: t('tab.visits'), panel: <VisitReviews /> },
      ]}
    />
  );
}

/** Who did and looked at what. Each row is checked against the chain of hashes while it is read. */
function AuditLog() {
  const t = useTranslations('manageAuditLog');
  const [typed, setTyped] = useState<Typed>({ customer: '', actor: '', action: '', entity: '', days: 7 });
  const [isExporting, setExporting] = useState(false);
  const filter = toFilter(useDebounced(typed, typingMs));
  const query = useInfiniteQuery(auditQuery(filter));
  return (
    <div className="grid gap-4">
      <AuditFilters typed={typed} onChange={(change) => setTyped((before) => ({ ...before, ...change }))} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 text-small text-text-muted">
          <Eye size={16} className="shrink-0" />
          {t('recorded')}
        </p>
        <Button kind="secondary" icon={<Download size={18} />} onClick={() => setExporting(true)}>
          {t('export.open')}
        </Button>
      </div>
      {query.error ? (
        <ErrorState title={t('failed')} text={failureText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Found query={query} onMore={() => void query.fetchNextPage()} />
      )}
      {isExporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
    </div>
  );
}

type Query = { data: { pages: AuditPage[] } | undefined; hasNextPage: boolean; isFetchingNextPage: boolean };

function Found({ query, onMore }: { query: Query; onMore: () => void }) {
  const t = useTranslations('manageAuditLog');
  const { at } = useDateTimeTexts();
  const [first, ...others] = query.data?.pages ?? [];
  if (!first) return <Skeleton shape="row" count={8} />;
  const rows = [first, ...others].flatMap(({ list }) => list);
  return (
    <>
      {rows.some(({ chain }) => chain === 'altered') && <Notice kind="danger" title={t('altered')} />}
      <Card flush>
        {rows.length === 0 ? <EmptyState title={t('none')}>{t('noneText')}</EmptyState> : <AuditTable rows={rows} />}
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
          <p className="text-small text-text-muted">
            {t('chainState', { entries: first.chain.entries, at: at(first.chain.at) })}
          </p>
          {query.hasNextPage && (
            <Button kind="secondary" busy={query.isFetchingNextPage} onClick={onMore}>
              {t('more')}
            </Button>
          )}
        </div>
      </Card>
    </>
  );
}

function ExportDialog({ filter, onClose }: { filter: AuditFilter; onClose: () => void }) {
  const t = useTranslations('manageAuditLog.export');
  return (
    <DecisionDialog
      title={t('title')}
      about={t('about')}
      fields={[{ name: 'reason', label: t('reason'), missing: t('reasonMissing'), atLeast: 10 }]}
      submitLabel={t('submit')}
      texts={{ failed: t('failed'), again: t('again'), done: t('done') }}
      write={(reason: string) => exportAuditLog(filter, reason)}
      toInput={({ reason = '' }) => reason}
      onClose={onClose}
    />
  );
}
