import { paths } from '../../platform/navigation/paths.ts';
import { createStore } from '../../platform/store.ts';

/** Whether the list of the person's customers is open. */
export const switcherStore = createStore(false);

const channelName = 'customer-switched';

/** The other windows of this browser reload: the server refuses what they would send under the session that ended. */
export function listenForSwitch(): () => void {
  const windows = new BroadcastChannel(channelName);
  windows.onmessage = () => location.reload();
  return () => windows.close();
}

/** Nothing of the other customer may stay in memory, so the page is loaded again. */
export function openSwitchedCustomer(): void {
  const windows = new BroadcastChannel(channelName);
  windows.postMessage('switched');
  windows.close();
  location.assign(paths.home);
}
