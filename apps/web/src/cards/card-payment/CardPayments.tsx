import { useNavigate, useSearch } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { dayName, formatDate, toLocalDate } from '../../ui/date-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type CardPayment, useCardPayments } from './card-payment.api.ts';
import { PaymentDrawer } from './PaymentDrawer.tsx';
import { PaymentRow } from './PaymentRow.tsx';

const recentSize = 5;
const pageSize = 20;

/** The latest payments of a card, or all of them page by page. Which, and the opened payment, is in the address. */
export function CardPayments({ cardId }: { cardId: string }) {
  const t = useTranslations('cardPayment');
  const { payments, payment: opened }: { payments?: string; payment?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const showsAll = payments === 'all';
  const list = useCardPayments(cardId, showsAll ? pageSize : recentSize);
  // Back closes what was opened.
  const go = (shown: { payments?: string | undefined; payment?: string | undefined }, replace = true) =>
    void navigate({ ...linkTo(paths.cardPayments(cardId, shown)), replace, resetScroll: false });
  const view = showsAll ? 'all' : undefined;
  return (
    <Card
      flush
      title={t(showsAll ? 'all' : 'recent')}
      action={
        <LinkButton onClick={() => go({ payments: showsAll ? undefined : 'all' })}>
          {t(showsAll ? 'showRecent' : 'showAll')}
        </LinkButton>
      }
    >
      {list.error && !list.data && (
        <ErrorState title={t('failed')} text={failureText(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Skeleton shape="row" count={3} />}
      {list.data && (
        <Days
          rows={list.data.pages.flatMap((page) => page.list)}
          onOpen={(uid) => go({ payments: view, payment: uid }, false)}
        />
      )}
      {showsAll && list.hasNextPage && (
        <div className="p-4 text-center">
          <Button
            kind="secondary"
            busy={list.isFetchingNextPage}
            busyLabel={t('moreBusy')}
            onClick={() => void list.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
      {opened && <PaymentDrawer id={opened} onClose={() => go({ payments: view })} />}
    </Card>
  );
}

function Days({ rows, onOpen }: { rows: CardPayment[]; onOpen: (uid: string) => void }) {
  const t = useTranslations('cardPayment');
  const locale = useLocale();
  const now = useNow();
  if (rows.length === 0)
    return (
      <EmptyState title={t('none')} icon={<CreditCard size={22} />}>
        {t('noneText')}
      </EmptyState>
    );
  const days = Map.groupBy(rows, ({ at }) => toLocalDate(new Date(at)));
  return [...days].map(([day, payments]) => {
    const name = dayName(day, now);
    const [first] = payments;
    return (
      <section key={day}>
        <h3 className="bg-page px-5 py-1.5 text-small font-semibold text-text-muted">
          {name ? t(name) : first && formatDate(new Date(first.at), locale)}
        </h3>
        <ul className="divide-y divide-line">
          {payments.map((payment) => (
            <li key={payment.uid}>
              <PaymentRow payment={payment} onOpen={() => onOpen(payment.uid)} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
