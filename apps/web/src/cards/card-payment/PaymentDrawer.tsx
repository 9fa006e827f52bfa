import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SummaryList, type SummaryRow } from '../../ui/SummaryList.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { type CardPaymentDetails, cardPaymentQuery } from './card-payment.api.ts';
import { DisputeSection } from './DisputeSection.tsx';
import { ReceiptSection } from './ReceiptSection.tsx';
import { RemedyLink } from './RemedyLink.tsx';
import { placeOf, shownAmount } from './use-payment-texts.ts';

export function PaymentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('cardPayment');
  const { data, error, refetch } = useQuery(cardPaymentQuery(id));
  return (
    <DetailDrawer title={data?.merchant.name ?? t('all')} onClose={onClose} onEscape={onClose}>
      {error && !data && <ErrorState title={t('failedOne')} text={failureText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton shape="row" count={4} />}
      {data && <Details payment={data} />}
    </DetailDrawer>
  );
}

function Details({ payment }: { payment: CardPaymentDetails }) {
  const t = useTranslations('cardPayment');
  const { state, reason, shortfall } = payment;
  const { value, isIn } = shownAmount(payment);
  const isSpent = state === 'authorised' || state === 'cleared' || state === 'refunded';
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {value && (
          <MoneyAmount
            size="lg"
            value={isSpent && !isIn ? { ...value, amount: `-${value.amount}` } : value}
            sign={isIn ? 'always' : 'auto'}
          />
        )}
        {state !== 'cleared' && (
          <StatusPill kind={state === 'declined' ? 'danger' : 'neutral'}>{t(`state.${state}`)}</StatusPill>
        )}
      </div>
      {reason && (
        <Notice kind="danger">
          {reason} <RemedyLink payment={payment} />
        </Notice>
      )}
      {shortfall && (
        <Notice kind="warning" title={t('short', { missing: moneyText(shortfall.missing) })}>
          {/[1-9]/.test(shortfall.open.amount) ? t('shortOpen', { open: moneyText(shortfall.open) }) : t('shortPaid')}
        </Notice>
      )}
      <Facts payment={payment} />
      <Steps payment={payment} />
      {state !== 'declined' && state !== 'verified' && <ReceiptSection payment={payment} />}
      <DisputeSection payment={payment} />
    </div>
  );
}

function Facts({ payment }: { payment: CardPaymentDetails }) {
  const t = useTranslations('cardPayment');
  const { at } = useDateTimeTexts();
  const { exchange, original, refunded, amount, last4, holderName, reference, channel } = payment;
  const rows: (SummaryRow | false)[] = [
    { label: t('row.place'), value: placeOf(payment) },
    { label: t('row.at'), value: at(payment.at) },
    { label: t('row.channel'), value: t(`channel.${channel}`) },
    original.currency !== amount.currency && { label: t('row.original'), value: <MoneyAmount value={original} /> },
    exchange !== null &&
      exchange.billed.currency !== original.currency && {
        label: t('row.billed'),
        value: <MoneyAmount value={exchange.billed} />,
      },
    exchange !== null && {
      label: t('row.rate'),
      value: t('rateOf', { base: exchange.rate.base, rate: exchange.rate.rate, quote: exchange.rate.quote }),
    },
    exchange !== null && { label: t('row.fee'), value: t('feeWithin', { fee: moneyText(exchange.fee) }) },
    /[1-9]/.test(refunded.amount) && { label: t('row.refunded'), value: <MoneyAmount value={refunded} /> },
    { label: t('row.card'), value: t('cardOf', { last4: last4 ?? '', name: holderName }) },
    { label: t('row.reference'), value: <span className="figures">{reference}</span> },
  ];
  return <SummaryList rows={rows.filter((row) => row !== false)} />;
}

function Steps({ payment: { timeline } }: { payment: CardPaymentDetails }) {
  const t = useTranslations('cardPayment.timeline');
  const { at } = useDateTimeTexts();
  if (timeline.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h3 className="font-bold">{t('title')}</h3>
      <Timeline
        items={timeline.map(({ step, amount, at: moment }) => ({
          title: t(step, { amount: moneyText(amount) }),
          state: step === 'declined' ? 'failed' : 'done',
          at: at(moment),
        }))}
      />
    </section>
  );
}
