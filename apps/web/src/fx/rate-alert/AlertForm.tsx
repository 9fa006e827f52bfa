import type { RateAlertView } from '@larkmere/contract/fx/rate-alert';
import { describeTarget } from '@larkmere/money/displayed-rate';
import type { Currency } from '@larkmere/money/money';
import { compareRates, readRate } from '@larkmere/money/rate';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { chartCurrencies, TargetField, useCustomerRate } from '../rate/rate.tsx';
import { useSaveAlert } from './rate-alert.api.ts';

export type Pair = Readonly<{ sell: Currency; buy: Currency }>;
type Props = { pair: Pair; existing?: RateAlertView | undefined; onDone: () => void };

export function AlertForm({ pair: first, existing, onDone }: Props) {
  const t = useTranslations('rateAlert');
  const [pair, setPair] = useState(first);
  const [text, setText] = useState(existing?.target.rate ?? '');
  const [tried, setTried] = useState(false);
  const set = useSaveAlert();
  const sending = useIdempotentRequest(set.mutateAsync, () => {
    showToast({ kind: 'success', text: t('form.set') });
    onDone();
  });
  const now = useCustomerRate(pair.sell, pair.buy);
  const target = readRate(pair.sell, pair.buy, text);
  const isBusy = sending.sending || sending.unknown;
  const send = () => {
    const common = { targetRate: text, idempotency: sending.key };
    void sending.send(
      existing
        ? { kind: 'edit', input: { ...common, uid: existing.uid } }
        : { kind: 'add', input: { ...common, ...pair } },
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
      <StepHeading>{t(existing ? 'form.edit' : 'form.new')}</StepHeading>
      <SubmitNotice submission={sending} refusedTitle={t('form.refused')} retryText={t('form.once')} />
      <Card className="grid gap-5">
        {existing ? (
          <p className="font-semibold">{t('row.pair', pair)}</p>
        ) : (
          <Currencies pair={pair} onChange={setPair} />
        )}
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
          {t(compareRates(target, now) > 0 ? 'rises_to' : 'falls_to', { rate: describeTarget(target) })}
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
    chartCurrencies.filter((code) => code !== other).map((code) => ({ value: code, label: code }));
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
