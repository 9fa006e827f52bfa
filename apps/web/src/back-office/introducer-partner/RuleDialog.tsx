import type { PartnerFile } from '@larkmere/contract/back-office/partner-rule';
import { useTranslations } from 'use-intl';
import { DecisionDialog, type DecisionField } from '../parts/parts.ts';
import { type RuleProposal, useProposeRule } from './partner-rule.api.ts';
import { readPercent, toPercent } from './percent.ts';

type Props = { id: string; file: PartnerFile; onClose: () => void };

/** Proposes another rule, filled in with the one in force. */
export function RuleDialog({ id, file: { rule, currencies }, onClose }: Props) {
  const t = useTranslations('manageCustomer.partner.form');
  const propose = useProposeRule(id);
  const percent = (name: string, label: string, bps: number | undefined): DecisionField => ({
    name,
    label,
    isLine: true,
    ...(bps !== undefined && { initial: toPercent(bps) }),
    missing: t('percentMissing'),
    isValid: (text) => readPercent(text) !== undefined,
  });
  const offered = rule ? [rule.currency] : currencies;
  const fields: DecisionField[] = [
    percent('exchange', t('exchange'), rule?.exchangeBps),
    percent('payment', t('payment'), rule?.paymentBps),
    { name: 'currency', label: t('currency'), options: offered.map((value) => ({ value, label: value })) },
    {
      name: 'cap',
      label: t('cap'),
      isLine: true,
      initial: rule?.monthlyCap?.amount ?? '',
      wrong: t('capWrong'),
      isValid: (text) => /^\d{1,12}(\.\d{1,2})?$/.test(text),
    },
    {
      name: 'months',
      label: t('months'),
      isLine: true,
      initial: String(rule?.months ?? ''),
      wrong: t('monthsWrong'),
      isValid: (text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 120,
    },
    { name: 'starts', label: t('starts'), isDate: true },
    { name: 'ends', label: t('ends'), isDate: true, initial: rule?.ends ?? '' },
    { name: 'reason', label: t('reason'), missing: t('reasonMissing'), atLeast: 10 },
  ];
  return (
    <DecisionDialog<RuleProposal>
      title={t('title')}
      about={t('about')}
      fields={fields}
      submitLabel={t('send')}
      texts={{ failed: t('failed'), again: t('again'), done: t('done') }}
      write={propose.mutateAsync}
      toInput={(values, idempotency) => ({
        id,
        exchangeBps: readPercent(values.exchange ?? '') ?? 0,
        paymentBps: readPercent(values.payment ?? '') ?? 0,
        currency: values.currency as RuleProposal['currency'],
        monthlyCap: values.cap || null,
        months: values.months ? Number(values.months) : null,
        starts: values.starts || null,
        ends: values.ends || null,
        reason: values.reason ?? '',
        idempotency,
      })}
      onClose={onClose}
    />
  );
}
