import type { ClosedMarket } from '@larkmere/contract/fx/rate';
import { formatWeekdayTime } from '../../ui/date-text.ts';

export type Tier = 'wallet' | 'plus';

export const markupText = ({ markupBps }: ClosedMarket, tier: Tier): string => (markupBps[tier] / 100).toFixed(2);

/** `key`: of the text that says so. */
export const closedMarketTexts = (closed: ClosedMarket, tier: Tier, locale: string) => ({
  key: closed.tradable ? ('closed' as const) : ('closedView' as const),
  words: { when: formatWeekdayTime(new Date(closed.opensAt), locale), percent: markupText(closed, tier) },
});
