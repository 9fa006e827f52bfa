import { loadInTime } from '../ui/chunk.ts';

/** Three bundles per language: the login page, the pages behind it, and rarely opened pages. */
export const languages = {
  en: {
    first: async () => (await loadInTime(import('./en-first.ts'))).messages,
    all: async () => (await loadInTime(import('./en.ts'))).messages,
    later: async () => (await loadInTime(import('./en-later.ts'))).later,
  },
};

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
