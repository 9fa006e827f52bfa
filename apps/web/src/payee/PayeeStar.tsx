import type { PayeeView } from '@larkmere/contract/payee';
import { Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { mayMake } from '../kernel/guards.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { useSession } from '../kernel/session.ts';
import { showToast } from '../kernel/toasts.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { useStarPayee } from './payee.api.ts';

export function PayeeStar({ payee: { uid, name, favourite } }: { payee: PayeeView }) {
  const t = useTranslations('payeePage.star');
  const mayStar = mayMake(useSession().user, 'payee');
  const star = useStarPayee();
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
