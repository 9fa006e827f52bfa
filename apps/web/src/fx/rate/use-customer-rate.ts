import type { Currency } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../platform/session/session.ts';
import { latestQuery } from './rate.api.ts';

/** What would be got now, also out of hours. Undefined until there is a rate, and while it is stale. */
export function useCustomerRate(sell: Currency, buy: Currency): Rate | undefined {
  const { userType } = useSession();
  const { data } = useQuery(latestQuery(sell, buy));
  return data && !data.stale ? readRate(sell, buy, data[userType === 'wallet' ? 'wallet' : 'plus']) : undefined;
}
