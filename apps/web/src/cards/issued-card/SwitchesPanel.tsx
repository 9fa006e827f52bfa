import { Banknote, CreditCard, Globe, Nfc, Plane } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Card } from '../../ui/Card.tsx';
import { moneyText } from '../../ui/money.ts';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { type IssuedCard, type SwitchName, useSetSwitch, withoutMoney } from './issued-card.api.ts';

const icons = { online: Globe, contactless: Nfc, atm: Banknote, abroad: Plane, magstripe: CreditCard };
const names = Object.keys(icons) as SwitchName[];
/** Need a piece of plastic. */
const onlyPhysical: readonly SwitchName[] = ['atm', 'magstripe'];

/** Saved at once. A copied stripe is what thieves use, so only that one asks for the PIN. */
export function SwitchesPanel({ card }: { card: IssuedCard }) {
  const t = useTranslations('issuedCard.works');
  const action = useTranslations('issuedCard.action');
  const { uid, currency, switches, permissions, limits, last4, format } = card;
  const [isConfirming, setConfirming] = useState(false);
  const write = useSetSwitch().mutateAsync;
  const [sent, setSent] = useState<SwitchName>();
  const request = useIdempotentRequest(write, ({ switches: now }) => {
    if (sent) showToast({ kind: 'success', text: t(now[sent] ? 'on' : 'off', { name: t(sent) }) });
  });
  const send = (name: SwitchName, isOn: boolean, authorisation?: string) => {
    setSent(name);
    void request.send({ id: uid, switch: name, isOn, authorisation, idempotency: request.key });
  };
  const change = (name: SwitchName, isOn: boolean) =>
    name === 'magstripe' && isOn ? setConfirming(true) : send(name, isOn);
  const notes: Readonly<Partial<Record<SwitchName, string | undefined>>> = {
    online: switches.online
      ? t('onlineText', { amount: moneyText({ amount: limits.perPayment, currency }) })
      : undefined,
    magstripe: t(switches.magstripe ? 'magstripeOn' : 'magstripeOff'),
  };
  return (
    <Card title={t('title')}>
      <SubmitNotice submission={request} refusedTitle={t('notSaved')} retryText={action('retry')} />
      <div className="divide-y divide-line">
        {names
          .filter((name) => format === 'physical' || !onlyPhysical.includes(name))
          .map((name) => {
            const Icon = icons[name];
            return (
              <Switch
                key={name}
                label={t(name)}
                note={notes[name]}
                icon={<Icon size={20} />}
                isOn={switches[name]}
                disabled={!permissions.switches || request.sending || request.unknown}
                onChange={(isOn) => change(name, isOn)}
              />
            );
          })}
      </div>
      {isConfirming && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'card.switch',
            uid,
            switch: 'magstripe',
            isOn: true,
            ...withoutMoney(currency, request.key),
          }}
          description={t('pin', { last4: last4 ?? '' })}
          onResult={({ authorisation }) => authorisation && send('magstripe', true, authorisation)}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}
