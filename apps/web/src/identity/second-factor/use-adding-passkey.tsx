import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { useAddPasskey, useBeginPasskey } from './second-factor.api.ts';
import { useAuthorisedRequest } from './use-authorised-request.tsx';

/** PIN, then the browser's own dialog, then the bank. `isCancelled`: the browser made no passkey. */
export function useAddingPasskey(name: string, onAdded: (recoveryCodes: readonly string[] | null) => void) {
  const t = useTranslations('secondFactor.passkeys');
  const [isCancelled, setIsCancelled] = useState(false);
  const add = useIdempotentRequest(useAddPasskey().mutateAsync, ({ recoveryCodes }) => {
    showToast({ kind: 'success', text: t('done') });
    onAdded(recoveryCodes);
  });
  const register = async (options: unknown) => {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    const attestation = await startRegistration({ optionsJSON }).catch(() => setIsCancelled(true));
    if (attestation) await add.send({ name, attestation: attestation as never, idempotency: add.key });
  };
  const begin = useAuthorisedRequest({
    purpose: (_: object, paymentIdempotency) => ({
      operation: 'second-factor.add',
      method: 'passkey',
      paymentIdempotency,
    }),
    write: useBeginPasskey().mutateAsync,
    onDone: ({ options }) => void register(options),
  });
  const start = () => {
    setIsCancelled(false);
    begin.ask({}, t('pin'));
  };
  return { start, isCancelled, requests: [begin.request, add], dialog: begin.dialog };
}
