import { loadChunk } from '../ui/chunk.ts';

/** Four bundles per language: the login page, the pages behind it, rarely opened pages, and those of staff. */
export const languages = {
  en: {
    first: async () => (await loadChunk(import('./en-public.ts'))).messages,
    all: async () => (await loadChunk(import('./en.ts'))).messages,
    later: async () => (await loadChunk(import('./en-on-demand.ts'))).onDemandMessages,
    staff: async () => (await loadChunk(import('./en-staff.ts'))).staffMessages,
  },
};

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
