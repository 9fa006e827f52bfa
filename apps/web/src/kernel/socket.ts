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
  return () => {
    socket.off('disconnect');
    socket.disconnect();
  };
}
