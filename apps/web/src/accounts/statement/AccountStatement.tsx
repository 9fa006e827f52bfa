import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { Printer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StaleNotice } from '../../ui/StaleNotice.tsx';
import { ExchangeNote } from '../letter/letter.tsx';
import { LineDrawer } from './LineDrawer.tsx';
import { StatementEmpty } from './StatementEmpty.tsx';
import { StatementLines } from './StatementLines.tsx';
import { StatementTotals } from './StatementTotals.tsx';
import type { useStatement } from './statement.api.ts';
import type { StatementFilter } from './statement-filter.ts';
import { useLineTexts } from './use-line-texts.ts';
import { useOpenedLine } from './use-opened-line.ts';

type Props = {
  statement: ReturnType<typeof useStatement>;
  isLoading: boolean;
  account: BankAccountView | undefined;
  filter: StatementFilter;
  choose: (change: Partial<StatementFilter>) => void;
};

export function AccountStatement({ statement, isLoading, account, filter, choose }: Props) {
  const t = useTranslations('statement');
  const { opened, open, close } = useOpenedLine();
  const { inTable } = useLineTexts();
  const pages = statement.data?.pages ?? [];
  const [first] = pages;
  const lines = pages.flatMap(({ list }) => list);
  const line = lines.find(({ uid }) => uid === opened);
  const failed = statement.error && (!first || statement.isPlaceholderData);
  return (
    <>
      {statement.error && !failed && (
        <StaleNotice at={new Date(statement.dataUpdatedAt)} onRetry={() => void statement.refetch()} />
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
      {isLoading && !failed && (
        <>
          <Skeleton shape="row" count={4} className="grid grid-cols-2 gap-3 lg:grid-cols-4" />
          <Skeleton shape="row" count={6} />
        </>
      )}
      {first && !failed && (
        <div aria-busy={statement.isPlaceholderData} className="grid gap-6 transition-opacity aria-busy:opacity-55">
          {!(filter.search && lines.length === 0) && <StatementTotals totals={first} filter={filter} />}
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
              <StatementEmpty filter={filter} choose={choose} account={account} />
            ) : (
              <StatementLines
                lines={lines}
                onOpen={open}
                onMore={statement.hasNextPage ? () => void statement.fetchNextPage() : undefined}
                loadingMore={statement.isFetchingNextPage}
              />
            )}
            {lines.length > 0 && filter.search && (
              <p data-print="no" className="border-t border-line px-5 py-3 text-small">
                <LinkButton className="-mx-1" onClick={() => choose({ scope: 'all' })}>
                  {t('empty.everywhere')}
                </LinkButton>
              </p>
            )}
          </Card>
        </div>
      )}
      {line && (
        <LineDrawer line={line} title={inTable(line).title} onClose={close} actions={<ExchangeNote line={line} />} />
      )}
    </>
  );
}
