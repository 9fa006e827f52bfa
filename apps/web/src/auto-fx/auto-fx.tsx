import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { buttonClass } from '../ui/button-class.ts';
import type { Wish } from './auto-fx-draft.ts';

/** While the market is closed: exchange now, or let an order do it when it opens or at a rate of one's own. */
export function OffHoursChoices({ wish }: { wish: Omit<Wish, 'new'> }) {
  const t = useTranslations('autoFx.offHours');
  const { user, userType } = useSession();
  if (userType === 'wallet' || !user.accessRole.autofx) return null;
  return (
    <div className="grid gap-2">
      <p>{t('text')}</p>
      <div className="flex flex-wrap gap-3">
        <Link {...linkTo(paths.autoFxFor({ ...wish, new: 'schedule' }))} className={buttonClass('secondary')}>
          {t('atOpen')}
        </Link>
        <Link {...linkTo(paths.autoFxFor({ ...wish, new: 'limit' }))} className={buttonClass('secondary')}>
          {t('atTarget')}
        </Link>
      </div>
    </div>
  );
}
