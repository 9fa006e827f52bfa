import type { RateAlertView } from '@larkmere/contract/rate-alert';
import type { Currency } from '@larkmere/money/money';
import { compareRates, readRate } from '@larkmere/money/rate';
import { targetText } from '@larkmere/money/rate-text';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { ratedCurrencies, TargetField, useRateNow } from '../rate/rate.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { useSetAlert } from './rate-alert.api.ts';

export type Pair = Readonly<{ sell: Currency; buy: Currency }>;
type Props = { pair: Pair; seen?: RateAlertView | undefined; onDone: () => void };

export function AlertForm({ pair: first, seen, onDone }: Props) {
  const t = useTranslations('rateAlert');
  const [pair, setPair] = useState(first);
  const [text, setText] = useState(seen?.target.rate ?? '');
  const [tried, setTried] = useState(false);
  const set = useSetAlert();
  const sending = useKeyedSend(set.mutateAsync, () => {
    showToast({ kind: 'success', text: t('form.set') });
    onDone();
  });
  const now = useRateNow(pair.sell, pair.buy);
  const target = readRate(pair.sell, pair.buy, text);
  const isBusy = sending.sending || sending.unknown;
  const send = () => {
    const common = { targetRate: text, idempotency: sending.key };
    void sending.send(
      seen ? { kind: 'edit', wish: { ...common, uid: seen.uid } } : { kind: 'add', wish: { ...common, ...pair } },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (target && !isBusy) send();
      }}
    >
      <StepHeading>{t(seen ? 'form.edit' : 'form.new')}</StepHeading>
      <SendNotice send={sending} refused={t('form.refused')} once={t('form.once')} />
      <Card className="grid gap-5">
        {seen ? <p className="font-semibold">{t('row.pair', pair)}</p> : <Currencies pair={pair} onChange={setPair} />}
        <TargetField
          label={t('form.target')}
          {...pair}
          value={text}
          onChange={setText}
          hint={t('form.hint')}
          error={tried && !target ? t('form.fault') : undefined}
        />
      </Card>
      {target && now && (
        <p className="font-semibold">
          {t(compareRates(target, now) > 0 ? 'rises_to' : 'falls_to', { rate: targetText(target) })}
        </p>
      )}
      <div className="flex gap-3">
        <Button kind="secondary" onClick={onDone}>
          {t('form.back')}
        </Button>
        <Button type="submit" className="flex-1" busy={isBusy} busyLabel={t('form.sending')}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}

function Currencies({ pair: { sell, buy }, onChange }: { pair: Pair; onChange: (pair: Pair) => void }) {
  const t = useTranslations('rateAlert.form');
  const options = (other: Currency) =>
    ratedCurrencies.filter((code) => code !== other).map((code) => ({ value: code, label: code }));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label={t('from')}
        value={sell}
        onChange={({ target }) => onChange({ sell: target.value as Currency, buy })}
        options={options(buy)}
      />
      <SelectField
        label={t('to')}
        value={buy}
        onChange={({ target }) => onChange({ sell, buy: target.value as Currency })}
        options={options(sell)}
      />
    </div>
  );
}
