import { useNow } from 'use-intl';

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Today as value dates count it. */
export const useLondonDay = (): string => format.format(useNow({ updateInterval: 60_000 }));
