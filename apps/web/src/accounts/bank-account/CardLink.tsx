import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { CardFace } from '../../ui/CardFace.tsx';

export function CardLink({ account: { hascard, cardlast4 } }: { account: BankAccountView }) {
  const t = useTranslations('bankAccount');
  const { feature, user } = useSession();
  const hasPage = navigation.isBuilt(paths.card) && feature.card && user.accessRole.card;
  if (!hascard || !hasPage) return null;
  return (
    <Link to={paths.card} className="relative grid min-h-8 place-items-center rounded-small">
      <span className="sr-only">{t('cardEnding', { last4: cardlast4 ?? '' })}</span>
      <span aria-hidden>
        <CardFace last4={cardlast4 ?? ''} />
      </span>
    </Link>
  );
}
