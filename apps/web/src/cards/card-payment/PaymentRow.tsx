import { Banknote, Bed, Coffee, Fuel, Plane, ShoppingBasket, Store, TrainFront, Utensils } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { CardPayment } from './card-payment.api.ts';
import { merchantKind } from './merchant-kind.ts';
import { RemedyLink } from './RemedyLink.tsx';
import { isPartRefunded, placeOf, shownAmount, usePaymentDetail } from './use-payment-texts.ts';

const icons = {
  travel: Plane,
  hotel: Bed,
  train: TrainFront,
  shop: ShoppingBasket,
  fuel: Fuel,
  restaurant: Utensils,
  cafe: Coffee,
  cash: Banknote,
  other: Store,
};

type Props = { payment: CardPayment; onOpen: () => void };

/** The title is the button, stretched over the row, so that the remedy of a decline can be a link of its own. */
export function PaymentRow({ payment, onOpen }: Props) {
  const detail = usePaymentDetail();
  const Icon = icons[merchantKind(payment.merchant.category)];
  return (
    <div className="relative flex min-h-16 items-start gap-3 px-5 py-3 transition-colors hover:bg-page">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-text-muted">
        <Icon size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpen}
          className="block text-left font-semibold wrap-anywhere after:absolute after:inset-0"
        >
          {placeOf(payment)}
        </button>
        <p className="figures text-small text-text-muted">{detail(payment)}</p>
        {payment.reason && (
          <p className="text-small">
            {payment.reason} <RemedyLink payment={payment} />
          </p>
        )}
      </div>
      <Amount payment={payment} />
    </div>
  );
}

function Amount({ payment }: { payment: CardPayment }) {
  const t = useTranslations('cardPayment');
  const { state, refunded, dispute, receiptMissing } = payment;
  const { value, isIn } = shownAmount(payment);
  const isStruck = state === 'declined' || state === 'released';
  const signed = value && (isStruck || isIn ? value : { ...value, amount: `-${value.amount}` });
  return (
    <div className="grid shrink-0 justify-items-end gap-1">
      {value && (
        <MoneyAmount
          value={signed}
          sign={isIn ? 'always' : 'auto'}
          className={isStruck ? 'text-text-muted line-through' : 'font-semibold'}
        />
      )}
      {state === 'declined' && <StatusPill kind="danger">{t('state.declined')}</StatusPill>}
      {state !== 'declined' && state !== 'cleared' && (
        <span className="text-small text-text-muted">{t(`state.${state}`)}</span>
      )}
      {isPartRefunded(payment) && (
        <span className="figures text-small text-text-muted">{t('partRefunded', { amount: moneyText(refunded) })}</span>
      )}
      {dispute && dispute !== 'rejected' && dispute !== 'lost' && dispute !== 'won' && (
        <StatusPill kind="info">{t('disputed')}</StatusPill>
      )}
      {receiptMissing && <span className="text-caption text-text-muted">{t('receiptMissing')}</span>}
    </div>
  );
}
