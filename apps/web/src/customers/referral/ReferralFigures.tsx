import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { moneyParts } from '../../ui/money.ts';
import type { Referrals } from './referral.api.ts';

export function ReferralFigures({ referrals: { earned, onTheWay, invited } }: { referrals: Referrals }) {
  const t = useTranslations('referral');
  return (
    <dl className="grid grid-cols-[auto_auto_auto] divide-x divide-line rounded-card border border-line bg-surface md:grid-cols-3">
      <Figure label={t('earned')} unit={earned.currency} className="text-success">
        <Amount value={earned} />
      </Figure>
      <Figure label={t('onTheWay')} unit={onTheWay.currency}>
        <Amount value={onTheWay} />
      </Figure>
      <Figure label={t('invited')} unit={t('friends', { count: invited })}>
        {invited}
      </Figure>
    </dl>
  );
}

function Amount({ value }: { value: Referrals['earned'] }) {
  const { whole, cents } = moneyParts(value, 'never');
  return `${whole}${cents}`;
}

type FigureProps = { label: string; unit: string; className?: string; children: ReactNode };

const Figure = ({ label, unit, className = '', children }: FigureProps) => (
  <div className="min-w-0 px-3 py-3 sm:px-5">
    <dt className="text-small text-text-muted">{label}</dt>
    <dd className="figures whitespace-nowrap">
      <span className={`text-h1 font-bold ${className}`}>{children}</span>{' '}
      <span className="text-caption font-semibold text-text-muted sm:text-small">{unit}</span>
    </dd>
  </div>
);
