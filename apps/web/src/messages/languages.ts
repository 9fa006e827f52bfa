/** Each language in three parts: what the login page needs, what is behind it, and what few of the pages there have. */
export const languages = {
  en: {
    first: async () => (await import('./en-first.ts')).messages,
    all: async () => (await import('./en.ts')).messages,
    later: async () => (await import('./en-later.ts')).later,
  },
};

/** Times are shown where the customer is. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
