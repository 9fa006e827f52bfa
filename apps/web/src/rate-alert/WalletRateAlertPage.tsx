import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { usePage } from '../kernel/page.ts';
import { RateAlerts } from './rate-alert.tsx';

export function WalletRateAlertPage() {
  usePage(useTranslations('rateAlert')('title'));
  const { from, to }: { from?: string; to?: string } = useSearch({ strict: false });
  return (
    <div className="mx-auto w-full max-w-[820px]">
      <RateAlerts wish={{ ...(from && { from }), ...(to && { to }) }} />
    </div>
  );
}
