import type { ExchangeView } from '@larkmere/contract/fx/conversion';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { isWaiting } from '@larkmere/contract/payments/payment-waiting-states';
import type { DisplayedRate } from '@larkmere/contract/platform/displayed-rate';
import { add, type Currency, formatAmount, readAmount, subtract } from '@larkmere/money/money';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { NameCheckNotice } from '../../payees/payee/payee.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Costs } from '../../ui/MoneyAmount.tsx';
import { type Money, moneyText } from '../../ui/money.ts';
import { RateText } from '../../ui/RateText.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { hasStayed } from './has-stayed.ts';

const negate = ({ amount, currency }: Money): Money => ({ amount: `-${amount}`, currency });

function subtractAmount({ amount, currency }: Money, taken: Money): Money {
  const [all, part] = [amount, taken.amount].map((text) => readAmount(currency as Currency, text));
  return { amount: all && part ? formatAmount(subtract(all, part)) : amount, currency };
}

export function PaymentBreakdown({
  payment: { state, amount, fee, total, freeTransfer, exchange, rest, rateOpen, charges, arrives: received, totalCost },
}: {
  payment: PaymentView;
}) {
  const t = useTranslations('payment.detail');
  const form = useTranslations('paymentForm');
  const stayed = hasStayed(state);
  const isHere = isWaiting(state) && state !== 'submitted' && state !== 'sent';
  const arrives = state === 'completed' || isWaiting(state);
  return (
    <Card title={t('breakdown')}>
      {rateOpen && !stayed && <p className="mb-3 text-small text-text-muted">{t('rateOpen')}</p>}
      <dl className="grid gap-2">
        <Figure label={isHere ? t('willTake') : stayed ? t('asked') : t('youSent')} value={total} />
        <Figure
          label={t('fee')}
          note={freeTransfer && <StatusPill kind="accent">{t('freeTransfer')}</StatusPill>}
          value={negate(fee)}
        />
        {exchange && (
          <>
            <Figure label={t('sold')} value={exchange.sold} />
            <ExchangeFigures exchange={exchange} />
          </>
        )}
        {rest && <RestFigures rest={rest} total={total} />}
        {charges ? (
          <>
            <Figure label={t('sent')} value={amount} />
            <Figure
              label={charges.deducted ? t('keptOnTheWay') : t('keepOnTheWay')}
              value={negate(charges.deducted ?? charges.expected)}
            />
            <Figure label={charges.deducted ? t('theyGot') : t('theyGetAbout')} value={received} strong={arrives} />
            {charges.deducted && (
              <Figure label={form('estimateWas')} value={subtractAmount(amount, charges.expected)} />
            )}
            <Figure
              label={charges.deducted ? t('totalCost') : t('totalCostAbout')}
              value={totalCost}
              and={rest && costOf(rest)}
            />
          </>
        ) : (
          <>
            <Figure label={arrives ? t('theyGet') : t('amount')} value={amount} strong={arrives} />
            {!stayed && <Figure label={t('totalCost')} value={totalCost} and={rest && costOf(rest)} />}
          </>
        )}
        {stayed && <Figure label={t('taken')} value={{ amount: '0', currency: total.currency }} strong />}
      </dl>
    </Card>
  );
}

function costOf({ margin: { amount, currency }, fee }: ExchangeView): Money {
  const [margin, charged] = [amount, fee.amount].map((text) => readAmount(currency, text));
  return { amount: margin && charged ? formatAmount(add(margin, charged)) : amount, currency };
}

/** What each of two balances paid. */
function RestFigures({ rest, total }: { rest: ExchangeView; total: Money }) {
  const t = useTranslations('payment.detail');
  const { sold, bought } = rest;
  return (
    <>
      <Figure label={t('from', { currency: total.currency })} value={subtractAmount(total, bought)} />
      <Figure label={t('from', { currency: sold.currency })} value={sold} />
      <ExchangeFigures exchange={rest} />
    </>
  );
}

function ExchangeFigures({ exchange: { displayedRate, displayedMidRate, margin, fee } }: { exchange: ExchangeView }) {
  const t = useTranslations('payment.detail');
  return (
    <>
      <RateLine label={t('market')} rate={displayedMidRate} />
      <RateLine label={t('rate')} rate={displayedRate} />
      <Figure label={t('margin')} value={margin} />
      {Number(fee.amount) !== 0 && <Figure label={t('exchangeFee')} value={fee} />}
    </>
  );
}

const RateLine = ({ label, rate }: { label: string; rate: DisplayedRate }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 text-small">
    <dt className="text-text-muted">{label}</dt>
    <dd>
      <RateText rate={rate} />
    </dd>
  </div>
);

type FigureProps = { label: string; note?: ReactNode; value: Money; and?: Money | null; strong?: boolean };

const Figure = ({ label, note, value, and, strong = false }: FigureProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 text-small">
    <dt className="flex flex-wrap items-center gap-2 text-text-muted">
      {label}
      {note}
    </dt>
    <dd className={strong ? 'font-bold' : ''}>
      <Costs parts={[value, and]} size="sm" />
    </dd>
  </div>
);

export function PaymentDetails({ payment }: { payment: PaymentView }) {
  const t = useTranslations('payment.detail');
  const { at } = useDateTimeTexts();
  const { reference, payeeReference, endToEndId, railReference, payee, createdAt, executionDate, nameCheck } = payment;
  const { day } = useDateText();
  return (
    <Card title={t('details')}>
      <dl className="grid gap-2">
        <CopyField label={t('reference')} value={reference} />
        <Line label={t('payeeReference')} value={payeeReference} />
        <Line label={t('account')} value={payee.summary} />
        {endToEndId !== reference && <CopyField label={t('endToEndId')} value={endToEndId} />}
        {railReference && <CopyField label={t('railReference')} value={railReference} />}
        <Line label={t('made')} value={at(createdAt)} />
        {executionDate && <Line label={t('leaves')} value={day(executionDate)} />}
        <RegulatoryLines payment={payment} />
      </dl>
      {nameCheck && (
        <div className="mt-4">
          <NameCheckNotice check={nameCheck} name={payee.name} isPromptPay={payment.rail === 'promptpay'} />
        </div>
      )}
    </Card>
  );
}

function RegulatoryLines({ payment }: { payment: PaymentView }) {
  const t = useTranslations('paymentForm');
  const { at } = useDateTimeTexts();
  const { balanceAfter, note, warning } = payment;
  return (
    <>
      {balanceAfter && <Line label={t('said.balanceAfter')} value={moneyText(balanceAfter)} />}
      {(['purposeCode', 'relationship', 'sourceOfFunds'] as const).map((key) => {
        const code = payment[key];
        return code && <Line key={key} label={t(`said.${key}`)} value={t(`${key}.${code}` as 'purposeCode.GDDS')} />;
      })}
      {note && <Line label={t('said.note')} value={note} />}
      {warning && (
        <div>
          <dt className="text-caption text-text-muted">{`${t('warning')} · ${at(warning.acceptedAt)}`}</dt>
          <dd className="text-small">{warning.text}</dd>
        </div>
      )}
    </>
  );
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-caption text-text-muted">{label}</dt>
    <dd className="figures flex min-h-8 items-center text-small">{value}</dd>
  </div>
);
