import type { Currency } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../kernel/session.ts';
import { latestQuery } from './rate.api.ts';

/** What one unit sold buys for the signed-in customer now; undefined until there is a rate, and while it is too old. */
export function useOwnRate(sell: Currency, buy: Currency): Rate | undefined {
  const { userType } = useSession();
  const { data } = useQuery(latestQuery(sell, buy));
  return data && !data.stale ? readRate(sell, buy, data[userType === 'wallet' ? 'wallet' : 'plus']) : undefined;
}
