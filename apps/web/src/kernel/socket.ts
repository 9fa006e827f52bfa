import type { LiveNotice } from '@larkmere/contract/live';
import { io } from 'socket.io-client';

type Listeners = {
  onConnect: () => void;
  onPause: () => void;
  onClosed: () => void;
  onNotice: (notice: LiveNotice) => void;
};

/** The socket of one customer. Names of room and event are those of the specification (section 7). */
export function openSocket(token: string, userId: string, listeners: Listeners): () => void {
  // Other transports would need sticky sessions.
  const socket = io({ transports: ['websocket'], auth: { token } });
  socket.on('connect', () => {
    socket.emit('join-room', userId);
    listeners.onConnect();
  });
  socket.on(`notification:${userId}`, listeners.onNotice);
  socket.on('disconnect', (reason) => {
    listeners.onPause();
    if (reason === 'io server disconnect') listeners.onClosed();
  });
  socket.on('connect_error', listeners.onPause);
  const close = () => void socket.disconnect();
  return () => {
    socket.off();
    // A line that is still being opened is closed once it stands: browsers complain of anything else.
    if (socket.io.engine?.readyState === 'opening') socket.once('connect', close).once('connect_error', close);
    else close();
  };
}
