import type { SessionView } from '@larkmere/contract/identity/session';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { subscribeToLiveNotices } from '../platform/live/live.ts';
import { navigation } from '../platform/navigation/navigation.ts';
import { paths } from '../platform/navigation/paths.ts';
import { refreshSession } from '../platform/session/session.ts';
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
      if (shouldRefresh) void refreshSession().then(() => navigation.go(paths.home));
      showNotice({
        kind: type === 'error' ? 'danger' : type,
        text: message,
        action: link === null ? undefined : { label: t('look'), onPress: () => navigation.go(link) },
      });
    },
  );
  useEffect(() => subscribeToLiveNotices(token, user.uid, (notice) => show(notice)), [token, user.uid]);
}
