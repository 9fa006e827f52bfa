import type { LucideIcon } from 'lucide-react';
import { createStore } from '../../platform/store.ts';

/** Whether the search is open. */
export const searchStore = createStore(false);

/** What was typed after the key that opens the search, before the search was there. */
export const earlyTextStore = createStore('');

export type SearchedPage = Readonly<{ path: string; title: string; icon: LucideIcon }>;

/** The pages of a wallet's menu, given by its layout: Plus customers do not load them. */
export const walletPages = createStore<readonly SearchedPage[] | undefined>(undefined);
