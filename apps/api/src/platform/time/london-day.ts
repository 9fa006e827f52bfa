const inLondon = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' });

/** An ISO date. Value dates of the bank and dates in texts are London days. */
export const londonDay = (at: Date): string => inLondon.format(at);
