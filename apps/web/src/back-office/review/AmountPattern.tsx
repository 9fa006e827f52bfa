import type { CaseCustomer } from '@larkmere/contract/back-office/review-case';
import { useTranslations } from 'use-intl';
import { type Money, moneyText } from '../../ui/money.ts';
import { dotsOf } from './amount-dots.ts';

type Props = { pattern: CaseCustomer['pattern']; amount: Money };
const size = { width: 320, height: 76, axis: 58 } as const;

/** How this amount compares with what the customer paid before, on a logarithmic scale. */
export function AmountPattern({ pattern, amount }: Props) {
  const t = useTranslations('manageReview.customer');
  const { currency, count, amounts, largest } = pattern;
  if (!largest) return <p className="text-small text-text-muted">{t('patternNone', { currency })}</p>;
  const [now, most] = [Number(amount.amount), Number(largest.amount.amount)];
  const { dots, mark, ticks } = dotsOf(amounts.map(Number), now, size.width);
  const named = { amount: moneyText(largest.amount), payee: largest.payee };
  return (
    <figure className="grid gap-1.5">
      <svg
        role="img"
        aria-label={t('patternCount', { count })}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className="w-full"
      >
        <line x1={8} x2={size.width - 8} y1={size.axis} y2={size.axis} className="stroke-line" />
        {dots.map(({ x, level, key }) => (
          <circle key={key} cx={x} cy={size.axis - 8 - level * 8} r={3.6} className="fill-brand opacity-60" />
        ))}
        <path
          d={`M${mark - 6} ${size.axis - 4} L${mark} ${size.axis - 15} L${mark + 6} ${size.axis - 4} Z`}
          className="fill-chart-2"
        />
        {ticks.map(({ x, text }) => (
          <text key={text} x={x} y={size.axis + 15} textAnchor="middle" className="fill-text-muted text-[11px]">
            {text}
          </text>
        ))}
        <text x={mark} y={size.axis - 20} textAnchor="middle" className="fill-text text-[11px] font-bold">
          {moneyText(amount).replace(/\.\d+ .*/, '')}
        </text>
      </svg>
      <figcaption className="text-small text-text-muted">
        {now > most ? t('patternLargest', { times: (now / most).toFixed(1), ...named }) : t('patternBelow', named)}
      </figcaption>
    </figure>
  );
}
