import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StaleNotice } from '../../ui/StaleNotice.tsx';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { ExportButton } from './ExportButton.tsx';
import { FoundLines } from './FoundLines.tsx';
import { useStatementSearch } from './statement.api.ts';
import { parseFilter, type StatementFilter } from './statement-filter.ts';
import { useFilterForm } from './use-filter-form.ts';

/** Every movement of all wallets and of all time, newest first. */
export function HistoryPage() {
  const t = useTranslations('statement.history');
  useSetPageTitle(t('title'));
  const query = useSearch({ strict: false });
  const filter: StatementFilter = { ...parseFilter(query, undefined, useNow()), scope: 'all' };
  const { form, type, choose } = useFilterForm(filter);
  const found = useStatementSearch(filter);
  const { data: accounts = [] } = useAccounts();
  return (
    <div className="grid gap-4">
      <Filters form={form} type={type} choose={choose} accounts={accounts} />
      {found.error && found.data && (
        <StaleNotice at={new Date(found.dataUpdatedAt)} onRetry={() => void found.refetch()} />
      )}
      {found.error && !found.data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(found.error)} onRetry={() => void found.refetch()} />
        </Card>
      )}
      {found.isPending && <Skeleton shape="row" count={6} />}
      {found.data && (
        <Card flush>
          <FoundLines
            found={found}
            accounts={accounts}
            empty={<Nothing filter={filter} onClear={() => choose({ search: undefined, direction: undefined })} />}
            withBalance
          />
        </Card>
      )}
    </div>
  );
}

type Change = (change: Partial<StatementFilter>) => void;

type FilterProps = { form: StatementFilter; type: Change; choose: Change; accounts: readonly BankAccountView[] };

function Filters({ form, type, choose, accounts }: FilterProps) {
  const t = useTranslations('statement');
  return (
    <section aria-label={t('history.filters')} className="flex flex-col gap-3 sm:flex-row">
      <div className="flex-1">
        <SearchInput
          label={t('history.search')}
          placeholder={t('searchHint')}
          value={form.search ?? ''}
          onChange={(search) => type({ search })}
        />
      </div>
      <Segmented
        label={t('direction.label')}
        value={form.direction ?? 'all'}
        onChange={(direction) => choose({ direction: direction === 'all' ? undefined : direction })}
        options={(['all', 'in', 'out'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
      />
      <ExportButton
        accounts={accounts}
        chosen={accounts.map(({ bankholderid }) => bankholderid)}
        range={{ from: form.from, to: form.to }}
      />
    </section>
  );
}

function Nothing({ filter: { search, direction }, onClear }: { filter: StatementFilter; onClear: () => void }) {
  const t = useTranslations('statement.history');
  if (!search && !direction) return <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>;
  return (
    <EmptyState
      title={search ? t('notFound', { text: search }) : t('noneThisWay')}
      icon={<SearchX size={22} />}
      action={
        <Button kind="secondary" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}
