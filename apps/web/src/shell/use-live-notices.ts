import type { SessionView } from '@larkmere/contract/identity/session';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { refreshLiveQueries, subscribeToLiveNotices } from '../platform/live/live.ts';
import { decideNavigation } from '../platform/navigation/guards.ts';
import { navigation } from '../platform/navigation/navigation.ts';
import { reachableAddress } from '../platform/navigation/own-address.ts';
import { paths } from '../platform/navigation/paths.ts';
import { currentSession, refreshSession } from '../platform/session/session.ts';
import { showNotice } from '../platform/toasts.ts';

export function useLiveNotices({ token, user }: Pick<SessionView, 'token' | 'user'>): void {
  const t = useTranslations('shell');
  const show = useEffectEvent(
    ({
      type,
      message,
      link,
      refreshSession: shouldRefresh,
    }: Parameters<Parameters<typeof subscribeToLiveNotices>[2]>[0]) => {
      const display = () => {
        const page = link === null ? undefined : reachableAddress(link, currentSession());
        const action = page === undefined ? undefined : { label: t('look'), onPress: () => void navigation.go(page) };
        if (message !== null) showNotice({ kind: type === 'error' ? 'danger' : type, text: message, action });
      };
      if (shouldRefresh) void loadNewSession().then(display, display);
      else display();
    },
  );
  useEffect(() => subscribeToLiveNotices(token, user.uid, (notice) => show(notice)), [token, user.uid]);
}

async function loadNewSession(): Promise<void> {
  await refreshSession();
  const isAllowed = decideNavigation(location.pathname, { customer: currentSession() }).allow;
  if (!isAllowed) await navigation.go(paths.home);
  refreshLiveQueries();
}
