import { createStore } from '../../platform/store.ts';

/** Whether the list of the person's customers is open. */
export const switcherStore = createStore(false);
