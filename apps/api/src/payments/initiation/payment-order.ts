import type { NewPayee } from '@larkmere/contract/payees/new-payee';
import { SepaReference, ThaiReference } from '@larkmere/contract/payments/domestic';
import { SwiftReference } from '@larkmere/contract/payments/international';
import type { PaymentScheme, PaymentView } from '@larkmere/contract/payments/payment';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { SupportingDocuments } from '@larkmere/contract/payments/supporting-documents';
import { PaymentReference } from '@larkmere/contract/platform/fields';
import type { Purpose } from '@larkmere/contract/purpose';
import { message } from '@larkmere/messages/message';
import { type Money, money } from '@larkmere/money/money';
import type { EndedQuote, Quote } from '../../fx/conversion/conversion.ts';
import { parseWithCodes, toFieldErrors } from '../../platform/http/field-errors.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { isInstructionId } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import type { RailRoute } from '../pricing/pricing.ts';
import type { RestExchange } from './rest-exchange.ts';

export type PaymentTerms = RailRoute &
  Readonly<{
    kind: PaymentView['kind'];
    /** `ifx`: from an account at the partner bank. */
    route: 'direct' | 'ifx';
    sourceBankholderId: string;
    payeeUid: string;
    payeeVersion: number;
    amount: Money;
    reference: string;
  }>;

/** Redeemed together with the first write, so that an earlier refusal leaves it unused. */
export type PinAuthorisation = Readonly<{ token: string; sessionId: string; purpose: Purpose }>;

/**
 * accepted: the customer's own quote, locked. immediate: calculated for this payment and not stored yet. worst_case: the
 * limit that the customer agreed to while colleagues approve; it replaces an accepted quote.
 */
export type PaymentExchange = Readonly<
  | { kind: 'accepted'; quote: Quote }
  | { kind: 'immediate'; quote: EndedQuote }
  | { kind: 'worst_case'; quote: EndedQuote; replaced: Quote | undefined }
>;

/** Omitted fields are taken from the payee. */
type RegulatoryInformation = RegulatoryInformationInput & Readonly<{ warnedAt?: Date | undefined }>;

/** A form that the customer confirmed with the PIN. */
type Form = PaymentTerms &
  Readonly<{
    /** The fee that the customer saw; a different one is refused with `price_changed`. */
    fee: Money;
    regulatoryInformation: RegulatoryInformation;
    attachments: SupportingDocuments & Readonly<{ endToEndId?: string | undefined }>;
    draftUid: string | undefined;
    /** Confirms the payee as well. */
    newPayee: NewPayee | undefined;
    isDuplicateConfirmed: boolean;
    authorisation: PinAuthorisation;
  }>;

export type FormOrder = Form &
  Readonly<{
    source: 'form';
    scheme: PaymentScheme | undefined;
    /** No money is held before this day. */
    executionDate: string | undefined;
    rest?: RestExchange | undefined;
  }>;

export type ExchangeFormOrder = Form &
  Readonly<{ source: 'exchange_form'; exchange: PaymentExchange; agreedWorstCase: string | undefined }>;

type Occurrence = PaymentTerms & Readonly<{ occurrenceId: string; regulatoryInformation: RegulatoryInformation }>;

export type StandingOrderPayment = Occurrence &
  Readonly<{ source: 'standing_order'; isPreApproved: boolean; exchange: PaymentExchange | undefined }>;

/** A date of a standing order that waited for the customer, who confirmed its quote with the PIN. */
export type HeldOccurrencePayment = Occurrence &
  Readonly<{
    source: 'held_occurrence';
    exchange: PaymentExchange;
    agreedWorstCase: string | undefined;
    fee: Money;
    authorisation: PinAuthorisation;
  }>;

