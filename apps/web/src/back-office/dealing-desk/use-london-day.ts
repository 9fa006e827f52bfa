import { useNow } from 'use-intl';
import { toLondonDate } from '../../ui/date-text.ts';

/** Today as value dates count it. */
export const useLondonDay = (): string => toLondonDate(useNow({ updateInterval: 60_000 }));
