import type { ServiceEvent, ServiceState } from '@larkmere/contract/back-office/service-control';
import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatShortDate, formatWeekday } from '../../ui/date-text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { Services } from './service-control.api.ts';
import { useServiceName } from './service-name.ts';
import { canOnlyView } from './view-only.ts';
import { addDays, daysOfWeek, placeInWeek, stackInWeek, startOfWeek } from './week.ts';

type Props = { services: Services; chosen: string | undefined; onChoose: (uid: string) => void };

const kindClasses: Record<ServiceEvent['kind'], string> = {
  maintenance: 'bg-info-soft text-info',
  incident: 'bg-danger-soft text-danger',
  cutoff: 'bg-sunken text-text-muted',
  holiday: 'bg-brand-soft text-brand-text',
  limit: 'bg-warning-soft text-warning',
};

const shownStates: readonly ServiceEvent['state'][] = ['proposed', 'scheduled', 'active', 'ended'];

export function ServiceCalendar({ services: { services, events }, chosen, onChoose }: Props) {
  const t = useTranslations('manageServiceControl');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  const [monday, setMonday] = useState(() => startOfWeek(now));
  const shown = events.filter(({ state }) => shownStates.includes(state));
  const dayText = (day: Date) => formatShortDate(day, locale, now);
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-2 p-4">
        <IconButton label={t('week.previous')} onClick={() => setMonday(addDays(monday, -7))}>
          <ChevronLeft size={18} />
        </IconButton>
        <p role="status" className="font-semibold">
          {t('week.label', { from: dayText(monday), to: dayText(addDays(monday, 6)) })}
        </p>
        <IconButton label={t('week.next')} onClick={() => setMonday(addDays(monday, 7))}>
          <ChevronRight size={18} />
        </IconButton>
        <Button kind="secondary" onClick={() => setMonday(startOfWeek(now))}>
          {t('week.today')}
        </Button>
      </div>
      <div className="hidden grid-cols-[14rem_9rem_minmax(0,1fr)] gap-2 bg-sunken px-4 py-2 text-caption font-semibold text-text-muted lg:grid">
        <span>{t('column.service')}</span>
        <span>{t('column.now')}</span>
        <span className="grid grid-cols-7">
          {daysOfWeek(monday).map((day) => (
            <span key={day.toISOString()}>{formatWeekday(day, locale)}</span>
          ))}
        </span>
      </div>
      <ul className="divide-y divide-line">
        {services.map((service) => (
          <ServiceRow
            key={service.service}
            service={service}
            events={shown.filter((event) => event.services.includes(service.service) && placeInWeek(event, monday))}
            allEvents={events}
            monday={monday}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </Card>
  );
}

type RowProps = Omit<Props, 'services'> & {
  service: ServiceState;
  /** Of this service in this week, and all of them. */
  events: readonly ServiceEvent[];
  allEvents: readonly ServiceEvent[];
  monday: Date;
};

function ServiceRow({ service, events, allEvents, monday, chosen, onChoose }: RowProps) {
  const serviceName = useServiceName();
  const now = useNow({ updateInterval: 60_000 });
  const today = placeInWeek({ startsAt: now.toISOString(), endsAt: null }, monday);
  const bars = stackInWeek(events, monday);
  const lines = Math.max(1, ...bars.map(({ line }) => line + 1));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 px-4 py-2 text-small lg:grid-cols-[14rem_9rem_minmax(0,1fr)] lg:py-1.5">
      <span className="font-semibold">{serviceName(service.service)}</span>
      <NowText service={service} isViewOnly={canOnlyView(service, allEvents)} />
      <div
        className={`relative flex flex-wrap gap-1 max-lg:col-span-2 lg:block lg:min-h-(--bars) ${bars.length === 0 ? 'max-lg:hidden' : ''}`}
        style={{ '--bars': `${lines * 2}rem` } as CSSProperties}
      >
        {today && today.left > 0 && (
          <span
            aria-hidden
            className="absolute inset-y-0 hidden w-0.5 bg-accent-text lg:block"
            style={{ left: `${today.left}%` }}
          />
        )}
        {bars.map((bar) => (
          <EventBar key={bar.event.uid} bar={bar} isChosen={bar.event.uid === chosen} onChoose={onChoose} />
        ))}
      </div>
    </li>
  );
}

type BarProps = {
  bar: ReturnType<typeof stackInWeek<ServiceEvent>>[number];
  isChosen: boolean;
  onChoose: Props['onChoose'];
};

function EventBar({ bar: { event, left, width, line }, isChosen, onChoose }: BarProps) {
  const t = useTranslations('manageServiceControl');
  const isFaint = event.state === 'proposed' || event.state === 'ended';
  return (
    <button
      type="button"
      aria-label={t('openEvent', { kind: t(`kind.${event.kind}`), message: event.message.en })}
      aria-pressed={isChosen}
      title={event.message.en}
      onClick={() => onChoose(event.uid)}
      className={`min-h-7 truncate rounded-small px-2 text-left text-caption font-semibold lg:absolute ${kindClasses[event.kind]} ${isFaint ? 'border border-dashed border-line-strong' : ''} ${isChosen ? 'outline-2 outline-brand' : ''}`}
      style={{
        left: `min(${left}%, 100% - 5.5rem)`,
        top: `${line * 2 + 0.125}rem`,
        width: `${width}%`,
        minWidth: 'fit-content',
        maxWidth: '100%',
      }}
    >
      {t(`kind.${event.kind}`)}
    </button>
  );
}

function NowText({ service, isViewOnly }: { service: ServiceState; isViewOnly: boolean }) {
  const { plus, wallet } = service;
  const t = useTranslations('manageServiceControl');
  const off = [plus, wallet].find(({ isOn }) => !isOn);
  if (!off)
    return (
      <span className="flex items-center gap-1.5 font-semibold text-success">
        <Check size={16} />
        {t('now.on')}
      </span>
    );
  const isPartly = plus.isOn !== wallet.isOn;
  const whole = isViewOnly ? t('mode.read_only') : t('now.off');
  return (
    <span title={t(`now.by.${off.decidedBy}`)}>
      <StatusPill kind={isPartly || isViewOnly ? 'warning' : 'danger'}>
        {isPartly ? t('now.partly', { audience: t(plus.isOn ? 'audience.wallet' : 'audience.plus') }) : whole}
      </StatusPill>
      <span className="sr-only">{t(`now.by.${off.decidedBy}`)}</span>
    </span>
  );
}
