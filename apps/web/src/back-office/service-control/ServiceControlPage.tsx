import { allows } from '@larkmere/contract/back-office/permissions';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { EventDialog } from './EventDialog.tsx';
import { EventPanel } from './EventPanel.tsx';
import { MatrixTab } from './MatrixTab.tsx';
import { ServiceCalendar } from './ServiceCalendar.tsx';
import { type Services, servicesQuery } from './service-control.api.ts';

/** What each service does now and why, planned events, and the defaults. */
export function ServiceControlPage() {
  const t = useTranslations('manageServiceControl');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(servicesQuery);
  const [tab, setTab] = useState('calendar');
  if (error && !data)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="row" count={10} />;
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'calendar', label: t('tab.calendar'), panel: <Calendar services={data} /> },
        { value: 'matrix', label: t('tab.matrix'), panel: <MatrixTab services={data} /> },
      ]}
    />
  );
}

function Calendar({ services }: { services: Services }) {
  const t = useTranslations('manageServiceControl');
  const { permissions } = useStaffSession();
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const waiting = services.events.filter(({ mayDecide }) => mayDecide);
  const event = services.events.find(({ uid }) => uid === chosen);
  return (
    <div className="grid gap-5">
      {allows(permissions, ['service_control', 'act']) && (
        <Button icon={<Plus size={18} />} className="justify-self-start" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      )}
      {waiting
        .filter(({ uid }) => uid !== chosen)
        .map((each) => (
          <EventPanel key={each.uid} event={each} />
        ))}
      <ServiceCalendar services={services} chosen={chosen} onChoose={setChosen} />
      {event && <EventPanel key={event.uid} event={event} onClose={() => setChosen(undefined)} />}
      {isAdding && <EventDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
