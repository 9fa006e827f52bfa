import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { SearchX } from 'lucide-react';
import { useNow, useTranslations } from 'use-intl';
import { useAccountName } from '../../ui/account-name.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { presetRanges, type StatementFilter } from './statement-filter.ts';
import { useRangeName } from './use-range-name.ts';

type Props = {
  filter: StatementFilter;
  choose: (change: Partial<StatementFilter>) => void;
  account: BankAccountView | undefined;
};

export function StatementEmpty({ filter, choose, account }: Props) {
  const t = useTranslations('statement.empty');
  const { last365 } = presetRanges(useNow());
  if (filter.search) return <NoResults filter={filter} choose={choose} account={account} />;
  if (filter.direction) {
    return (
      <EmptyState
        title={t('filteredTitle')}
        icon={<SearchX size={22} />}
        action={
          <Button kind="secondary" onClick={() => choose({ direction: undefined })}>
            {t('clear')}
          </Button>
        }
      >
        {t('filteredText')}
      </EmptyState>
    );
  }
  const coversYear = filter.from <= last365.from && filter.to >= last365.to;
  if (coversYear) return <EmptyState title={t('newTitle')}>{t('newText')}</EmptyState>;
  return (
    <EmptyState
      title={t('title')}
      action={
        <Button kind="secondary" onClick={() => choose(last365)}>
          {t('wider')}
        </Button>
      }
    >
      {t('text')}
    </EmptyState>
  );
}

function NoResults({ filter, choose, account }: Props) {
  const t = useTranslations('statement.empty');
  const nameOf = useAccountName();
  const range = useRangeName(filter);
  const text = filter.search ?? '';
  const everywhere = filter.scope === 'all';
  const title =
    everywhere || !account ? t('nowhere', { text }) : t('notThere', { text, account: nameOf(account), range });
  return (
    <EmptyState
      title={title}
      icon={<SearchX size={22} />}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {!everywhere && <Button onClick={() => choose({ scope: 'all' })}>{t('everywhere')}</Button>}
          <Button
            kind="secondary"
            onClick={() => choose({ direction: undefined, search: undefined, scope: undefined })}
          >
            {t('clear')}
          </Button>
        </div>
      }
    >
      {filter.direction && t(`only.${filter.direction}`)}
    </EmptyState>
  );
}
