/** Each language in two parts: what the login page needs, and everything. */
export const languages = {
  en: {
    first: async () => (await import('./en-first.ts')).messages,
    all: async () => (await import('./en.ts')).messages,
  },
};

/** Times are shown where the customer is. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
