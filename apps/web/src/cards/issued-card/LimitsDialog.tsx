import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { type IssuedCard, type Limits, useSetLimits, withoutMoney } from './issued-card.api.ts';
import { LimitsForm } from './LimitsForm.tsx';
import { hasRisen } from './limit-faults.ts';

type Props = Readonly<{ card: IssuedCard; onClose: () => void }>;

export function LimitsDialog({ card, onClose }: Props) {
  const t = useTranslations('issuedCard.limits');
  const { uid, currency, highest, last4 } = card;
  const [confirming, setConfirming] = useState<Readonly<{ limits: Limits; shown: Limits }>>();
  const request = useIdempotentRequest(useSetLimits().mutateAsync, () => {
    showToast({ kind: 'success', text: t('saved') });
    onClose();
  });
  const send = (limits: Limits, authorisation?: string) =>
    void request.send({ id: uid, ...limits, authorisation, idempotency: request.key });
  return (
    <>
      <LimitsForm
        title={t('dialog')}
        about={t('about')}
        start={card.limits}
        highest={highest}
        currency={currency}
        request={request}
        onSave={(limits, shown) =>
          hasRisen(card.limits, limits, currency) ? setConfirming({ limits, shown }) : send(limits)
        }
        onClose={onClose}
      />
      {confirming && (
        <PinDialog
          action="verify"
          purpose={{ operation: 'card.limits', uid, ...confirming.limits, ...withoutMoney(currency, request.key) }}
          description={t('pin', { last4: last4 ?? '', ...confirming.shown })}
          onResult={({ authorisation }) => authorisation && send(confirming.limits, authorisation)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  );
}
