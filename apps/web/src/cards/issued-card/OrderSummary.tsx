import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { type Money, moneyText } from '../../ui/money.ts';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { CardArt } from './CardArt.tsx';
import type { CardOptions, IssuedCard } from './issued-card.api.ts';
import type { Offer, OrderForm, Person } from './order-form.ts';

type Props = Readonly<{
  form: OrderForm;
  offer: Offer;
  person: Person;
  replaced: IssuedCard | undefined;
  delivery: CardOptions['delivery'];
  fee: Money;
  isBusy: boolean;
}>;

/** The card as it will look, and what it costs, beside the form or below it on the phone. */
export function OrderSummary({ form, offer, person, replaced, delivery, fee, isBusy }: Props) {
  const t = useTranslations('issuedCard.issue');
  const kinds = useTranslations('issuedCard.kind');
  const { day } = useDateText();
  const { format, design, embossedName } = form;
  const isFree = Number(fee.amount) === 0;
  const arrival =
    format === 'virtual' ? t('withinMinute') : t('arrives', { from: day(delivery.earliest), to: day(delivery.latest) });
  const account = t('accountName', { currency: offer.currency, ending: offer.accountEnding });
  return (
    <Card className="grid gap-4 lg:sticky lg:top-24">
      <CardArt
        design={design}
        brand={null}
        last4={null}
        embossedName={embossedName.trim() || person.embossedName}
        format={format}
        expiry={null}
      />
      <SummaryList
        rows={[
          { label: t('summary.card'), value: kinds(format) },
          { label: t('summary.person'), value: person.name },
          { label: t('summary.account'), value: account },
          ...(replaced
            ? [{ label: t('summary.replaces'), value: t('replacesText', { last4: replaced.last4 ?? '' }) }]
            : []),
          { label: t('summary.arrives'), value: arrival },
          { label: t('summary.fee'), value: isFree ? t('free') : moneyText(fee) },
        ]}
      />
      <div className="grid gap-2">
        <Button type="submit" wide busy={isBusy}>
          {isFree ? t('place') : t('placeFor', { amount: moneyText(fee) })}
        </Button>
        <Link to={paths.card} className={buttonClass('quiet', true)}>
          {t('back')}
        </Link>
      </div>
    </Card>
  );
}
