import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { formatDate } from '../../ui/date-text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { FavouriteIcon } from './FavouriteIcon.tsx';

type Props = {
  favourite: FavouriteView;
  onEdit: () => void;
  /** Absent at the end of the list. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  mayChange: boolean;
};

export function FavouriteRow({ favourite, onEdit, onUp, onDown, mayChange }: Props) {
  const t = useTranslations('favourite');
  const locale = useLocale();
  const { uid, label, icon, amount, currency, target, problem, lastUsedAt } = favourite;
  return (
    <article aria-label={label} className="grid gap-3 p-5">
      <div className="flex items-start gap-4">
        <FavouriteIcon icon={icon} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <h2 className="font-semibold">{label}</h2>
          <p className="text-small text-text-muted">
            {target.name}
            {target.account && <span className="figures block">{target.account}</span>}
          </p>
          <p className="text-small text-text-muted">
            {lastUsedAt ? t('lastUsed', { day: formatDate(new Date(lastUsedAt), locale) }) : t('neverUsed')}
          </p>
        </div>
        <span className="shrink-0 text-right">
          {amount === null ? (
            <span className="text-small text-text-muted">{currency}</span>
          ) : (
            <MoneyAmount value={{ amount, currency }} className="font-semibold" />
          )}
        </span>
      </div>
      {problem && (
        <div className="grid justify-items-start gap-1.5">
          <StatusPill kind={problem.kind === 'changed' ? 'warning' : 'danger'}>
            {t(`problem.${problem.kind}`)}
          </StatusPill>
          <p className="text-small">{problem.text}</p>
        </div>
      )}
      {mayChange && (
        <div className="flex items-center gap-1">
          {!problem && (
            <Link to={paths.walletFavoriteSend(uid)} aria-label={t('sendTo', { label })} className={buttonClass()}>
              {t('send')}
            </Link>
          )}
          <span className="flex-1" />
          {(onUp || onDown) && (
            <>
              <IconButton label={t('up', { label })} aria-disabled={!onUp || undefined} onClick={onUp}>
                <ArrowUp size={20} className={onUp ? '' : 'opacity-40'} />
              </IconButton>
              <IconButton label={t('down', { label })} aria-disabled={!onDown || undefined} onClick={onDown}>
                <ArrowDown size={20} className={onDown ? '' : 'opacity-40'} />
              </IconButton>
            </>
          )}
          <IconButton label={t('change', { label })} onClick={onEdit}>
            <Pencil size={20} />
          </IconButton>
        </div>
      )}
    </article>
  );
}
