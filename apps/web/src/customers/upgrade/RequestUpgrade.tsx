import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useRequestUpgrade } from './upgrade.api.ts';

export function RequestUpgrade() {
  const t = useTranslations('upgrade');
  const [agreed, setAgreed] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const ask = useRequestUpgrade();
  const sending = useIdempotentRequest(ask.mutateAsync, () => {});
  const press = () => {
    setForgotten(!agreed);
    if (agreed) void sending.send({ agreed, idempotency: sending.key });
  };
  return (
    <Card>
      <div className="grid gap-3">
        <Checkbox
          checked={agreed}
          aria-invalid={forgotten || undefined}
          aria-describedby={forgotten ? 'agree-fault' : undefined}
          onChange={({ target }) => {
            setAgreed(target.checked);
            setForgotten(false);
          }}
        >
          {t('agree')}
        </Checkbox>
        {forgotten && (
          <p id="agree-fault" role="alert" className="text-small text-danger">
            {t('agreeFault')}
          </p>
        )}
        <SubmitNotice submission={sending} refusedTitle={t('refusedToSend')} retryText={t('once')} />
        <Button className="w-fit" busy={sending.sending || sending.unknown} onClick={press}>
          {sending.sending ? t('asking') : t('ask')}
        </Button>
      </div>
    </Card>
  );
}
