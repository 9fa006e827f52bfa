import type { Currency } from '@larkmere/money/money';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { closedMarketTexts } from './closed-market.ts';
import { latestQuery } from './rate.api.ts';

/** While the market of the pair is closed: until when, and what an exchange costs more until then. */
export function useClosedMarket(sell: Currency, buy: Currency) {
  const locale = useLocale();
  const { userType } = useSession();
  const { data } = useQuery(latestQuery(sell, buy));
  return data?.closed ? closedMarketTexts(data.closed, userType === 'wallet' ? 'wallet' : 'plus', locale) : undefined;
}
