import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { FavouriteIcon } from './FavouriteIcon.tsx';
import { favouritesQuery } from './favourite.api.ts';

const maxShown = 5;

/** The first favourites beside the form that sends. Absent while there are none. */
export function FavouritesCard() {
  const t = useTranslations('favourite');
  const { data } = useQuery(favouritesQuery);
  if (!data || data.list.length === 0) return null;
  return (
    <Card
      title={t('card')}
      action={
        <Link to={paths.walletFavorites} className={`${linkClass} text-small`}>
          {t('edit')}
        </Link>
      }
    >
      <ul className="-mx-2 -mb-2 grid">
        {data.list.slice(0, maxShown).map(({ uid, label, icon, amount, currency, target, problem }) => (
          <li key={uid}>
            <Link
              to={paths.walletFavoriteSend(uid)}
              className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5 transition-colors hover:bg-sunken"
            >
              <FavouriteIcon icon={icon} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block font-semibold">{label}</span>
                <span className="block text-small text-text-muted">{target.name}</span>
              </span>
              {problem ? (
                <StatusPill kind="warning">{t(`problem.${problem.kind}`)}</StatusPill>
              ) : (
                amount !== null && <MoneyAmount value={{ amount, currency }} size="sm" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
