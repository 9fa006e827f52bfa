import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import type { CardPayment } from './card-payment.api.ts';

/** What helps after a decline, where a page of ours helps. */
export function RemedyLink({ payment: { remedy, cardId } }: { payment: CardPayment }) {
  const t = useTranslations('cardPayment.remedy');
  const address = remedy && addressOf(remedy, cardId);
  return (
    address && (
      <Link
        {...linkTo(address)}
        className="relative z-1 font-semibold whitespace-nowrap text-brand-text underline underline-offset-3"
      >
        {t(remedy)}
      </Link>
    )
  );
}

function addressOf(remedy: NonNullable<CardPayment['remedy']>, cardId: string): string | undefined {
  switch (remedy) {
    case 'add_money':
      return paths.receiveMoney;
    case 'raise_limit':
      return paths.cardDialog(cardId, 'limits');
    case 'activate':
      return paths.cardDialog(cardId, 'activate');
    case 'contact_us':
      return ownAddress(paths.help);
    case 'unfreeze': // Its buttons are on the page where this is read.
    case 'turn_on_channel':
      return undefined;
  }
}
