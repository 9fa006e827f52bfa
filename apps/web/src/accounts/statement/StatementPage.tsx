import { useSearch } from '@tanstack/react-router';
import { useNow, useTranslations } from 'use-intl';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { AccountStatement } from './AccountStatement.tsx';
import { PrintHead } from './PrintHead.tsx';
import { StatementFilters } from './StatementFilters.tsx';
import { StatementSearch } from './StatementSearch.tsx';
import { useStatement, useStatementSearch } from './statement.api.ts';
import { parseFilter } from './statement-filter.ts';
import { useFilterForm } from './use-filter-form.ts';

export function StatementPage() {
  const t = useTranslations('statement');
  useSetPageTitle(t('title'));
  const accounts = useAccounts();
  const now = useNow({ updateInterval: 60_000 });
  const query = useSearch({ strict: false });
  const filter = parseFilter(query, accounts.data?.[0]?.bankholderid, now);
  const controls = useFilterForm(filter);
  const statement = useStatement(filter);
  const found = useStatementSearch(filter);
  const account = accounts.data?.find(({ bankholderid }) => bankholderid === filter.bankholderid);
  const shown = filter.scope === 'all' ? found : statement;
  const isWhole = shown.data && !shown.hasNextPage && !shown.isPlaceholderData;
  return (
    <div className="grid gap-6">
      {filter.scope === undefined && <PrintHead account={account} filter={filter} />}
      <StatementFilters
        {...controls}
        accounts={accounts.data ?? []}
        resultCount={isWhole ? shown.data.pages.flatMap<unknown>(({ list }) => list).length : undefined}
      />
      {filter.scope === 'all' ? (
        <StatementSearch
          found={found}
          accounts={accounts.data ?? []}
          account={account}
          filter={filter}
          choose={controls.choose}
        />
      ) : (
        <AccountStatement
          statement={statement}
          isLoading={accounts.isPending || statement.isLoading}
          account={account}
          filter={filter}
          choose={controls.choose}
        />
      )}
    </div>
  );
}
