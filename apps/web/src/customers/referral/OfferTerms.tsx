import type { ReferralOfferView } from '@larkmere/contract/customers/referral';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { moneyText } from '../../ui/money.ts';
import { useDateText } from '../../ui/use-date-text.ts';

export function OfferTerms({ offer, onClose }: { offer: ReferralOfferView; onClose: () => void }) {
  const t = useTranslations('referral');
  const { day } = useDateText();
  const { reward, exchange, freeTransfers: count, deadlineDays: days, maxRewards: max, ends, termsVersion } = offer;
  const terms = [
    t('offer.you', { reward: moneyText(reward), max }),
    count > 0 && t('offer.friend', { count }),
    t('offer.steps', { exchange: moneyText(exchange), days }),
    t('offer.paid', { currency: reward.currency }),
    t('offer.own'),
    t('offer.seen'),
    ends !== null && t('offer.ends', { day: day(ends) }),
    t('offer.kept'),
  ].filter((term) => term !== false);
  return (
    <Dialog
      title={t('offer.title')}
      description={t('offer.version', { version: termsVersion })}
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <ul className="grid list-disc gap-2 pl-5">
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </Dialog>
  );
}
