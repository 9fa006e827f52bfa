import { loadChunk } from '../ui/chunk.ts';

/** Three bundles per language: the login page, the pages behind it, and rarely opened pages. */
export const languages = {
  en: {
    first: async () => (await loadChunk(import('./en-public.ts'))).messages,
    all: async () => (await loadChunk(import('./en.ts'))).messages,
    later: async () => (await loadChunk(import('./en-on-demand.ts'))).onDemandMessages,
  },
};

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
