import type { LiveNotice } from '@larkmere/contract/live';
import { keys } from './keys.ts';
import { queries } from './queries.ts';
import { isStaying } from './session.ts';
import { createStore, useStore } from './store.ts';

const paused = createStore(false);

/** Whether news of the server are late because the live line is down. */
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

/** Balances, activity and badges change together, so that the same truth stands everywhere. */
export function refreshMoney(): void {
  for (const queryKey of moved) void queries.invalidateQueries({ queryKey });
}

/** What every page change looks up again (specification, section 2). */
export function refreshHeader(): void {
  void queries.invalidateQueries({ queryKey: keys.balances });
  void queries.invalidateQueries({ queryKey: keys.notificationCount });
}

/**
 * Opens the live line of a customer and keeps it open. A notice is a hint: the figures are asked for again. What was
 * missed while the line was down is caught up with on every connect.
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
      // The server closed it: the next answer tells whether the session is over.
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
