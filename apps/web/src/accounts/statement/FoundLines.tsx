import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { StatementSearchLine } from '@larkmere/contract/accounts/statement';
import type { ReactNode } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { useAccountName } from '../../ui/account-name.ts';
import { TransactionList } from '../../ui/TransactionList.tsx';
import { ExchangeNote } from '../letter/letter.tsx';
import { LineDrawer } from './LineDrawer.tsx';
import type { useStatementSearch } from './statement.api.ts';
import { useLineTexts } from './use-line-texts.ts';
import { useOpenedLine } from './use-opened-line.ts';

type Props = {
  found: ReturnType<typeof useStatementSearch>;
  accounts: readonly BankAccountView[];
  empty: ReactNode;
  withBalance?: boolean;
};

/** Lines of several accounts, each with the account that it is of. */
export function FoundLines({ found, accounts, empty, withBalance = false }: Props) {
  const t = useTranslations('statement');
  const { opened, open, close } = useOpenedLine();
  const { inList } = useLineTexts();
  const shortName = useAccountName();
  const now = useNow();
  const lines = found.data?.pages.flatMap(({ list }) => list) ?? [];
  const line = lines.find(({ uid }) => uid === opened);
  const nameOf = ({ bankholderid, currency }: StatementSearchLine): string => {
    const known = accounts.find((each) => each.bankholderid === bankholderid);
    return shortName(known ?? { currency });
  };
  const rowOf = (each: StatementSearchLine) => {
    const row = inList(each);
    return {
      ...row,
      detail: t('foundDetail', { detail: row.detail, account: nameOf(each) }),
      ...(withBalance && { balanceAfter: { amount: each.balanceAfter, currency: each.currency } }),
    };
  };
  return (
    <>
      <div aria-busy={found.isPlaceholderData} className="transition-opacity aria-busy:opacity-55">
        {lines.length === 0 ? (
          empty
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
      {line && (
        <LineDrawer line={line} title={inList(line).title} onClose={close} actions={<ExchangeNote line={line} />} />
      )}
    </>
  );
}
