import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { useAskUpgrade } from './upgrade.api.ts';

export function AskUpgrade() {
  const t = useTranslations('upgrade');
  const [agreed, setAgreed] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const ask = useAskUpgrade();
  const sending = useKeyedSend(ask.mutateAsync, () => {});
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
        <SendNotice send={sending} refused={t('refusedToSend')} once={t('once')} />
        <Button className="w-fit" busy={sending.sending || sending.unknown} onClick={press}>
          {sending.sending ? t('asking') : t('ask')}
        </Button>
      </div>
    </Card>
  );
}
