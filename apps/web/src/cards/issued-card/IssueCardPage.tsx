import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type CardList, type CardOptions, cardOptionsQuery, cardsQuery } from './issued-card.api.ts';
import { OrderCardForm } from './OrderCardForm.tsx';
import { startForm } from './order-form.ts';

export function IssueCardPage() {
  const t = useTranslations('issuedCard.issue');
  const { replaces }: { replaces?: string } = useSearch({ strict: false });
  useSetPageTitle(t(replaces ? 'replaceTitle' : 'title'));
  const options = useQuery(cardOptionsQuery);
  const cards = useQuery(cardsQuery);
  const error = options.error ?? cards.error;
  if (error && !(options.data && cards.data))
    return (
      <Card>
        <ErrorState
          title={t('failed')}
          text={failureText(error)}
          onRetry={() => void Promise.all([options.refetch(), cards.refetch()])}
        />
      </Card>
    );
  if (!options.data || !cards.data) return <Skeleton shape="card" count={2} />;
  return <Order key={replaces} options={options.data} cards={cards.data} replaces={replaces} />;
}

type OrderProps = Readonly<{ options: CardOptions; cards: CardList; replaces: string | undefined }>;

/** The card as it was when the page opened: once it is replaced, the form stays until the order is answered. */
function Order({ options, cards, replaces }: OrderProps) {
  const t = useTranslations('issuedCard.issue');
  const [replaced] = useState(() => cards.list.find(({ uid }) => uid === replaces));
  const start = startForm(options, replaced);
  if (replaces !== undefined && (!start || !replaced?.permissions.replace)) return <NotReplaceable />;
  if (!start || (!replaced && !cards.canOrder))
    return (
      <Card className="mx-auto w-full max-w-[720px]">
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      </Card>
    );
  return <OrderCardForm options={options} replaced={replaced} start={start} />;
}

/** The address is of a card that was replaced in another window, or that is not there. */
function NotReplaceable() {
  const t = useTranslations('issuedCard.issue');
  const action = (
    <Link to={paths.card} className={buttonClass('secondary')}>
      {t('toCards')}
    </Link>
  );
  return (
    <Card className="mx-auto w-full max-w-[720px]">
      <EmptyState title={t('notReplaceable')} action={action}>
        {t('notReplaceableText')}
      </EmptyState>
    </Card>
  );
}
