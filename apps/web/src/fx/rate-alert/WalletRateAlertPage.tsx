import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { RateAlerts } from './rate-alert.tsx';

export function WalletRateAlertPage() {
  useSetPageTitle(useTranslations('rateAlert')('title'));
  const { from, to }: { from?: string; to?: string } = useSearch({ strict: false });
  return (
    <div className="mx-auto w-full max-w-[820px]">
      <RateAlerts wish={{ ...(from && { from }), ...(to && { to }) }} />
    </div>
  );
}
