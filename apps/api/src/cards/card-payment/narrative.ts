import { defaultText } from '@larkmere/messages/format-message';
import { formatRateFigure } from '@larkmere/money/displayed-rate';
import { type Currency, money } from '@larkmere/money/money';
import type { Narrative } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { tierRate } from '../../fx/conversion/conversion.ts';
import type { CardPayment } from './card-payment.sql.ts';
import type { CardPaymentTerms, Charge } from './charge.ts';

type Booking = Readonly<{ terms: CardPaymentTerms; charge: Charge; isRefund: boolean }>;

/** Such as `Pepperpot Kitchen, London · 12.50 EUR at 1.1672, fee 0.05 GBP`. */
export function narrativeOf(payment: CardPayment, { terms, charge, isRefund }: Booking): Narrative {
  const place = placeOf(payment);
  const { exchange, currency, billing } = terms;
  const counterparty = payment.merchantName;
  const common = { kind: 'card' as const, reference: payment.reference, counterparty };
  if (exchange === null)
    return {
      ...common,
      description: defaultText(isRefund ? 'statement_card_refund' : 'statement_card_payment', { place }),
    };
  const size = (minor: bigint, of: Currency) => money(of, minor < 0n ? -minor : minor);
  return {
    ...common,
    description: defaultText(isRefund ? 'statement_card_refund_exchanged' : 'statement_card_payment_exchanged', {
      place,
      amount: size(charge.billed, billing),
      rate: formatRateFigure(tierRate(exchange.mid, exchange.marginBps)),
      fee: size(charge.fee, currency),
    }),
  };
}

const placeOf = ({ merchantName: name, merchantCity: city }: CardPayment): string =>
  city === '' ? name : `${name}, ${city}`;
