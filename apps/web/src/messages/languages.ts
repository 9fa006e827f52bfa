import { loadInTime } from '../ui/chunk.ts';

/** Each language in three parts: what the login page needs, what is behind it, and what few of the pages there have. */
export const languages = {
  en: {
    first: async () => (await loadInTime(import('./en-first.ts'))).messages,
    all: async () => (await loadInTime(import('./en.ts'))).messages,
    later: async () => (await loadInTime(import('./en-later.ts'))).later,
  },
};

/** Times are shown where the customer is. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
