import type { LiveNotice } from '@larkmere/contract/platform/live';
import { io } from 'socket.io-client';

type Listeners = {
  onConnect: () => void;
  onPause: () => void;
  onClosed: () => void;
  onServices: () => void;
  onNotice: (notice: LiveNotice) => void;
};

/** Milliseconds until the next attempt after the server could not identify the person. */
const retryMs = 3000;

/** Room and event names are fixed by the specification (section 7). */
export function openSocket(token: string, userId: string, listeners: Listeners): () => void {
  // Other transports would need sticky sessions.
  const socket = io({ transports: ['websocket'], auth: { token } });
  socket.on('connect', () => {
    socket.emit('join-room', userId);
    listeners.onConnect();
  });
  socket.on(`notification:${userId}`, listeners.onNotice);
  socket.on('service-notices', listeners.onServices);
  socket.on('disconnect', (reason) => {
    listeners.onPause();
    if (reason === 'io server disconnect') listeners.onClosed();
  });
  let retry: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect_error', ({ message }) => {
    listeners.onPause();
    // The library connects again after a lost connection, but not after a refusal.
    if (message === 'service_unavailable') retry = setTimeout(() => socket.connect(), retryMs);
    if (message === 'not_signed_in') listeners.onClosed();
  });
  const close = () => void socket.disconnect();
  return () => {
    clearTimeout(retry);
    socket.off();
    // Browsers log an error if a socket is closed while it is connecting.
    if (socket.io.engine?.readyState === 'opening') socket.once('connect', close).once('connect_error', close);
    else close();
  };
}
