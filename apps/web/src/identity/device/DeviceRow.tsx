import type { DeviceView } from '@larkmere/contract/identity/device';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { RenameDialog } from '../second-factor/second-factor.tsx';
import { type DeviceChoice, DeviceMenu } from './DeviceMenu.tsx';
import { trustPurpose, useRenameDevice, useRevokeDevice, useStopTrustingDevice, useTrustDevice } from './device.api.ts';
import { useDevicePlace } from './use-device-place.ts';

const handhelds = ['iPhone', 'iPad', 'Android'];

export function DeviceRow({ device }: { device: DeviceView }) {
  const t = useTranslations('device');
  const { uid, name, platform, current, isNew, trusted } = device;
  const [open, setOpen] = useState<Exclude<DeviceChoice, 'stopTrusting'>>();
  const close = () => setOpen(undefined);
  const tell = (what: 'trusted' | 'distrusted' | 'removed') => () =>
    showToast({ kind: 'success', text: t(`done.${what}`, { name }) });
  const rename = useRenameDevice();
  const trust = useIdempotentRequest(useTrustDevice().mutateAsync, tell('trusted'));
  const distrust = useIdempotentRequest(useStopTrustingDevice().mutateAsync, tell('distrusted'));
  const remove = useIdempotentRequest(useRevokeDevice().mutateAsync, tell('removed'));
  const failed = [trust, distrust, remove].find(({ refusal, unknown }) => refusal !== undefined || unknown);
  const choose = (choice: DeviceChoice) =>
    choice === 'stopTrusting' ? void distrust.send({ uid, idempotency: distrust.key }) : setOpen(choice);
  const Icon = handhelds.includes(platform ?? '') ? Smartphone : Monitor;
  return (
    <div className="grid gap-3">
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className={`grid size-10 shrink-0 place-items-center rounded-full ${isNew ? 'bg-warning-soft text-warning' : 'bg-sunken text-text-muted'}`}
        >
          <Icon size={20} />
        </span>
        <div className="grid min-w-0 flex-1 gap-0.5">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-semibold wrap-anywhere">{name}</h3>
            {current && <StatusPill kind="success">{t('current')}</StatusPill>}
            {isNew && !current && <StatusPill kind="warning">{t('new')}</StatusPill>}
          </div>
          <DeviceDetails device={device} />
        </div>
        <DeviceMenu name={name} isTrusted={trusted} isCurrent={current} onChoose={choose} />
      </div>
      {failed && <SubmitNotice submission={failed} refusedTitle={t('notChanged')} retryText={t('once')} />}
      {open === 'rename' && (
        <RenameDialog
          item={device}
          label={t('nameLabel')}
          maxLength={40}
          doneText={t('done.renamed')}
          write={rename.mutateAsync}
          onClose={close}
        />
      )}
      {open === 'trust' && (
        <PinDialog
          action="verify"
          purpose={trustPurpose(device, trust.key)}
          description={t('trustPin', { name })}
          onResult={({ authorisation }) =>
            authorisation && void trust.send({ uid, authorisation, idempotency: trust.key })
          }
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('removeDialog.title', { name })}
          text={t('removeDialog.text')}
          confirmLabel={t('removeDialog.yes')}
          tone="danger"
          onConfirm={() => {
            close();
            void remove.send({ uid, idempotency: remove.key });
          }}
          onCancel={close}
        />
      )}
    </div>
  );
}

function DeviceDetails({ device }: { device: DeviceView }) {
  const t = useTranslations('device');
  const { at } = useDateTimeTexts();
  const placeOf = useDevicePlace();
  const { lastSeen, firstSeen, current, trusted, openSessions } = device;
  const state = [openSessions > 0 ? t('open') : t('loggedOut'), ...(trusted ? [t('trusted')] : [])];
  return (
    <>
      <p className="text-small text-text-muted">
        {placeOf(device)} · {current ? t('now') : at(lastSeen)}
      </p>
      <p className="text-small text-text-muted">{[t('firstSeen', { day: at(firstSeen) }), ...state].join(' · ')}</p>
    </>
  );
}
