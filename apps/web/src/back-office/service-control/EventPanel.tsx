import { allows } from '@larkmere/contract/back-office/permissions';
import type { ServiceEvent } from '@larkmere/contract/back-office/service-control';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog } from '../parts/parts.ts';
import { type EventStep, useStepEvent } from './service-control.api.ts';
import { useServiceName } from './service-name.ts';

type Props = { event: ServiceEvent; onClose?: () => void };

/** One event with what can be done about it. */
export function EventPanel({ event, onClose }: Props) {
  const t = useTranslations('manageServiceControl');
  const serviceName = useServiceName();
  const { at } = useDateTimeTexts();
  const { services, kind, mode, audience, customers, message, state } = event;
  const ends = event.endsAt ? at(event.endsAt) : t('panel.open');
  const isAgreed = event.approvedBy !== null;
  return (
    <Card
      title={t('openEvent', { kind: t(`kind.${kind}`), message: message.en })}
      {...(onClose && {
        action: (
          <IconButton label={t('panel.close')} onClick={onClose}>
            <X size={18} />
          </IconButton>
        ),
      })}
    >
      <StatusPill kind={state === 'active' ? 'danger' : state === 'proposed' ? 'warning' : 'neutral'}>
        {t(`state.${state}`)}
      </StatusPill>
      <SummaryList
        rows={[
          { label: t('panel.services'), value: services.map(serviceName).join(', ') },
          { label: t('panel.when'), value: `${at(event.startsAt)} – ${ends}` },
          { label: t('panel.effect'), value: t(`mode.${mode}`) },
          {
            label: t('panel.for'),
            value: audience === 'customers' ? customers.join(', ') : t(`audience.${audience}`),
          },
          {
            label: t('panel.by'),
            value: isAgreed
              ? t('panel.agreed', { maker: event.createdBy, checker: event.approvedBy ?? '' })
              : event.createdBy,
          },
          { label: t('panel.reason'), value: event.reason },
          ...(event.note ? [{ label: t('panel.note'), value: event.note }] : []),
        ]}
      />
      <div className="mt-3 grid gap-3">
        <Notice kind="info" title={t('panel.read')}>
          <p>{message.en}</p>
          {message.th && <p lang="th">{message.th}</p>}
        </Notice>
        {event.endRequestedBy && state === 'active' && <p>{t('panel.endWaiting', { name: event.endRequestedBy })}</p>}
        <EventActions event={event} />
      </div>
    </Card>
  );
}

function EventActions({ event: { uid, state, mode, mayDecide, endRequestedBy } }: { event: ServiceEvent }) {
  const t = useTranslations('manageServiceControl.panel');
  const { permissions } = useStaffSession();
  const [isRefusing, setRefusing] = useState(false);
  const write = useStepEvent();
  const sending = useIdempotentRequest(write, () => showToast({ kind: 'success', text: t('done') }));
  if (!allows(permissions, ['service_control', 'act'])) return null;
  const send = (step: EventStep['step']) => void sending.send({ step, id: uid, idempotency: sending.key });
  return (
    <>
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      <div className="flex flex-wrap gap-3">
        {mayDecide && (
          <>
            <Button busy={sending.sending} onClick={() => send('approve')}>
              {t('approve')}
            </Button>
            <Button kind="secondary" onClick={() => setRefusing(true)}>
              {t('refuse')}
            </Button>
          </>
        )}
        {state === 'active' && !endRequestedBy && (
          <Button kind="secondary" busy={sending.sending} onClick={() => send('end')}>
            {t(mode === 'notice' ? 'endNotice' : 'end')}
          </Button>
        )}
        {(state === 'scheduled' || state === 'proposed') && (
          <Button kind="danger" busy={sending.sending} onClick={() => send('cancel')}>
            {t('cancel')}
          </Button>
        )}
      </div>
      {isRefusing && (
        <DecisionDialog
          title={t('refuse')}
          fields={[{ name: 'note', label: t('refuseNote'), missing: t('noteMissing'), atLeast: 10 }]}
          submitLabel={t('refuse')}
          isDanger
          texts={{ failed: t('failed'), again: t('again'), done: t('done') }}
          write={write}
          toInput={({ note = '' }, idempotency): EventStep => ({ step: 'refuse', id: uid, note, idempotency })}
          onClose={() => setRefusing(false)}
        />
      )}
    </>
  );
}
