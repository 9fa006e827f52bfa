import type { RateAlertView } from '@larkmere/contract/fx/rate-alert';
import { describeRate, describeTarget } from '@larkmere/money/displayed-rate';
import { checkFarTarget, type FarTarget } from '@larkmere/money/far-target';
import type { Currency } from '@larkmere/money/money';
import { compareRates, type Rate, readRate } from '@larkmere/money/rate';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { chartCurrencies, FarTargetDialog, TargetField, useCustomerRate } from '../rate/rate.tsx';
import { useSaveAlert } from './rate-alert.api.ts';

export type Pair = Readonly<{ sell: Currency; buy: Currency }>;
type Props = { pair: Pair; existing?: RateAlertView | undefined; onDone: () => void };

export function AlertForm({ pair: first, existing, onDone }: Props) {
  const t = useTranslations('rateAlert');
  const [pair, setPair] = useState(first);
  const [text, setText] = useState(existing?.target.rate ?? '');
  const [tried, setTried] = useState(false);
  const [question, setQuestion] = useState<Question>();
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
        if (!target || isBusy) return;
        const asks = now && questionAbout(target, now);
        if (asks) setQuestion(asks);
        else send();
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
          id={targetId}
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
      {question && (
        <QuestionDialog
          question={question}
          onKeep={() => {
            setQuestion(undefined);
            send();
          }}
          onChange={() => {
            setQuestion(undefined);
            document.getElementById(targetId)?.focus();
          }}
        />
      )}
    </form>
  );
}

const targetId = 'alert-target';

type Question = Readonly<{ target: Rate; now: Rate; far?: FarTarget | undefined }>;

/** Whether the target is a slip, or is met already. */
function questionAbout(target: Rate, now: Rate): Question | undefined {
  const far = checkFarTarget(target, now);
  return far || describeTarget(target) === describeRate(now) ? { target, now, far } : undefined;
}

type QuestionProps = { question: Question; onKeep: () => void; onChange: () => void };

function QuestionDialog({ question: { target, now, far }, onKeep, onChange }: QuestionProps) {
  const t = useTranslations('rateAlert.met');
  if (far) return <FarTargetDialog {...{ far, target, now, onKeep, onChange }} />;
  return (
    <ConfirmDialog
      title={t('title')}
      text={t('text', { rate: describeRate(now) })}
      confirmLabel={t('keep')}
      cancelLabel={t('change')}
      onConfirm={onKeep}
      onCancel={onChange}
    />
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
