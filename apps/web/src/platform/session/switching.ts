const channelName = 'customer-switch';
/** Longer than a call may take: a window that switches and is closed must not silence the others for ever. */
const longestMs = 40_000;

let switchingUntil = 0;

/** Refusals of the session that is being replaced are expected then, and are not the end of the login. */
export const isSwitchingCustomer = (): boolean => Date.now() < switchingUntil;

type Step = 'begin' | 'done' | 'stay';

function announce(step: Step): void {
  const windows = new BroadcastChannel(channelName);
  windows.postMessage(step);
  windows.close();
}

/** The other windows of this browser load again: the server refuses what they would send under the session that ended. */
export function listenForSwitch(): () => void {
  const windows = new BroadcastChannel(channelName);
  windows.onmessage = ({ data }: MessageEvent<Step>) => {
    switchingUntil = data === 'begin' ? Date.now() + longestMs : 0;
    if (data === 'done') location.reload();
  };
  return () => windows.close();
}

/** After success the caller loads the page again, so that nothing of the other customer stays in memory. */
export async function switchWith<T>(send: () => Promise<T>): Promise<T> {
  switchingUntil = Date.now() + longestMs;
  announce('begin');
  try {
    const reply = await send();
    announce('done');
    return reply;
  } catch (error) {
    switchingUntil = 0;
    announce('stay');
    throw error;
  }
}
