import type { PartnerRuleChange } from '@larkmere/contract/back-office/partner-rule';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { toPercent } from './percent.ts';

type Props = { rule: NonNullable<PartnerRuleChange['rule']>; startsAt?: string | null };

/** `startsAt`: null for a rule that starts with its approval. */
export function RuleTerms({ rule, startsAt }: Props) {
  const t = useTranslations('manageCustomer.partner.terms');
  const { day } = useDateText();
  const { at } = useDateTimeTexts();
  const { exchangeBps, paymentBps, currency, monthlyCap, months, ends } = rule;
  return (
    <SummaryList
      rows={[
        { label: t('exchange'), value: `${toPercent(exchangeBps)}%` },
        { label: t('payment'), value: `${toPercent(paymentBps)}%` },
        { label: t('currency'), value: currency },
        { label: t('cap'), value: monthlyCap ? moneyText(monthlyCap) : t('noCap') },
        { label: t('months'), value: months === null ? t('forever') : t('monthsCount', { count: months }) },
        ...(startsAt === undefined ? [] : [{ label: t('starts'), value: startsAt ? at(startsAt) : t('atApproval') }]),
        { label: t('ends'), value: ends ? day(ends) : t('untilChanged') },
      ]}
    />
  );
}
