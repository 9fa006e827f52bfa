import type { CaseStep, ReviewCase } from '@larkmere/contract/back-office/review-case';
import type { ReactNode } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyField.tsx';
import { moneyText } from '../../ui/money.ts';
import { Timeline, type TimelineItem } from '../../ui/Timeline.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { inWords } from '../parts/parts.ts';
import { useReviewTexts } from './use-review-texts.ts';

type Payment = ReviewCase['payment'];
const recentDays = 30;
const dayMs = 24 * 3_600_000;

export function PaymentColumn({
  payment,
  timeline,
  mayDecide,
}: {
  payment: Payment;
  timeline: readonly CaseStep[];
  mayDecide: boolean;
}) {
  const t = useTranslations('manageReview.payment');
  const { at } = useDateTimeTexts();
  const { because } = useReviewTexts();
  const now = useNow({ updateInterval: 60_000 }).getTime();
  const { payee, payeeAccount, payeeReference, purpose, fee, sold, payeeAddedAt, amount, heldSince, available } =
    payment;
  const isNewPayee = payeeAddedAt !== null && now - Date.parse(payeeAddedAt) < recentDays * dayMs;
  return (
    <Card title={t('title')} className="isolate text-small">
      <dl className="grid gap-1.5 border-b border-line pb-4">
        <Fact term={t('to')}>
          <strong className="font-semibold">{payee}</strong>
          <span className="flex items-center gap-1">
            <span className="figures">{payeeAccount}</span>
            <CopyButton label={t('copy')} text={payeeAccount.replaceAll(' ', '')} />
          </span>
        </Fact>
        <Fact term={t('by')}>{t(`rail.${payment.rail as 'local'}`)}</Fact>
        <Fact term={t('reference')}>{payeeReference || '–'}</Fact>
        {purpose && <Fact term={t('purpose')}>{inWords(purpose)}</Fact>}
        <Fact term={t('fee')}>{moneyText(fee)}</Fact>
        {sold && <Fact term={t('sold')}>{moneyText(sold)}</Fact>}
        {payeeAddedAt && (
          <Fact term={t('payeeAdded')}>
            <span className={isNewPayee ? 'font-semibold text-warning' : ''}>{at(payeeAddedAt)}</span>
          </Fact>
        )}
        <Fact term={t('because')}>{because(payment)}</Fact>
        <Fact term={t('held')}>{t('heldSince', { amount: moneyText(sold ?? amount), when: at(heldSince) })}</Fact>
        <Fact term={t('available')}>{t('besides', { amount: moneyText(available) })}</Fact>
        {payment.customerReads.reason && <Fact term={t('reads')}>“{payment.customerReads.reason}”</Fact>}
      </dl>
      <div className="pt-4">
        <CaseTimeline payment={payment} timeline={timeline} mayDecide={mayDecide} />
      </div>
    </Card>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-x-2">
    <dt className="text-text-muted">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

type TimelineProps = { payment: Payment; timeline: readonly CaseStep[]; mayDecide: boolean };

function CaseTimeline({ payment, timeline, mayDecide }: TimelineProps) {
  const t = useTranslations('manageReview');
  const states = useTranslations('paymentStatus');
  const { at } = useDateTimeTexts();
  const { due } = useReviewTexts();
  const now = useNow({ updateInterval: 60_000 }).getTime();
  const rail = t(`payment.rail.${payment.rail as 'local'}`);
  const titleOf = ({ step, state, by }: CaseStep): string => {
    if (step === 'decision') return t(mayDecide ? 'step.decision' : 'step.decisionOther');
    if (step === 'sent') return t(state === 'done' ? 'step.wasSent' : 'step.sent', { rail });
    if (step === 'arrived') return t(state === 'done' ? 'step.wasArrived' : 'step.arrived');
    return t(`step.${step}`, { name: by ?? t('step.someone') });
  };
  const noteOf = ({ step, note }: CaseStep): string | undefined => {
    if (step === 'made' && note) return t(`step.source.${note as 'customer'}`);
    if (step === 'asked' && note) return t(`bar.askReason.${note as 'bank_asks'}`);
    if (step === 'escalated' && note) return t(`actions.escalateReason.${note as 'source_unclear'}`);
    if (step === 'ended' && note) return states(note as 'rejected');
    if (step === 'decision' && payment.decideBy) return t('step.told', { when: due(payment, now) });
    return note ?? undefined;
  };
  const seen = new Map<string, number>();
  const items = timeline.map((step): TimelineItem => {
    const title = titleOf(step);
    const times = (seen.get(title) ?? 0) + 1;
    seen.set(title, times);
    return {
      title: times === 1 ? title : `${title} (${times})`,
      state: step.state,
      at: step.at ? at(step.at) : undefined,
      note: noteOf(step),
    };
  });
  return <Timeline items={items} />;
}
