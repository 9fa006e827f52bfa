import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { call } from '../platform/http/call.ts';
import { endpoints } from '../platform/http/endpoints.ts';
import { navigation } from '../platform/navigation/navigation.ts';
import { queryKeys } from '../platform/queries/query-keys.ts';
import { Badge } from '../ui/Badge.tsx';

export function NotificationsLink({ to }: { to: string }) {
  const t = useTranslations('shell');
  const { data } = useQuery({
    queryKey: queryKeys.notificationCount,
    queryFn: ({ signal }) => call(endpoints.notification.count, {}, { signal }),
  });
  const count = data?.totalCounts ?? 0;
  if (!navigation.isBuilt(to)) return null;
  return (
    <Link
      to={to}
      aria-label={t('notifications', { count })}
      className="relative grid size-11 place-items-center rounded-control text-text transition-colors hover:bg-sunken"
    >
      <Bell size={20} />
      <Badge count={count} />
    </Link>
  );
}
