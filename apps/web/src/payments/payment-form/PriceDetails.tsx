import { formatAmount, readAmount, subtract } from '@larkmere/money/money';
import { useTranslations } from 'use-intl';
import { Costs, MoneyAmount } from '../../ui/MoneyAmount.tsx';
import type { Money } from '../../ui/money.ts';
import { FeeLines, PriceRow } from '../../ui/PriceRows.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { ArrivalNote, QueueNote } from '../initiation/initiation.tsx';
import type { FormPrice } from './payment-price.api.ts';
import { shortNameOf } from './short-name.ts';
import { useArrivalText } from './use-arrival-text.ts';
import type { PaymentForm } from './use-payment-form.ts';
import type { Rest } from './use-rest.ts';

type Props = { form: Pick<PaymentForm, 'payee' | 'source' | 'rest' | 'updating' | 'executionDate'>; price: FormPrice };

/** What leaves the account, what each part of it is for, and what arrives. */
export function PriceDetails({ form: { payee, source, rest, updating, executionDate }, price }: Props) {
  const t = useTranslations('makePayment.price');
  const arrivalText = useArrivalText();
  const { fee, feeLines, freeTransfer, total, totalCost, arrives, sent, exchange, arrival, available } = price;
  const isEstimated = price.rail === 'swift';
  const left = leftOf(available, total);
  return (
    <>
      <dl className={`grid gap-2 transition-opacity ${updating ? 'opacity-60' : ''}`} aria-busy={updating}>
        <PriceRow label={t('send')} value={<MoneyAmount value={total} />} strong />
        <PriceRow
          label={t('fee')}
          note={
            freeTransfer.used && <StatusPill kind="accent">{t('free', { left: freeTransfer.remaining })}</StatusPill>
          }
          value={<MoneyAmount value={fee} />}
        />
        <FeeLines lines={feeLines} />
        {rest && <RestDetails rest={rest} />}
        {exchange && <ExchangeDetails exchange={exchange} />}
        {isEstimated && sent && <PriceRow label={t('sent')} value={<MoneyAmount value={sent} />} />}
        {isEstimated && <PriceRow label={t('charges')} value={<MoneyAmount value={price.intermediaryCharges} />} />}
        <div className="my-1 border-t border-line" />
        <PriceRow
          label={t(isEstimated ? 'getsEstimated' : 'gets', { name: shortNameOf(payee) })}
          value={<MoneyAmount value={arrives} />}
          strong
        />
        <PriceRow label={t('arrives')} value={arrivalText(arrival)} />
        <div className="my-1 border-t border-line" />
        <PriceRow
          label={t(exchange || rest ? 'costMargin' : isEstimated ? 'costEstimated' : 'cost')}
          value={<Costs parts={[totalCost, rest?.held?.quote.totalCost]} />}
        />
        {left && <PriceRow label={t('left', { currency: source.currency })} value={<MoneyAmount value={left} />} />}
      </dl>
      {!exchange && !rest && <p className="mt-2 text-small text-text-muted">{t('noExchange')}</p>}
      <ArrivalNote arrival={arrival} />
      {!executionDate && !updating && <CutOffNote price={price} />}
      <QueueNote queue={price.queue} />
    </>
  );
}

function ExchangeDetails({ exchange }: { exchange: NonNullable<FormPrice['exchange']> }) {
  const t = useTranslations('makePayment.price');
  const { sold, displayedRate, displayedMidRate, margin, fee } = exchange;
  return (
    <>
      <PriceRow label={t('exchanged')} value={<MoneyAmount value={sold} />} />
      {Number(fee.amount) !== 0 && <PriceRow label={t('exchangeFee')} value={<MoneyAmount value={fee} />} />}
      <PriceRow label={t('rate')} value={<RateText rate={displayedRate} />} />
      <PriceRow label={t('market')} value={<RateText rate={displayedMidRate} />} />
      <PriceRow label={t('margin')} value={<MoneyAmount value={margin} />} />
    </>
  );
}

/** Both balances, and what the exchange of the second one costs. */
function RestDetails({ rest: { held, account, first } }: { rest: Rest }) {
  const t = useTranslations('makePayment.price');
  if (!held) return null;
  const { sellAmount, fee, margin, displayedRate } = held.quote;
  return (
    <>
      <PriceRow label={t('from', { currency: first.currency })} value={<MoneyAmount value={first} />} />
      <PriceRow label={t('from', { currency: account.currency })} value={<MoneyAmount value={sellAmount} />} />
      {Number(fee.amount) !== 0 && <PriceRow label={t('exchangeFee')} value={<MoneyAmount value={fee} />} />}
      <PriceRow label={t('rate')} value={<RateText rate={displayedRate} />} />
      <PriceRow label={t('margin')} value={<MoneyAmount value={margin} />} />
    </>
  );
}

/** An opening time later than the earliest arrival means closed now. One second allows for clock differences. */
const isOpen = ({ opensAt }: FormPrice): boolean => Date.parse(opensAt) <= Date.now() + 1000;

function CutOffNote({ price }: { price: FormPrice }) {
  const t = useTranslations('makePayment.price');
  const { byThen } = useDateTimeTexts();
  if (!price.cutOffAt) return null;
  return (
    <p className="mt-2 text-small text-text-muted">
      {isOpen(price) ? t('cutOff', { when: byThen(price.cutOffAt) }) : t('opens', { when: byThen(price.opensAt) })}
    </p>
  );
}

/** Undefined where the account does not cover the payment. */
function leftOf(available: Money, total: Money): Money | undefined {
  const [has, needs] = [available, total].map(({ currency, amount }) =>
    readAmount(currency as Parameters<typeof readAmount>[0], amount),
  );
  if (!has || !needs || has.currency !== needs.currency || has.minor < needs.minor) return undefined;
  return { amount: formatAmount(subtract(has, needs)), currency: available.currency };
}
