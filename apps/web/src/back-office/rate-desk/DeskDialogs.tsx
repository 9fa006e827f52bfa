import type { RateDesk } from '@larkmere/contract/back-office/rate-desk';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { DecisionDialog } from '../parts/parts.ts';
import { type DeskStep, useDeskStep, useProposeRate } from './rate-desk.api.ts';

const hourChoices = [1, 2, 4, 8, 12, 24];

export function ProposeDialog({ desk: { rates, limits }, onClose }: { desk: RateDesk; onClose: () => void }) {
  const t = useTranslations('manageRateDesk');
  const propose = useProposeRate();
  const [uid] = useState(newIdempotencyKey);
  return (
    <DecisionDialog
      title={t('manual.propose')}
      about={t('propose.about')}
      fields={[
        {
          name: 'currency',
          label: t('propose.currency'),
          options: rates.map(({ currency, rate }) => ({ value: currency, label: `EUR/${currency} ${rate}` })),
        },
        { name: 'rate', label: t('propose.rate'), isLine: true, missing: t('propose.rateMissing') },
        {
          name: 'hours',
          label: t('propose.hours'),
          options: hourChoices
            .filter((hours) => hours <= limits.maxHours)
            .map((hours) => ({ value: String(hours), label: t('propose.inHours', { count: hours }) })),
        },
        { name: 'reason', label: t('reason'), missing: t('reasonMissing'), atLeast: 10 },
      ]}
      submitLabel={t('propose.send')}
      texts={{ failed: t('failed'), again: t('again'), done: t('propose.sent') }}
      write={propose.mutateAsync}
      toInput={({ currency = '', rate = '', hours = '', reason = '' }, idempotency) => ({
        uid,
        currency: currency as 'GBP',
        rate,
        hours: Number(hours),
        reason,
        idempotency,
      })}
      onClose={onClose}
    />
  );
}

type StepProps = Pick<DeskStep, 'verb' | 'of'> & { label: string; onClose: () => void };

const withText: readonly DeskStep['verb'][] = ['refuse', 'turnOff', 'askOn'];

export function StepDialog({ verb, of, label, onClose }: StepProps) {
  const t = useTranslations('manageRateDesk');
  const step = useDeskStep();
  return (
    <DecisionDialog
      title={label}
      about={t(`aboutVerb.${verb}`)}
      fields={
        withText.includes(verb) ? [{ name: 'text', label: t('reason'), missing: t('reasonMissing'), atLeast: 10 }] : []
      }
      submitLabel={t(`confirm.${verb}`)}
      isDanger={verb === 'turnOff'}
      texts={{ failed: t('failed'), again: t('again'), done: t(`done.${verb}`) }}
      write={step.mutateAsync}
      toInput={({ text = '' }, idempotency) => ({ verb, of, text, idempotency })}
      onClose={onClose}
    />
  );
}
