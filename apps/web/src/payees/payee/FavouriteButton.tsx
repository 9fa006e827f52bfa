import type { PayeeView } from '@larkmere/contract/payees/payee';
import { Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSession } from '../../platform/session/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSetFavourite } from './payee.api.ts';

export function FavouriteButton({ payee: { uid, name, favourite } }: { payee: PayeeView }) {
  const t = useTranslations('payeePage.star');
  const mayStar = canInitiate(useSession().user, 'payee');
  const star = useSetFavourite();
  const shown = star.isPending ? star.variables.favourite : favourite;
  const picture = <Star size={20} className={shown ? 'fill-accent text-accent' : ''} aria-hidden />;
  if (!mayStar) return shown ? <span className="grid size-11 place-items-center">{picture}</span> : null;
  const turn = () =>
    star.mutate(
      { uid, favourite: !shown, idempotency: newIdempotencyKey() },
      { onError: (error) => showToast({ kind: 'danger', text: `${t('failed')}. ${failureText(error)}` }) },
    );
  return (
    <IconButton label={t('label', { name })} aria-pressed={shown} onClick={() => !star.isPending && turn()}>
      {picture}
    </IconButton>
  );
}
