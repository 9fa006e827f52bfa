import { useTranslations } from 'use-intl';
import { MoneyAmount } from './MoneyAmount.tsx';
import type { Money } from './money.ts';

type Props = {
  /** Which figure of an account it is: all that is there, what can be spent of it now, or all after one transaction. */
  label: 'balance' | 'available' | 'balanceAfter';
  value: Money | undefined;
  /** `heading`: the heading of the column or of the term beside it is the label. */
  placement?: 'before' | 'above' | 'heading';
  size?: 'sm' | 'md' | 'lg';
  className?: string;
};

/** The one way a balance is shown: never without saying which one it is. */
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
