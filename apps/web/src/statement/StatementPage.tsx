import { useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useNow, useTranslations } from 'use-intl';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { failureText } from '../kernel/errors.ts';
import { usePage } from '../kernel/page.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StaleLine } from '../ui/StaleLine.tsx';
import { LineDrawer } from './LineDrawer.tsx';
import { PrintHead } from './PrintHead.tsx';
import { StatementEmpty } from './StatementEmpty.tsx';
import { StatementFilters } from './StatementFilters.tsx';
import { StatementLines } from './StatementLines.tsx';
import { StatementTotals } from './StatementTotals.tsx';
import { useStatement } from './statement.api.ts';
import { readFilter } from './statement-filter.ts';
import { useFilterForm } from './use-filter-form.ts';
import { useLineWords } from './use-line-words.ts';
import { useOpenedLine } from './use-opened-line.ts';

/** The booked lines of one account, with totals that agree with the books. The address holds every choice. */
export function StatementPage() {
  const t = useTranslations('statement');
  usePage(t('title'));
  const accounts = useAccounts();
  const now = useNow({ updateInterval: 60_000 });
  const query = useSearch({ strict: false });
  const filter = readFilter(query, accounts.data?.[0]?.bankholderid, now);
  const controls = useFilterForm(filter);
  const statement = useStatement(filter);
  const { opened, open, close } = useOpenedLine();
  const { ofAccount } = useLineWords();

  const pages = statement.data?.pages ?? [];
  const [first] = pages;
  const lines = pages.flatMap(({ list }) => list);
  const line = lines.find(({ uid }) => uid === opened);
  const account = accounts.data?.find(({ bankholderid }) => bankholderid === filter.bankholderid);
  const failed = statement.error && (!first || statement.isPlaceholderData);
  // Without any account there is nothing to ask for, and the bar above says so.
  const isWaiting = accounts.isPending || (statement.isLoading && !failed);
  return (
    <div className="grid gap-6">
      <PrintHead account={account} filter={filter} />
      <StatementFilters
        {...controls}
        accounts={accounts.data ?? []}
        resultCount={first && !statement.hasNextPage && !statement.isPlaceholderData ? lines.length : undefined}
      />
      {statement.error && !failed && (
        <StaleLine at={new Date(statement.dataUpdatedAt)} onRetry={() => void statement.refetch()} />
      )}
      {failed && (
        <Card>
          <ErrorState
            title={t('failed')}
            text={failureText(statement.error)}
            onRetry={() => void statement.refetch()}
          />
        </Card>
      )}
      {isWaiting && (
        <>
          <Skeleton shape="row" count={4} className="grid grid-cols-2 gap-3 lg:grid-cols-4" />
          <Skeleton shape="row" count={6} />
        </>
      )}
      {first && !failed && (
        <div aria-busy={statement.isPlaceholderData} className="grid gap-6 transition-opacity aria-busy:opacity-55">
          <StatementTotals totals={first} filter={filter} />
          <Card
            title={t('lines')}
            flush
            action={
              <Button
                kind="quiet"
                data-print="no"
                className="-my-2 -mr-3"
                icon={<Printer size={18} />}
                onClick={() => print()}
              >
                {t('print')}
              </Button>
            }
          >
            {lines.length === 0 ? (
              <StatementEmpty filter={filter} choose={controls.choose} />
            ) : (
              <StatementLines
                lines={lines}
                onOpen={open}
                onMore={statement.hasNextPage ? () => void statement.fetchNextPage() : undefined}
                loadingMore={statement.isFetchingNextPage}
              />
            )}
          </Card>
        </div>
      )}
      {line && <LineDrawer line={line} title={ofAccount(line).title} onClose={close} />}
    </div>
  );
}
