import type { ActivityItem, StatementLine } from '@larkmere/contract/accounts/statement';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { paymentAddress, useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { CopyButton } from '../../ui/CopyField.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { formatDate, formatTime } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { SummaryList, type SummaryRow } from '../../ui/SummaryList.tsx';
import { isExchange, isZero } from './line-texts.ts';

type Props = {
  line: StatementLine & Partial<Pick<ActivityItem, 'cardPayment'>>;
  title: string;
  onClose: () => void;
  state?: ReactNode;
  settled?: boolean;
  actions?: ReactNode;
};

export function LineDrawer({ line, title, onClose, state, settled = true, actions }: Props) {
  const t = useTranslations('activity.line');
  const { user } = useSession();
  const reach = useReachableAddress();
  const { amount, currency, paymentUid, paymentReach, cardPayment } = line;
  const payment = paymentUid ? paymentAddress({ uid: paymentUid, reach: paymentReach }, reach) : undefined;
  return (
    <DetailDrawer title={t('title')} onClose={onClose}>
      <div className="grid gap-5">
        <div className="grid justify-items-start gap-1">
          <p className="text-h2 font-bold">
            <bdi>{title}</bdi>
          </p>
          <MoneyAmount value={{ amount, currency }} sign="always" size="display" />
          {state}
        </div>
        <SummaryList rows={useRows(line, settled)} />
        <div data-print="no" className="grid gap-3">
          {payment && (
            <Link {...linkTo(payment)} className={buttonClass('primary', true)}>
              {t('payment')}
              <ArrowRight size={18} />
            </Link>
          )}
          {cardPayment && user.accessRole.card && (
            <Link
              {...linkTo(paths.cardPayments(cardPayment.cardId, { payment: cardPayment.uid }))}
              className={buttonClass('primary', true)}
            >
              {t('payment')}
              <ArrowRight size={18} />
            </Link>
          )}
          {actions}
          <Button kind="secondary" wide icon={<Printer size={18} />} onClick={() => print()}>
            {t('print')}
          </Button>
        </div>
      </div>
    </DetailDrawer>
  );
}

function useRows(line: Props['line'], settled: boolean): SummaryRow[] {
  const t = useTranslations('activity.line');
  const locale = useLocale();
  const at = new Date(line.bookedAt);
  const shown = (label: string, value: ReactNode): SummaryRow[] => (value ? [{ label, value }] : []);
  const reference = (
    <span className="figures inline-flex items-center gap-2">
      {line.reference}
      <CopyButton label={t('reference')} text={line.reference} />
    </span>
  );
  const { exchange, fee, currency, cardPayment } = line;
  const exchangeRows: SummaryRow[] = exchange
    ? [
        { label: t('sold'), value: <MoneyAmount value={exchange.sold} size="sm" /> },
        { label: t(isExchange(line) ? 'bought' : 'sent'), value: <MoneyAmount value={exchange.bought} size="sm" /> },
        { label: t('rate'), value: <RateText rate={exchange.rate} /> },
        ...shown(t('exchangeFee'), !isZero(exchange.fee) && <MoneyAmount value={exchange.fee} size="sm" />),
      ]
    : [];
  const signed = (amount: string) => <MoneyAmount value={{ amount, currency }} sign="always" size="sm" />;
  const feeRows: SummaryRow[] =
    fee && !exchange
      ? [
          { label: t('withoutFee'), value: signed(fee.amountWithout) },
          fee.refunded
            ? { label: t('refundedFee'), value: signed(fee.amount) }
            : { label: t('fee'), value: signed(`-${fee.amount}`) },
        ]
      : [];
  return [
    ...shown(t('type'), settled && line.type),
    ...exchangeRows,
    ...shown(t('merchantAmount'), cardPayment?.amount && <MoneyAmount value={cardPayment.amount} size="sm" />),
    ...feeRows,
    ...shown(t('account'), line.counterpartyAccount && <span className="figures">{line.counterpartyAccount}</span>),
    ...shown(t('payeeReference'), line.payeeReference),
    ...shown(t('reference'), reference),
    ...shown(t('time'), <span className="figures">{`${formatDate(at, locale)}, ${formatTime(at, locale)}`}</span>),
    // A value date has no time: noon stays on that day in every time zone.
    ...shown(
      t('valueDate'),
      settled && <span className="figures">{formatDate(new Date(`${line.valueDate}T12:00`), locale)}</span>,
    ),
    ...shown(t('description'), line.counterparty && line.description),
    ...shown(
      t('balance'),
      settled && (
        <BalanceAmount
          label="balanceAfter"
          value={{ amount: line.balanceAfter, currency: line.currency }}
          placement="heading"
          size="sm"
        />
      ),
    ),
  ];
}