export type BulkRowPayment = PaymentTerms &
  Readonly<{
    source: 'bulk_row';
    rowId: string;
    isPreApproved: boolean;
    maxFee: Money;
    scheme: PaymentScheme | undefined;
    /** A later date. No money is held before it. */
    executionDate?: string | undefined;
    exchange?: PaymentExchange | undefined;
    regulatoryInformation: RegulatoryInformation;
  }>;

/** The stored payment, locked. Its fee is the highest that was agreed to. */
export type ScheduledDayPayment = PaymentTerms & Readonly<{ source: 'scheduled_day'; payment: Payment }>;

export type OrderFillPayment = PaymentTerms &
  Readonly<{ source: 'order_fill'; conversionId: string; isPreApproved: boolean }>;

/** Nobody is present who could confirm, answer or wait for an approval. */
export type UnattendedOrder = StandingOrderPayment | BulkRowPayment | OrderFillPayment;

export type PaymentOrder =
  | FormOrder
  | ExchangeFormOrder
  | HeldOccurrencePayment
  | ScheduledDayPayment
  | UnattendedOrder;

export const exchangeOf = (order: PaymentOrder): PaymentExchange | undefined =>
  'exchange' in order ? order.exchange : undefined;

export const restOf = (order: PaymentOrder): RestExchange | undefined => ('rest' in order ? order.rest : undefined);

export const debitedAmount = (order: PaymentOrder): Money => exchangeOf(order)?.quote.price.sell ?? order.amount;

export const regulatoryInformationOf = (order: PaymentOrder): RegulatoryInformation =>
  'regulatoryInformation' in order ? order.regulatoryInformation : {};

export const attachmentsOf = (order: PaymentOrder): Partial<FormOrder['attachments']> =>
  'attachments' in order ? order.attachments : {};

/** Scheduled payments were approved when they were created, parts of a batch with the batch. */
export const isPreApproved = (order: PaymentOrder): boolean =>
  order.source === 'scheduled_day' || ('isPreApproved' in order && order.isPreApproved);

/** The highest fee that the payer agreed to, where no exact fee was confirmed. */
export function maxFeeOf(order: PaymentOrder): Money | undefined {
  if (order.source === 'bulk_row') return order.maxFee;
  if (order.source !== 'scheduled_day') return undefined;
  return money(order.payment.currency, order.payment.feeMinor);
}

export type RecordedSource = Readonly<{ kind: 'standing_order' | 'bulk' | 'auto_fx'; id: string }>;

/** What made the payment, unless a customer did. One source makes one payment, however often it is retried. */
export function recordedSource(order: PaymentOrder): RecordedSource | undefined {
  switch (order.source) {
    case 'standing_order':
    case 'held_occurrence':
      return { kind: 'standing_order', id: order.occurrenceId };
    case 'bulk_row':
      return { kind: 'bulk', id: order.rowId };
    case 'order_fill':
      return { kind: 'auto_fx', id: order.conversionId };
    case 'form':
    case 'exchange_form':
    case 'scheduled_day':
      return undefined;
  }
}

/**
 * Refuses an end-to-end id that equals one of our instruction ids: a bank reply without the instruction id would be
 * matched to the wrong payment.
 */
export async function requireUnusedEndToEndId({ tx }: Pick<Ctx, 'tx'>, endToEndId: string | undefined): Promise<void> {
  if (endToEndId === undefined || !(await isInstructionId(tx, endToEndId))) return;
  const reason = message('end_to_end_id_used');
  throw new Refusal('validation_failed', { errors: [{ field: 'endToEndId', code: 'invalid', reason }] });
}

const referenceSchemas = {
  GBP: PaymentReference,
  EUR: SepaReference,
  THB: ThaiReference,
  abroad: SwiftReference,
} as const;

export function requirePayeeReference(where: keyof typeof referenceSchemas, text: string): string {
  const read = parseWithCodes(referenceSchemas[where], text);
  if (read.success) return read.data;
  const [error] = toFieldErrors(read.error.issues);
  throw new Refusal('reference_invalid', error?.reason && { reason: error.reason });
}
