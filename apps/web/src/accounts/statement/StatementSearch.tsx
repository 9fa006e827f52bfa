import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { StatementSearchLine } from '@larkmere/contract/accounts/statement';
import { useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useAccountName } from '../../ui/account-name.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TransactionList } from '../../ui/TransactionList.tsx';
import { LineDrawer } from './LineDrawer.tsx';
import { StatementEmpty } from './StatementEmpty.tsx';
import type { useStatementSearch } from './statement.api.ts';
import type { StatementFilter } from './statement-filter.ts';
import { useLineTexts } from './use-line-texts.ts';
import { useOpenedLine } from './use-opened-line.ts';
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
  const { opened, open, close } = useOpenedLine();
  const { inList } = useLineTexts();
  const shortName = useAccountName();
  const range = useRangeName(filter);
  const now = useNow();
  const lines = found.data?.pages.flatMap(({ list }) => list) ?? [];
  const line = lines.find(({ uid }) => uid === opened);
  const nameOf = ({ bankholderid, currency }: StatementSearchLine): string => {
    const known = accounts.find((each) => each.bankholderid === bankholderid);
    return shortName(known ?? { currency });
  };
  const rowOf = (each: StatementSearchLine) => {
    const row = inList(each);
    return { ...row, detail: t('foundDetail', { detail: row.detail, account: nameOf(each) }) };
  };
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
      <div aria-busy={found.isPlaceholderData} className="transition-opacity aria-busy:opacity-55">
        {lines.length === 0 ? (
          <StatementEmpty filter={filter} choose={choose} account={account} />
        ) : (
          <TransactionList
            transactions={lines.map(rowOf)}
            now={now}
            onOpen={open}
            onMore={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
            loadingMore={found.isFetchingNextPage}
          />
        )}
      </div>
      {line && <LineDrawer line={line} title={inList(line).title} onClose={close} />}
    </Card>
  );
}
