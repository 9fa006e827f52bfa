import { useTranslations } from 'use-intl';
import type { SendRefusal } from '../../platform/forms/use-idempotent-submit.ts';
import { Button } from '../../ui/Button.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useFocusOnResult } from '../../ui/use-focus-on-result.ts';
import type { FormPrice } from './payment-price.api.ts';

type Props = {
  refusal: SendRefusal;
  price: FormPrice | undefined;
  onBack: () => void;
  onStartAgain: () => void;
};

const amountErrorCodes = [
  'approval_required',
  'insufficient_funds',
  'limit_exceeded',
  'amount_invalid',
  'pin_cooling',
  'execution_date_invalid',
];

export function RefusalNotice({ refusal: { code, text }, price, onBack, onStartAgain }: Props) {
  const t = useTranslations('makePayment.review');
  const box = useFocusOnResult(true);
  const action = () => {
    if (amountErrorCodes.includes(code))
      return (
        <Button kind="secondary" onClick={onBack}>
          {t('changeAmount')}
        </Button>
      );
    if (code !== 'idempotency_mismatch') return undefined;
    return (
      <Button kind="secondary" onClick={onStartAgain}>
        {t('startAgain')}
      </Button>
    );
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {code === 'price_changed' ? (
        <Notice kind="warning" title={t('priceChanged')}>
          {price ? t('newPrice', { fee: moneyText(price.fee), total: moneyText(price.total) }) : text}
        </Notice>
      ) : (
        <Notice kind="danger" title={text} action={action()}>
          {code === 'payee_changed' && t('payeeChanged')}
        </Notice>
      )}
    </div>
  );
}
