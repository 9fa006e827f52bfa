import type { NotificationView } from '@larkmere/contract/notifications/notification';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { dayName, formatDate, formatTime, toLocalDate } from '../../ui/date-text.ts';
import { HelpText } from '../../ui/HelpText.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

const severityStyles = {
  success: { icon: CircleCheck, ink: 'bg-success-soft text-success' },
  info: { icon: Info, ink: 'bg-info-soft text-info' },
  warning: { icon: TriangleAlert, ink: 'bg-warning-soft text-warning' },
  error: { icon: CircleAlert, ink: 'bg-danger-soft text-danger' },
} as const;

type Props = {
  list: readonly NotificationView[];
  onRead: (uid: string) => void;
  onMore: (() => void) | undefined;
  loadingMore: boolean;
};

export function NotificationList({ list, onRead, onMore, loadingMore }: Props) {
  const t = useTranslations();
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  const days = Map.groupBy(list, ({ createdAt }) => toLocalDate(new Date(createdAt)));
  return (
    <>
      {[...days].map(([day, notifications]) => {
        const name = dayName(day, now);
        return (
          <section key={day}>
            <h2 className="bg-page px-5 py-1.5 text-small font-semibold text-text-muted">
              {name ? t(`ui.transactions.${name}`) : formatDate(new Date(`${day}T12:00`), locale)}
            </h2>
            <ul className="divide-y divide-line">
              {notifications.map((notification) => (
                <Row key={notification.uid} notification={notification} onRead={() => onRead(notification.uid)} />
              ))}
            </ul>
          </section>
        );
      })}
      {onMore && (
        <div className="border-t border-line p-4 text-center">
          <Button kind="secondary" onClick={onMore} busy={loadingMore} busyLabel={t('notification.loadingMore')}>
            {t('notification.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ notification, onRead }: { notification: NotificationView; onRead: () => void }) {
  const t = useTranslations('notification');
  const locale = useLocale();
  const { severity, title, message, link, createdAt, readAt } = notification;
  const reach = useReachableAddress();
  const address = link === null ? undefined : reach(link);
  const { icon: Icon, ink } = severityStyles[severity];
  const isUnread = readAt === null;
  return (
    <li className="relative flex gap-3 px-5 py-4 transition-colors has-[a:hover]:bg-page">
      <span className={`grid size-10 shrink-0 place-items-center rounded-full ${ink}`}>
        <Icon size={20} />
        <span className="sr-only">{t(`kind.${severity}`)}</span>
      </span>
      <div className="min-w-0 flex-1">
        <p className={isUnread ? 'font-semibold' : ''}>
          {address === undefined ? (
            <HelpText>{message}</HelpText>
          ) : (
            <Link
              {...linkTo(address)}
              onClick={() => isUnread && onRead()}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
            >
              {message}
            </Link>
          )}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2 text-small text-text-muted">
          <time dateTime={createdAt} className="figures">
            {formatTime(new Date(createdAt), locale)}
          </time>
          <span>{title}</span>
          {isUnread && (
            <LinkButton onClick={onRead} aria-label={t('markReadOf', { title })} className="relative z-10 ml-auto">
              {t('markRead')}
            </LinkButton>
          )}
        </p>
      </div>
      {isUnread && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-brand">
          <span className="sr-only">{t('unread')}</span>
        </span>
      )}
    </li>
  );
}
