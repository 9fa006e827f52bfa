import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CreditCard, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CardPayments, cardUsageQuery } from '../card-payment/card-payment.tsx';
import { CardChooser } from './CardChooser.tsx';
import { CardDialog } from './CardDialog.tsx';
import { CardPanel } from './CardPanel.tsx';
import { type CardList, cardsQuery, type IssuedCard } from './issued-card.api.ts';
import { LimitsPanel } from './LimitsPanel.tsx';
import { type OpenDialog, openDialogs } from './open-dialog.ts';
import { SwitchesPanel } from './SwitchesPanel.tsx';
import { hasEnded } from './use-card-texts.ts';

export function CardPage() {
  const t = useTranslations('issuedCard');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(cardsQuery);
  if (error && !data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton shape="card" count={2} />;
  return data.list.length === 0 ? <NoCard canOrder={data.canOrder} /> : <Cards {...data} />;
}

function NoCard({ canOrder }: Pick<CardList, 'canOrder'>) {
  const t = useTranslations('issuedCard');
  return (
    <Card className="mx-auto w-full max-w-[720px]">
      <EmptyState title={t('none.title')} icon={<CreditCard size={22} />} action={canOrder && <OrderLink />}>
        {canOrder ? t('none.text') : t('none.ask')}
      </EmptyState>
    </Card>
  );
}

function OrderLink() {
  const t = useTranslations('issuedCard');
  return (
    <Link to={paths.cardIssue} className={buttonClass('secondary')}>
      <Plus size={18} /> {t('order')}
    </Link>
  );
}

/** The chosen card and an open dialog are in the address, so that a decline can lead to the limits. */
function Cards({ list, canOrder }: CardList) {
  const search: { card?: string; open?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = list.find(({ uid }) => uid === search.card) ?? list[0];
  const open = openDialogs.find((each) => each === search.open);
  // Back closes what was opened.
  const setOpen = (dialog: OpenDialog | undefined) =>
    void navigate({ to: '.', search: { ...search, open: dialog }, replace: dialog === undefined, resetScroll: false });
  if (!chosen) return null;
  return (
    <div className="grid gap-5">
      {(list.length > 1 || canOrder) && (
        <div
          className={`flex flex-wrap items-center justify-between gap-3 ${list.length === 1 ? 'order-last lg:order-none' : ''}`}
        >
          <CardChooser
            list={list}
            chosen={chosen}
            onChoose={(uid) => void navigate({ ...linkTo(paths.cardOf(uid)), replace: true })}
          />
          {canOrder && <OrderLink />}
        </div>
      )}
      <ChosenCard key={chosen.uid} card={chosen} canSetHighest={canOrder} onOpen={setOpen} />
      {open && <CardDialog card={chosen} open={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

type ChosenProps = Readonly<{ card: IssuedCard; canSetHighest: boolean; onOpen: (dialog: OpenDialog) => void }>;

/** On the phone one column in the order of urgency, from the large size two. */
function ChosenCard({ card, canSetHighest, onOpen }: ChosenProps) {
  const showsRules = !hasEnded(card) && card.state !== 'ordered';
  const { data: usage } = useQuery({ ...cardUsageQuery(card.uid), enabled: showsRules });
  return (
    <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,27.5rem)_minmax(0,1fr)] lg:items-start lg:gap-5">
      <div className="contents lg:grid lg:gap-4">
        <CardPanel card={card} onOpen={onOpen} />
        {showsRules && usage && (
          <div className="order-2">
            <LimitsPanel
              card={card}
              spent={{ today: usage.today.amount, month: usage.month.amount }}
              onChange={() => onOpen('limits')}
              onPerson={canSetHighest && !card.holder.isYou ? () => onOpen('person') : undefined}
            />
          </div>
        )}
      </div>
      <div className="contents lg:grid lg:gap-4">
        {card.state !== 'ordered' && (
          <div className="order-1">
            <CardPayments cardId={card.uid} />
          </div>
        )}
        {showsRules && (
          <div className="order-3">
            <SwitchesPanel card={card} />
          </div>
        )}
      </div>
    </div>
  );
}
