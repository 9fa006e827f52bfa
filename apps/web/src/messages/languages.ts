/** One file per language, loaded when it is the customer's. */
export const languages = {
  en: async () => (await import('./en.ts')).messages,
};
