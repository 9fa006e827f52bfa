import type { DeviceView } from '@larkmere/contract/identity/device';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { useConfirmDevice, useDisownDevice } from './device.api.ts';
import { useDevicePlace } from './use-device-place.ts';

type Props = { device: DeviceView; onDisowned: () => void };

export function NewDeviceQuestion({ device, onDisowned }: Props) {
  const t = useTranslations('device');
  const { at } = useDateTimeTexts();
  const placeOf = useDevicePlace();
  const [isAsking, setIsAsking] = useState(false);
  const { uid, name, firstSeen } = device;
  const confirm = useIdempotentRequest(useConfirmDevice().mutateAsync, () =>
    showToast({ kind: 'success', text: t('question.confirmed') }),
  );
  const disown = useIdempotentRequest(useDisownDevice().mutateAsync, onDisowned);
  const failed = disown.refusal !== undefined || disown.unknown ? disown : confirm;
  const answer = (request: typeof confirm) => {
    setIsAsking(false);
    void request.send({ uid, idempotency: request.key });
  };
  return (
    <section aria-label={t('question.title')} className="grid gap-3">
      <SubmitNotice submission={failed} refusedTitle={t('notChanged')} retryText={t('once')} />
      <Notice
        kind="warning"
        title={t('question.title')}
        action={
          <div className="grid grid-cols-2 gap-3 sm:flex">
            <Button kind="secondary" busy={confirm.sending} onClick={() => answer(confirm)}>
              {t('question.mine')}
            </Button>
            <Button kind="danger" busy={disown.sending} onClick={() => setIsAsking(true)}>
              {t('question.notMine')}
            </Button>
          </div>
        }
      >
        {t('question.text', { name, place: placeOf(device), when: at(firstSeen) })}
      </Notice>
      {isAsking && (
        <ConfirmDialog
          title={t('question.sureTitle')}
          text={t('question.sure', { name })}
          confirmLabel={t('question.sureYes')}
          tone="danger"
          onConfirm={() => answer(disown)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
