import type { LiveNotice } from '@larkmere/contract/live';
import { keys } from './keys.ts';
import { queries } from './queries.ts';
import { isStaying } from './session.ts';
import { createStore, useStore } from './store.ts';

const paused = createStore(false);

export const useLivePaused = (): boolean => useStore(paused);

const moved = [
  keys.balances,
  keys.notifications,
  keys.notificationCount,
  keys.waitingCounts,
  keys.payments,
  keys.bulkFiles,
  keys.activity,
  keys.statements,
  keys.freeTransfers,
  keys.wallets,
  keys.upgrade,
  keys.payees,
  keys.teamApprovals,
  keys.autoFx,
  keys.standingOrders,
  keys.deals,
  keys.instantPayments,
  keys.rateAlerts,
];

export function refreshMoney(): void {
  for (const queryKey of moved) void queries.invalidateQueries({ queryKey });
}

export function refreshHeader(): void {
  void queries.invalidateQueries({ queryKey: keys.balances });
  void queries.invalidateQueries({ queryKey: keys.notificationCount });
}

/**
 * Keeps a customer's live connection open. A notice carries no figures: they are fetched again. Every connect refreshes
 * what was missed while offline.
 */
export function listenLive(token: string, userId: string, onNotice: (notice: LiveNotice) => void): () => void {
  let close: (() => void) | undefined;
  let closed = false;
  // The socket library is not part of the first load.
  void import('./socket.ts').then(({ openSocket }) => {
    if (closed) return;
    close = openSocket(token, userId, {
      onConnect: () => {
        paused.set(false);
        refreshMoney();
      },
      onPause: () => paused.set(true),
      // The server closed the connection: the next answer shows whether the session has ended.
      onClosed: () => {
        if (isStaying()) void queries.invalidateQueries({ queryKey: keys.notificationCount });
      },
      onNotice: (notice) => {
        refreshMoney();
        onNotice(notice);
      },
    });
  });
  return () => {
    closed = true;
    close?.();
  };
}
