import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Notice } from '../ui/Notice.tsx';
import { useDateTimeTexts } from '../ui/use-date-time-texts.ts';
import { servicesOfPage } from './page-services.ts';
import { serviceNoticesQuery } from './service-notices.api.ts';

const kinds = { off: 'warning', read_only: 'warning', queue: 'warning', notice: 'info' } as const;

/** Events of services. On the page of the service it also says what customers can do there now. */
export function ServiceBanner() {
  const t = useTranslations('serviceNotice');
  const { pathname } = useLocation();
  const { at } = useDateTimeTexts();
  const { data } = useQuery(serviceNoticesQuery);
  const onPage = servicesOfPage(pathname);
  return (
    <section aria-label={t('label')} className="mb-4 grid gap-3">
      {data?.list.map(({ key, kind, mode, services, message, until }) => {
        const isHere = services.some((service) => onPage.includes(service));
        return (
          <Notice key={key} kind={kinds[mode]} title={isHere ? t(`here.${mode}`) : t(`kind.${kind}`)}>
            {isHere ? (
              <>
                <p>{message}</p>
                <p>{t(`now.${mode}`)}</p>
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
