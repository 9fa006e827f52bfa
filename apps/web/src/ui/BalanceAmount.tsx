import { useTranslations } from 'use-intl';
import { MoneyAmount } from './MoneyAmount.tsx';
import type { Money } from './money.ts';

type Props = {
  label: 'balance' | 'available' | 'balanceAfter';
  value: Money | undefined;
  placement?: 'before' | 'above' | 'heading';
  size?: 'sm' | 'md' | 'lg';
  className?: string;
};

/** Every balance must be displayed through this component, so that it always says which balance it is. */
export function BalanceAmount({ label, value, placement = 'before', size = 'md', className }: Props) {
  const t = useTranslations('ui.balance');
  const amount = <MoneyAmount value={value} size={size} {...(className && { className })} />;
  if (placement === 'heading') return amount;
  if (placement === 'before')
    return (
      <>
        {t(label)} {amount}
      </>
    );
  return (
    <>
      <span className="block text-caption text-text-muted">{t(label)}</span> {amount}
    </>
  );
}
