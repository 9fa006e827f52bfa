import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Notice } from '../ui/Notice.tsx';
import { useDateTimeTexts } from '../ui/use-date-time-texts.ts';
import { findReach } from './page-services.ts';
import { serviceNoticesQuery } from './service-notices.api.ts';

const kinds = { off: 'warning', read_only: 'warning', queue: 'warning', notice: 'info' } as const;

/** Events of services. On the page of the service it also says what customers can do there now. */
export function ServiceBanner() {
  const t = useTranslations('serviceNotice');
  const { pathname } = useLocation();
  const { at } = useDateTimeTexts();
  const { data } = useQuery(serviceNoticesQuery);
  return (
    <section aria-label={t('label')} className="mb-4 grid gap-3">
      {data?.list.map(({ key, kind, mode, services, message, until }) => {
        const reach = findReach(pathname, services);
        const isStopped = mode === 'off' || mode === 'read_only';
        const here = reach === 'part' && isStopped ? 'part' : mode;
        return (
          <Notice key={key} kind={kinds[mode]} title={reach ? t(`here.${here}`) : t(`kind.${kind}`)}>
            {reach ? (
              <>
                <p>{message}</p>
                <p>{t(`now.${here}`)}</p>
                {until && <p>{t('until', { when: at(until) })}</p>}
              </>
            ) : (
              <p>
                {message} {until && t('until', { when: at(until) })}
              </p>
            )}
          </Notice>
        );
      })}
    </section>
  );
}
