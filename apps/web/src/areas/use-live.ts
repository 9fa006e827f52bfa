import type { SessionView } from '@larkmere/contract/session';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { listenLive } from '../kernel/live.ts';
import { navigation } from '../kernel/navigation.ts';
import { paths } from '../kernel/paths.ts';
import { renewSession } from '../kernel/session.ts';
import { showNews } from '../kernel/toasts.ts';

export function useLive({ token, user }: Pick<SessionView, 'token' | 'user'>): void {
  const t = useTranslations('shell');
  const show = useEffectEvent(({ type, message, link, renews }: Parameters<Parameters<typeof listenLive>[2]>[0]) => {
    if (renews) void renewSession().then(() => navigation.go(paths.home));
    showNews({
      kind: type === 'error' ? 'danger' : type,
      text: message,
      action: link === null ? undefined : { label: t('look'), onPress: () => navigation.go(link) },
    });
  });
  useEffect(() => listenLive(token, user.uid, (notice) => show(notice)), [token, user.uid]);
}
