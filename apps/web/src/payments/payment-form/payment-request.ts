import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { QuoteView } from '@larkmere/contract/fx/conversion';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { crossBorderRoutes } from '@larkmere/contract/payees/payee-type';
import type { ChargeType } from '@larkmere/contract/payments/international';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import type { RestFrom } from '@larkmere/contract/payments/rest-from';
import type { Purpose } from '@larkmere/contract/purpose';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { scamWarningFor, trimRegulatoryInfo } from '../initiation/initiation.tsx';
import { domesticRouteOf, isDomesticCurrency, type PaymentRequest, sendPayment } from '../payment/payment.tsx';
import type { PaymentDraft } from './payment-draft.ts';
import type { FormPrice, InternationalRequest } from './payment-price.api.ts';

export type PaymentOrder =
  | { kind: 'domestic'; order: PaymentRequest }
  | { kind: 'international'; order: InternationalRequest<'sendSame'> }
  | { kind: 'exchange'; order: InternationalRequest<'sendCross'> };

type Unauthorised<Order> = Order extends PaymentOrder
  ? Omit<Order, 'order'> & { order: Omit<Order['order'], 'authorisation' | 'idempotency' | 'confirmDuplicate'> }
  : never;

/** What the customer reviewed: the PIN covers exactly this, and exactly this is sent. */
export type PaymentTerms = Readonly<{
  request: Unauthorised<PaymentOrder>;
  /** Of an exchange, also of the rest alone: what leaves and what arrives. */
  quote: Pick<QuoteView, 'sellAmount' | 'buyAmount'> | undefined;
}>;

/** A new payee that is saved with the payment, by one PIN that names both. */
export const isUnconfirmed = ({ reasonCode }: Pick<PayeeView, 'reasonCode'>): boolean => reasonCode === 'unconfirmed';

/** In the words of the PIN entry. */
const toNewPayee = ({ name, summary, saved }: PayeeView) => ({
  name,
  account: summary,
  ...(!saved && { saved: false as const }),
});

type Reviewed = Readonly<{
  draft: PaymentDraft & { chargeType: ChargeType };
  payee: PayeeView;
  source: BankAccountView;
  price: FormPrice;
  quote: QuoteView | undefined;
  /** The account whose quote pays what `source` lacks. */
  rest?: BankAccountView | undefined;
  executionDate: string | undefined;
  documents: readonly string[];
}>;

export function toPaymentTerms({ draft, payee, source, price, quote, rest, ...other }: Reviewed): PaymentTerms {
  const { executionDate, documents } = other;
  const warning = scamWarningFor(payee, draft.regulatoryInfo);
  const common = {
    sourceBankholderId: source.bankholderid,
    payeeUid: payee.uid,
    payeeVersion: payee.version,
    fee: price.fee.amount,
    reference: draft.reference.trim(),
    ...(isUnconfirmed(payee) && { newPayee: toNewPayee(payee) }),
    ...(draft.draftUid && { draftUid: draft.draftUid }),
    ...trimRegulatoryInfo(draft.regulatoryInfo),
    // Documents are not part of the payment, so the PIN does not cover them.
    ...(warning && { warning }),
    ...(documents.length > 0 && { documents: [...documents] }),
  };
  if (quote && !rest) {
    const worstCase = price.team && { worstCase: price.team.worstCase };
    const order = { ...common, chargeType: draft.chargeType, quoteId: quote.quoteId, ...worstCase };
    return { request: { kind: 'exchange', order }, quote };
  }
  const dated = {
    ...(executionDate && { executionDate }),
    ...(rest && quote && { restFrom: { sourceBankholderId: rest.bankholderid, quoteId: quote.quoteId } }),
  };
  if (price.sent) {
    const route = crossBorderRoutes[payee.type] ?? 'swift';
    const order = { ...common, chargeType: draft.chargeType, ...price.sent, route, ...dated };
    return { request: { kind: 'international', order }, quote };
  }
  const { currency, amount } = price.amount;
  if (!isDomesticCurrency(currency)) throw new Error(`no domestic rail for ${currency}`);
  const scheme = currency === 'EUR' ? { currency, scheme: draft.scheme } : { currency };
  const endToEndId = draft.endToEndId?.trim();
  const own = { ...dated, ...(endToEndId && { endToEndId }) };
  const order = { ...common, amount, ...scheme, route: domesticRouteOf(source), ...own };
  return { request: { kind: 'domestic', order }, quote };
}

const operations = {
  direct: { GBP: 'payment.gbp', EUR: 'payment.eur', THB: 'payment.thb' },
  ifx: { GBP: 'payment.ifx.gbp', EUR: 'payment.ifx.eur', THB: 'payment.thb' },
} as const;

/** The PIN purpose and the request share the same terms and idempotency key. */
export function toPinPurpose({ request, quote }: PaymentTerms, paymentIdempotency: string): Purpose {
  if (request.kind === 'domestic') {
    const {
      route,
      warning: _read,
      documents: _sent,
      nameCheckId: _check,
      amountSide: _side,
      restFrom,
      ...terms
    } = request.order;
    const rest = authorisedRest(restFrom, quote);
    return { operation: operations[route][terms.currency], ...terms, ...rest, paymentIdempotency };
  }
  if (request.kind === 'international') {
    const {
      warning: _read,
      documents: _sent,
      nameCheckId: _check,
      amountSide: _side,
      restFrom,
      ...terms
    } = request.order;
    const rest = authorisedRest(restFrom, quote);
    return { operation: 'payment.global.same', ...terms, ...rest, paymentIdempotency };
  }
  const { warning: _read, documents: _sent, nameCheckId: _check, ...terms } = request.order;
  if (!quote) throw new Error('an exchange has a quote');
  const { sellAmount, buyAmount } = quote;
  return {
    operation: 'payment.global.cross',
    ...terms,
    ...sellAmount,
    buyAmount: buyAmount.amount,
    buyCurrency: buyAmount.currency,
    paymentIdempotency,
  };
}

function authorisedRest(restFrom: RestFrom | undefined, quote: PaymentTerms['quote']) {
  if (!restFrom) return {};
  if (!quote) throw new Error('a second balance has a quote');
  const { sellAmount, buyAmount } = quote;
  return {
    restFrom: { ...restFrom, ...sellAmount, buyAmount: buyAmount.amount, buyCurrency: buyAmount.currency },
  };
}

type Approval = { authorisation: string; idempotency: string; confirmDuplicate?: true };

export function toOrder({ request }: PaymentTerms, approval: Approval): PaymentOrder {
  switch (request.kind) {
    case 'domestic':
      return { kind: 'domestic', order: { ...request.order, ...approval } as PaymentRequest };
    case 'international':
      return { kind: 'international', order: { ...request.order, ...approval } };
    case 'exchange':
      return { kind: 'exchange', order: { ...request.order, ...approval } };
  }
}

export function sendOrder(out: PaymentOrder): Promise<PaymentView> {
  switch (out.kind) {
    case 'domestic':
      return sendPayment(out.order);
    case 'international':
      return call(endpoints.globalPayment.sendSame, out.order);
    case 'exchange':
      return call(endpoints.globalPayment.sendCross, out.order);
  }
}
