import type { OnBreach } from '@larkmere/contract/payments/standing-order-terms';
import { describeRate } from '@larkmere/money/displayed-rate';
import { formatAmount, readAmount } from '@larkmere/money/money';
import { convert, inverse, type Rate } from '@larkmere/money/rate';
import { useTranslations } from 'use-intl';
import { useCustomerRate } from '../../fx/rate/rate.tsx';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { moneyText } from '../../ui/money.ts';
import { RateInput } from '../../ui/RateInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { PaymentRoute } from './payment-route.ts';
import type { ErrorField, StandingOrderDraft } from './standing-order-draft.ts';

type Props = { draft: StandingOrderDraft; change: (more: Partial<StandingOrderDraft>) => void; route: PaymentRoute };

const breachActions: readonly OnBreach[] = ['hold_and_ask', 'pay_anyway', 'skip'];

export function AmountSideField({ draft, change, route: { accountCurrency, payeeCurrency } }: Props) {
  const t = useTranslations('standingOrder.exchange');
  return (
    <div className="grid gap-1.5">
      <p aria-hidden className="font-semibold">
        {t('side')}
      </p>
      <Segmented
        label={t('side')}
        value={draft.amountSide}
        onChange={(amountSide) => change({ amountSide })}
        options={[
          { value: 'sent', label: t('sent', { currency: accountCurrency }) },
          { value: 'received', label: t('received', { currency: payeeCurrency }) },
        ]}
      />
    </div>
  );
}

export function ExchangeFields({ draft, change, route, errorOf }: Props & { errorOf: ErrorOf }) {
  const t = useTranslations('standingOrder.exchange');
  const { accountCurrency, payeeCurrency } = route;
  const rate = useCustomerRate(accountCurrency, payeeCurrency);
  const isReceived = draft.amountSide === 'received';
  const about = rate && estimateOtherAmount(draft, rate);
  return (
    <>
      <p role="status" className="-mt-3 min-h-6 text-small text-text-muted">
        {rate && t('today', { rate: describeRate(rate) })}{' '}
        {about && t(isReceived ? 'aboutLeaves' : 'aboutArrives', { amount: moneyText(about) })}
      </p>
      {isReceived && (
        <div className="grid gap-1.5">
          <AmountInput
            id="standing-most"
            label={t('most')}
            currency={accountCurrency}
            value={draft.maxDebit}
            onChange={(most) => change({ maxDebit: most })}
            error={errorOf('most')}
          />
          <p className="text-small text-text-muted">{t('mostHint')}</p>
        </div>
      )}
      <RateInput
        id="standing-floor"
        label={t('floor')}
        pair={{ sell: accountCurrency, buy: payeeCurrency }}
        value={draft.floorRate}
        onChange={(floorRate) => change({ floorRate })}
        hint={t('floorHint')}
        error={errorOf('floor')}
        optional
      />
      {(isReceived || draft.floorRate.trim() !== '') && (
        <SelectField
          label={t(isReceived ? 'breachOfBoth' : 'breach')}
          value={draft.onBreach}
          onChange={({ target }) => change({ onBreach: target.value as OnBreach })}
          options={breachActions.map((value) => ({
            value,
            label: t(isReceived && value === 'pay_anyway' ? 'breaches.pay_within' : `breaches.${value}`),
          }))}
        />
      )}
    </>
  );
}
type ErrorOf = (field: ErrorField) => string | undefined;

export function ChargeField({ draft, change }: Pick<Props, 'draft' | 'change'>) {
  const t = useTranslations('standingOrder.exchange');
  return (
    <SelectField
      label={t('charges')}
      value={draft.chargeType}
      onChange={({ target }) => change({ chargeType: target.value as StandingOrderDraft['chargeType'] })}
      options={(['SHA', 'OUR'] as const).map((value) => ({ value, label: t(`chargeTypes.${value}`) }))}
    />
  );
}

function estimateOtherAmount({ amount, amountSide }: StandingOrderDraft, rate: Rate) {
  const fixed = readAmount(amountSide === 'received' ? rate.quote : rate.base, amount);
  if (!fixed || fixed.minor <= 0n) return undefined;
  const other = convert(fixed, amountSide === 'received' ? inverse(rate) : rate);
  return { amount: formatAmount(other), currency: other.currency };
}
