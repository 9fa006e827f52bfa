import type { StatementLine } from '@larkmere/contract/accounts/statement';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatDate, formatTime } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { TransactionList } from '../../ui/TransactionList.tsx';
import { useLineTexts } from './use-line-texts.ts';

type Props = {
  lines: readonly StatementLine[];
  onOpen: (uid: string) => void;
  onMore: (() => void) | undefined;
  loadingMore: boolean;
};

export function StatementLines({ lines, onOpen, onMore, loadingMore }: Props) {
  const t = useTranslations('statement');
  const { inList } = useLineTexts();
  const rows = lines.map((line) => ({
    ...inList(line),
    balanceAfter: { amount: line.balanceAfter, currency: line.currency },
  }));
  return (
    <>
      <div className="md:hidden print:hidden">
        <TransactionList transactions={rows} now={useNow()} onOpen={onOpen} />
      </div>
      <div className="relative hidden md:block print:block">
        <LinesTable lines={lines} onOpen={onOpen} />
      </div>
      {onMore && (
        <div data-print="no" className="border-t border-line p-4 text-center">
          <Button kind="secondary" onClick={onMore} busy={loadingMore} busyLabel={t('loadingMore')}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function LinesTable({ lines, onOpen }: Pick<Props, 'lines' | 'onOpen'>) {
  const t = useTranslations('statement.table');
  return (
    <table className="w-full text-small">
      <caption className="sr-only">{t('label')}</caption>
      <thead>
        <tr className="border-y border-line bg-page text-left text-caption text-text-muted">
          <th scope="col" className="py-2 pr-3 pl-5 font-semibold">
            {t('date')}
          </th>
          <th scope="col" className="px-3 py-2 font-semibold">
            {t('what')}
          </th>
          <th scope="col" className="hidden px-3 py-2 font-semibold lg:table-cell print:table-cell">
            {t('reference')}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-semibold">
            {t('amount')}
          </th>
          <th scope="col" className="py-2 pr-5 pl-3 text-right font-semibold">
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow key={line.uid} line={line} onOpen={() => onOpen(line.uid)} />
        ))}
      </tbody>
    </table>
  );
}

function LineRow({ line, onOpen }: { line: StatementLine; onOpen: () => void }) {
  const locale = useLocale();
  const { amount, balanceAfter, currency, reference } = line;
  const { title, detail } = useLineTexts().inTable(line);
  const at = new Date(line.bookedAt);
  return (
    <tr className="relative h-14 border-b border-line align-middle transition-colors last:border-b-0 hover:bg-page">
      <td className="figures py-2 pr-3 pl-5 whitespace-nowrap">
        {formatDate(at, locale)}
        <span className="block text-caption text-text-muted">{formatTime(at, locale)}</span>
      </td>
      <td className="px-3 py-2">
        <button
          type="button"
          onClick={onOpen}
          className="text-left text-body font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
        >
          {title}
        </button>
        <span className="block text-text-muted">{detail}</span>
      </td>
      <td className="figures hidden px-3 py-2 text-text-muted lg:table-cell print:table-cell">{reference}</td>
      <td className="px-3 py-2 text-right text-body font-semibold">
        <MoneyAmount value={{ amount, currency }} sign="always" />
      </td>
      <td className="py-2 pr-5 pl-3 text-right text-body">
        <BalanceAmount label="balance" value={{ amount: balanceAfter, currency }} placement="heading" />
      </td>
    </tr>
  );
}
