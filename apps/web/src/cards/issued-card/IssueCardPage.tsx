import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { cardOptionsQuery, cardsQuery } from './issued-card.api.ts';
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
  const replaced = cards.data.list.find(({ uid }) => uid === replaces);
  const start = startForm(options.data, replaced);
  if (!start || (!replaced && !cards.data.canOrder))
    return (
      <Card className="mx-auto w-full max-w-[720px]">
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      </Card>
    );
  return <OrderCardForm key={replaced?.uid} options={options.data} replaced={replaced} start={start} />;
}
