import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FavouriteForm } from './FavouriteForm.tsx';
import { FavouriteRow } from './FavouriteRow.tsx';
import { favouritesQuery, useReorderFavourites } from './favourite.api.ts';
import { movedOrder } from './moved-order.ts';
import { NewFavourite } from './NewFavourite.tsx';

type Address = { show?: string; edit?: string; transfer?: string; payee?: string };

export function FavouritePage() {
  const t = useTranslations('favourite');
  useSetPageTitle(t('title'));
  const navigate = useNavigate();
  const { show, edit, transfer, payee }: Address = useSearch({ strict: false });
  const favourites = useQuery(favouritesQuery);
  const mayChange = canInitiate(useSession().user, 'payment');
  const close = () => void navigate({ to: paths.walletFavorites, search: {} });
  const existing = favourites.data?.list.find(({ uid }) => uid === edit);
  const chosen = (transfer && `member:${transfer}`) || (payee && `payee:${payee}`) || '';
  const content = () => {
    if (mayChange && (show === 'add' || chosen)) return <NewFavourite chosen={chosen} onDone={close} />;
    if (favourites.isPending) return <Skeleton shape="card" count={3} />;
    if (!favourites.data)
      return (
        <Card>
          <ErrorState
            title={t('failed')}
            text={failureText(favourites.error)}
            onRetry={() => void favourites.refetch()}
          />
        </Card>
      );
    if (mayChange && existing) return <FavouriteForm key={existing.uid} existing={existing} onDone={close} />;
    return <FavouriteList {...favourites.data} mayChange={mayChange} />;
  };
  return <div className="mx-auto grid w-full max-w-[640px] gap-5">{content()}</div>;
}

type ListProps = { list: FavouriteView[]; max: number; mayChange: boolean };

function FavouriteList({ list, max, mayChange }: ListProps) {
  const t = useTranslations('favourite');
  const navigate = useNavigate();
  const reorder = useReorderFavourites();
  const [moved, setMoved] = useState('');
  const isFull = list.length >= max;
  const move = (favourite: FavouriteView, by: -1 | 1) => {
    const order = movedOrder(
      list.map(({ uid }) => uid),
      favourite.uid,
      by,
    );
    if (!order) return undefined;
    return () =>
      !reorder.isPending &&
      reorder.mutate(order, {
        onSuccess: () =>
          setMoved(
            t('moved', { label: favourite.label, place: order.indexOf(favourite.uid) + 1, count: order.length }),
          ),
        onError: (error) => showToast({ kind: 'danger', text: `${t('notMoved')}. ${failureText(error)}` }),
      });
  };
  const add = mayChange && !isFull && (
    <Button kind="secondary" icon={<Plus size={18} />} onClick={() => void navigate(linkTo(paths.walletFavoriteAdd))}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-text-muted">{isFull ? t('full', { max }) : t('about')}</p>
        {list.length > 0 && add}
      </div>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {list.length === 0 ? (
        <Card>
          <EmptyState title={t('empty')} icon={<Star size={22} />} action={add}>
            {t('emptyText')}
          </EmptyState>
        </Card>
      ) : (
        <Card flush>
          <ul className="divide-y divide-line">
            {list.map((favourite) => (
              <li key={favourite.uid}>
                <FavouriteRow
                  favourite={favourite}
                  mayChange={mayChange}
                  onEdit={() => void navigate(linkTo(paths.walletFavoriteEdit(favourite.uid)))}
                  onUp={move(favourite, -1)}
                  onDown={move(favourite, 1)}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
