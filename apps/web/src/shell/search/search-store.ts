import { createStore } from '../../platform/store.ts';

/** Whether the search is open. */
export const searchStore = createStore(false);
