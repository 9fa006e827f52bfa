import { useTranslations } from 'use-intl';
import { classNames } from './class-names.ts';
import { type Money, moneyParts } from './money.ts';

type Props = {
  value: Money | undefined;
  sign?: 'auto' | 'always' | 'never';
  size?: 'sm' | 'md' | 'lg' | 'display';
  className?: string;
};

const sizes = {
  sm: { figure: '', cents: '', code: 'text-caption' },
  md: { figure: '', cents: '', code: 'text-small' },
  lg: { figure: 'text-figure font-bold', cents: 'text-h1 text-text-muted', code: 'text-small font-semibold' },
  display: {
    figure: 'text-display font-bold',
    cents: 'text-[1.625rem] text-text-muted',
    code: 'text-body font-semibold',
  },
};

/** Every amount must be displayed through this component. A missing amount is a dash, not zero. */
export function MoneyAmount({ value, sign = 'auto', size = 'md', className }: Props) {
  const t = useTranslations('ui');
  const look = sizes[size];
  if (!value) {
    return (
      <span className={classNames(look.figure, className)}>
        <span aria-hidden>—</span>
        <span className="sr-only">{t('notAvailable')}</span>
      </span>
    );
  }
  const { sign: mark, whole, cents } = moneyParts(value, sign);
  return (
    <span className={classNames('figures whitespace-nowrap', look.figure, mark === '+' && 'text-success', className)}>
      {mark && (
        <>
          <span aria-hidden>{mark}</span>
          <span className="sr-only">{t(mark === '+' ? 'plus' : 'minus')} </span>
        </>
      )}
      {whole}
      <span className={look.cents}>{cents}</span>{' '}
      <span className={classNames('text-text-muted', look.code)}>{value.currency}</span>
    </span>
  );
}

type CostsProps = { parts: readonly (Money | null | undefined)[]; size?: Props['size'] };

/** Costs in two currencies, which have no sum. */
export const Costs = ({ parts, size }: CostsProps) =>
  parts
    .filter((part) => part !== null && part !== undefined)
    .map((part, i) => (
      <span key={part.currency}>
        {i > 0 && ' + '}
        <MoneyAmount value={part} {...(size && { size })} />
      </span>
    ));
