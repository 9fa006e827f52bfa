import type { Currency } from '@larkmere/money/money';
import { useTranslations } from 'use-intl';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { moneyText } from '../../ui/money.ts';
import { useAmountError } from '../../ui/use-amount-error.ts';
import type { Limits } from './issued-card.api.ts';
import type { LimitFault, LimitField } from './limit-faults.ts';

type Props = Readonly<{
  limits: Limits;
  onChange: (limits: Limits) => void;
  highest: Limits;
  currency: Currency;
  fault: LimitFault | undefined;
}>;

export function LimitFields({ limits, onChange, highest, currency, fault }: Props) {
  const t = useTranslations('issuedCard.limits');
  const text = (amount: string) => moneyText({ amount, currency });
  const amountFault = useAmountError();
  const faultText = ({ field: name, fault: code }: LimitFault) => {
    if (code === 'overHighest') return t(code, { amount: text(highest[name]) });
    return (code === 'missing' && limits[name].trim() && amountFault(limits[name], currency)) || t(code);
  };
  const field = (name: LimitField) => (
    <AmountInput
      key={name}
      label={t(name)}
      value={limits[name]}
      onChange={(amount) => onChange({ ...limits, [name]: amount })}
      currency={currency}
      hint={t('highest', { amount: text(highest[name]) })}
      error={fault?.field === name ? faultText(fault) : undefined}
    />
  );
  return <>{(['perPayment', 'daily', 'monthly'] as const).map(field)}</>;
}
