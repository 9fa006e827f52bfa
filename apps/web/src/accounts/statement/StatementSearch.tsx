import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useAccountName } from '../../ui/account-name.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FoundLines } from './FoundLines.tsx';
import { StatementEmpty } from './StatementEmpty.tsx';
import type { useStatementSearch } from './statement.api.ts';
import type { StatementFilter } from './statement-filter.ts';
import { useRangeName } from './use-range-name.ts';

type Props = {
  found: ReturnType<typeof useStatementSearch>;
  accounts: readonly BankAccountView[];
  account: BankAccountView | undefined;
  filter: StatementFilter;
  choose: (change: Partial<StatementFilter>) => void;
};

export function StatementSearch({ found, accounts, account, filter, choose }: Props) {
  const t = useTranslations('statement');
  const shortName = useAccountName();
  const range = useRangeName(filter);
  if (found.error && !found.data)
    return (
      <Card>
        <ErrorState title={t('searchFailed')} text={failureText(found.error)} onRetry={() => void found.refetch()} />
      </Card>
    );
  if (!found.data) return <Skeleton shape="row" count={6} />;
  return (
    <Card title={t('found')} flush>
      <p className="flex flex-wrap items-center gap-x-3 px-5 pb-3 text-small text-text-muted">
        {t('lookedEverywhere')}
        {account && (
          <LinkButton className="-mx-1" onClick={() => choose({ scope: undefined })}>
            {t('lookThere', { account: shortName(account), range })}
          </LinkButton>
        )}
      </p>
      <FoundLines
        found={found}
        accounts={accounts}
        empty={<StatementEmpty filter={filter} choose={choose} account={account} />}
      />
    </Card>
  );
}
