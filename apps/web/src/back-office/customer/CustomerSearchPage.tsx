import type { FoundCustomer } from '@larkmere/contract/back-office/customer-search';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffTable, staffPaths } from '../parts/parts.ts';
import { AccountStatusPill, KycStatusPill } from './CustomerPills.tsx';
import { searchQuery } from './customer.api.ts';

const typingMs = 250;

/** The address keeps what was typed. One exact identifier opens its customer at once. */
export function CustomerSearchPage() {
  const t = useTranslations('manageCustomer');
  useSetPageTitle(t('search.title'));
  const { q = '' }: { q?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const [closedToo, setClosedToo] = useState(false);
  const query = useDebounced(text.trim(), typingMs);
  useEffect(() => {
    if (query !== q) void navigate({ to: '.', search: query ? { q: query } : {}, replace: true });
  }, [query, q, navigate]);
  return (
    <div className="grid gap-4">
      <SearchInput
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={text}
        onChange={setText}
        takesFocus
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox checked={closedToo} onChange={({ target }) => setClosedToo(target.checked)}>
          {t('search.closedToo')}
        </Checkbox>
        <p className="flex items-center gap-2 text-small text-text-muted">
          <Eye size={16} className="shrink-0" />
          {t('search.recorded')}
        </p>
      </div>
      {query.length < 2 ? (
        <EmptyState title={t('search.start')}>{t('search.none')}</EmptyState>
      ) : (
        <Results query={query} closedToo={closedToo} />
      )}
    </div>
  );
}

function Results({ query, closedToo }: { query: string; closedToo: boolean }) {
  const t = useTranslations('manageCustomer');
  const { at } = useDateTimeTexts();
  const { data, error, refetch } = useQuery(searchQuery(query, closedToo));
  if (error) return <ErrorState title={t('search.failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="row" count={4} />;
  const { list, hasMore } = data;
  return (
    <Card flush>
      <p role="status" className="p-4">
        <strong className="font-bold">{t('search.count', { count: list.length })}</strong>{' '}
        <span className="text-small text-text-muted">
          {hasMore ? t('search.more') : list.length > 1 && t('search.best')}
        </span>
      </p>
      {list.length === 0 ? (
        <EmptyState title={t('search.count', { count: 0 })}>{t('search.none')}</EmptyState>
      ) : (
        <StaffTable<FoundCustomer>
          caption={t('search.title')}
          rows={list}
          keyOf={({ uid }) => uid}
          columns={[
            {
              key: 'customer',
              title: t('column.customer'),
              cell: ({ uid, name, otherName }) => (
                <span className="flex items-center gap-3">
                  <Avatar name={name} size={32} />
                  <span className="grid">
                    <Link to={staffPaths.customer(uid)} className="font-semibold hover:underline">
                      {name}
                    </Link>
                    {otherName && <span className="text-caption text-text-muted">{otherName}</span>}
                  </span>
                </span>
              ),
            },
            {
              key: 'code',
              title: t('column.code'),
              cell: ({ memberCode, type, business }) => (
                <span className="grid whitespace-nowrap">
                  <span className="figures">{memberCode}</span>
                  <span className="text-caption text-text-muted">
                    {t(`type.${type}`)} · {t(business ? 'business' : 'personal')}
                  </span>
                </span>
              ),
            },
            { key: 'foundBy', title: t('column.foundBy'), cell: ({ foundBy }) => t(`foundBy.${foundBy}`) },
            { key: 'kyc', title: t('column.kyc'), cell: (row) => <KycStatusPill {...row} /> },
            { key: 'status', title: t('column.status'), cell: (row) => <AccountStatusPill {...row} /> },
            {
              key: 'seen',
              title: t('column.seen'),
              isNumber: true,
              cell: ({ lastSeenAt }) => (lastSeenAt ? at(lastSeenAt) : t('never')),
            },
          ]}
        />
      )}
    </Card>
  );
}
