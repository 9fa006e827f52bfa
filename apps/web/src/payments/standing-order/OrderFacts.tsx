import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { useTranslations } from 'use-intl';
import { useAccountName } from '../../ui/account-name.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { moneyText } from '../../ui/money.ts';
import { DateRows } from './DateRows.tsx';
import { DateStatus } from './StandingOrderStatus.tsx';
import { usePlanTexts } from './use-plan-texts.ts';

export function NextDates({ order: { next, nextDates, state } }: { order: StandingOrderView }) {
  const t = useTranslations('standingOrder');
  return (
    <Card title={t('detail.dates')}>
      {next ? (
        <>
          <NextOccurrence next={next} paused={state === 'paused'} />
          <DateRows dates={nextDates} />
        </>
      ) : (
        <p className="text-text-muted">{t('detail.noDates')}</p>
      )}
    </Card>
  );
}

function NextOccurrence({ next, paused }: { next: OccurrenceView; paused: boolean }) {
  const t = useTranslations('standingOrder.row');
  const { day } = usePlanTexts();
  const { payDay, amount, reference, edited, state } = next;
  const why = edited ? t('edited') : payDay !== next.day && t('moved', { day: day(next.day) });
  return (
    <div className="mb-1 border-b border-line pb-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{day(payDay)}</span>
        {!paused && <DateStatus state={state} />}
      </p>
      <p className="figures">
        {moneyText(amount)} · {reference}
      </p>
      {why && <p className="text-small text-text-muted">{why}</p>}
    </div>
  );
}

export function PlanDetails({ order: { terms, payee, source, paid, reference } }: { order: StandingOrderView }) {
  const t = useTranslations('standingOrder.detail');
  const words = usePlanTexts();
  const nameOf = useAccountName();
  const rows: [string, string][] = [
    [t('account'), payee.summary],
    [t('from'), nameOf(source)],
    [t('reference'), terms.reference],
    ...words.exchange(terms, source.currency, payee.currency),
    ...words.regulatoryInformation(terms),
    [t('often'), words.often(terms)],
    [t('start'), words.day(terms.startDate)],
    [t('end'), words.until(terms)],
    [t('rests'), words.rests(terms)],
    [t('warns'), words.warns(terms)],
    [t('paid'), t('paidText', { count: paid.count, total: moneyText(paid.total) })],
  ];
  /** Displayed exactly as typed, because the payee reads them so. */
  const asTyped = new Set([terms.reference, terms.note]);
  return (
    <Card title={t('plan')}>
      <dl className="grid gap-2">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-caption text-text-muted">{label}</dt>
            <dd className={`figures text-small ${asTyped.has(value) ? '' : 'first-letter:uppercase'}`}>{value}</dd>
          </div>
        ))}
        <CopyField label={t('ourReference')} value={reference} />
      </dl>
    </Card>
  );
}
