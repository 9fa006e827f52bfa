import type { LiveNotice } from '@larkmere/contract/platform/live';
import { queryClient } from '../queries/query-client.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { hasActiveSession } from '../session/session.ts';
import { createStore, useStore } from '../store.ts';

const isLivePaused = createStore(false);

export const useLivePaused = (): boolean => useStore(isLivePaused);

const liveQueryKeys = [
  queryKeys.accounts,
  queryKeys.balances,
  queryKeys.notifications,
  queryKeys.notificationCount,
  queryKeys.serviceNotices,
  queryKeys.staffVisits,
  queryKeys.waitingCounts,
  queryKeys.payments,
  queryKeys.bulkFiles,
  queryKeys.activity,
  queryKeys.statements,
  queryKeys.freeTransfers,
  queryKeys.wallets,
  queryKeys.upgrade,
  queryKeys.kyc,
  queryKeys.memberCheck,
  queryKeys.payees,
  queryKeys.teamApprovals,
  queryKeys.autoFx,
  queryKeys.standingOrders,
  queryKeys.deals,
  queryKeys.instantPayments,
  queryKeys.topUps,
  queryKeys.topUpOptions,
  queryKeys.savedCards,
  queryKeys.cardPayments,
  queryKeys.issuedCards,
  queryKeys.rateAlerts,
  queryKeys.favourites,
  queryKeys.users,
  queryKeys.referrals,
];

export function refreshLiveQueries(): void {
  for (const queryKey of liveQueryKeys) void queryClient.invalidateQueries({ queryKey });
}

export function refreshHeaderQueries(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.balances });
  void queryClient.invalidateQueries({ queryKey: queryKeys.notificationCount });
}

/**
 * Keeps a customer's live connection open. A notice carries no figures: they are fetched again. Every connect refreshes
 * what was missed while offline.
 */
export function subscribeToLiveNotices(
  token: string,
  userId: string,
  onNotice: (notice: LiveNotice) => void,
): () => void {
  let close: (() => void) | undefined;
  let closed = false;
  // The socket library is not part of the first load.
  void import('./socket.ts').then(({ openSocket }) => {
    if (closed) return;
    close = openSocket(token, userId, {
      onConnect: () => {
        isLivePaused.set(false);
        refreshLiveQueries();
      },
      onPause: () => isLivePaused.set(true),
      // The server closed the connection: the next answer shows whether the session has ended.
      onClosed: () => {
        if (hasActiveSession()) void queryClient.invalidateQueries({ queryKey: queryKeys.notificationCount });
      },
      onServices: () => void queryClient.invalidateQueries({ queryKey: queryKeys.serviceNotices }),
      onNotice: (notice) => {
        // With other rights, what the page asked for until now may be forbidden.
        if (!notice.refreshSession) refreshLiveQueries();
        onNotice(notice);
      },
    });
  });
  return () => {
    closed = true;
    close?.();
  };
}
