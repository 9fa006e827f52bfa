import type { LiveNotice } from '@larkmere/contract/platform/live';
import { io } from 'socket.io-client';

type Listeners = {
  onConnect: () => void;
  onPause: () => void;
  onClosed: () => void;
  onServices: () => void;
  onNotice: (notice: LiveNotice) => void;
};

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
  socket.on('connect_error', listeners.onPause);
  const close = () => void socket.disconnect();
  return () => {
    socket.off();
    // Browsers log an error if a socket is closed while it is connecting.
    if (socket.io.engine?.readyState === 'opening') socket.once('connect', close).once('connect_error', close);
    else close();
  };
}
