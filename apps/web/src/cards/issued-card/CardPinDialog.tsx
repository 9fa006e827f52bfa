import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { encryptPin } from './card-crypto.ts';
import { changePin, fetchPinKey, type IssuedCard, withoutMoney } from './issued-card.api.ts';
import { NewPinFields, pinFault } from './NewPinFields.tsx';
import { RevealDialog } from './RevealDialog.tsx';

type Props = Readonly<{ card: IssuedCard; onClose: () => void }>;

export function CardPinDialog({ card, onClose }: Props) {
  const t = useTranslations('issuedCard.pin');
  const [step, setStep] = useState<'choose' | 'show' | 'change'>('choose');
  if (step === 'show') return <RevealDialog card={card} what="pin" onClose={onClose} />;
  if (step === 'change') return <ChangeDialog card={card} onClose={onClose} />;
  return (
    <Dialog title={t('title')} description={t('about')} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onClick={() => setStep('show')}>{t('show')}</Button>
        <Button kind="secondary" onClick={() => setStep('change')}>
          {t('change')}
        </Button>
      </div>
    </Dialog>
  );
}

type EncryptedPin = Readonly<{ keyId: string; encryptedPin: string; idempotency: string }>;

/** The new PIN is encrypted before anything leaves the page, so what is confirmed is the encrypted one. */
function ChangeDialog({ card, onClose }: Props) {
  const t = useTranslations('issuedCard.pin');
  const [pins, setPins] = useState({ pin: '', again: '' });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [encrypted, setEncrypted] = useState<EncryptedPin>();
  const [failure, setFailure] = useState<string>();
  const fault = pinFault(pins);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    await work().catch((error: unknown) => setFailure(failureText(error)));
    setBusy(false);
  };
  const encrypt = () => {
    setChecked(true);
    if (fault) return;
    void run(async () => {
      const { keyId, publicKey } = await fetchPinKey();
      const encryptedPin = await encryptPin(pins.pin, publicKey);
      setEncrypted({ keyId, encryptedPin, idempotency: newIdempotencyKey() });
    });
  };
  const send = (authorisation: string, { keyId, encryptedPin, idempotency }: EncryptedPin) =>
    run(async () => {
      await changePin({ id: card.uid, keyId, encryptedPin, authorisation, idempotency });
      showToast({ kind: 'success', text: t('saved') });
      onClose();
    });
  return (
    <>
      <Dialog
        title={t('change')}
        onClose={onClose}
        actions={
          <Button busy={isBusy} onClick={encrypt}>
            {t('save')}
          </Button>
        }
      >
        <div className="grid gap-4">
          {failure && (
            <Notice kind="danger" title={t('failed')}>
              {failure}
            </Notice>
          )}
          <NewPinFields pins={pins} onChange={setPins} fault={isChecked ? fault : undefined} />
        </div>
      </Dialog>
      {encrypted && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'card.pin',
            uid: card.uid,
            keyId: encrypted.keyId,
            encryptedPin: encrypted.encryptedPin,
            ...withoutMoney(card.currency, encrypted.idempotency),
          }}
          description={t('ask', { last4: card.last4 ?? '' })}
          onResult={({ authorisation }) => authorisation && void send(authorisation, encrypted)}
          onClose={() => setEncrypted(undefined)}
        />
      )}
    </>
  );
}
