import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { DocumentState } from '../checks/document.ts';
import { DisplayedRate } from '../platform/displayed-rate.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  CalendarDate,
  Idempotency,
  Moment,
  MoneyView,
  NoContent,
  OptionalIdempotency,
  Uid,
  UidInput,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import {
  CardAuthorisation,
  CardAuthorisationAnswer,
  CardChannel,
  CardDisputeState,
  CardIssuerReport,
  CardPaymentDeclineCode,
  Merchant,
} from './card-issuer.ts';

export const authorise = endpoint({
  method: 'POST',
  path: '/v1/card-issuer/authorisation',
  access: 'rail',
  about:
    'Decides one payment while the customer stands at the till, and holds its money. The same requestId gets the same answer. After answerBy nothing is approved any more.',
  input: CardAuthorisation.extend(OptionalIdempotency),
  reply: CardAuthorisationAnswer,
  refusals: ['validation_failed'],
});

export const receiveEvent = endpoint({
  method: 'POST',
  path: '/v1/card-issuer/event',
  access: 'rail',
  about:
    'Takes one signed report of the issuer processor: a payment with its totals, an order, a dispute or a settlement. Repeated and outdated ones change nothing.',
  input: z.strictObject({ eventId: Uid, at: Moment, report: CardIssuerReport, ...OptionalIdempotency }),
  reply: z.object({ applied: z.boolean() }),
  refusals: ['not_found', 'rate_unavailable', 'validation_failed'],
});

/** `verified`: a merchant asked whether the card is good. `released`: nothing was taken in the end. */
export const cardPaymentStates = ['declined', 'verified', 'authorised', 'released', 'cleared', 'refunded'] as const;
export const CardPaymentState = z.enum(cardPaymentStates).meta({ id: 'CardPaymentState' });
export type CardPaymentState = z.infer<typeof CardPaymentState>;

/** What helps after a decline. */
export const CardPaymentRemedy = z
  .enum(['add_money', 'raise_limit', 'unfreeze', 'turn_on_channel', 'activate', 'contact_us'])
  .meta({ id: 'CardPaymentRemedy' });
export type CardPaymentRemedy = z.infer<typeof CardPaymentRemedy>;

/** `opened`: we have not handed it to the processor yet. `rejected`: the processor did not take it. */
export const DisputeState = z.enum(['opened', 'rejected', ...CardDisputeState.options]).meta({ id: 'DisputeState' });
export type DisputeState = z.infer<typeof DisputeState>;

export const CardPaymentView = z
  .object({
    uid: Uid,
    reference: z.string(),
    cardId: Uid,
    holderName: z.string(),
    last4: z.string().nullable(),
    merchant: Merchant,
    channel: CardChannel,
    state: CardPaymentState,
    at: Moment,
    /** What the account pays: on hold and taken, before refunds. Of a declined payment: what was asked for. */
    amount: MoneyView,
    /** Of `amount`, what is only on hold. */
    held: MoneyView,
    refunded: MoneyView,
    /** In the merchant's currency. */
    original: MoneyView,
    /** `fee` is within `amount`. */
    exchange: z.object({ billed: MoneyView, rate: DisplayedRate, fee: MoneyView }).nullable(),
    declineCode: CardPaymentDeclineCode.nullable(),
    /** Why it was declined, and what to do. */
    reason: z.string().nullable(),
    remedy: CardPaymentRemedy.nullable(),
    hasReceipt: z.boolean(),
    /** Of a firm: a receipt is still to be added. */
    receiptMissing: z.boolean(),
    dispute: DisputeState.nullable(),
  })
  .meta({ id: 'CardPayment' });
export type CardPaymentView = z.infer<typeof CardPaymentView>;

export const cardPaymentSteps = [
  'declined',
  'verified',
  'authorised',
  'increased',
  'partly_released',
  'released',
  'cleared',
  'refunded',
] as const;

export const cardDocumentPurposes = ['receipt', 'evidence'] as const;
export const CardDocumentPurpose = z.enum(cardDocumentPurposes).meta({ id: 'CardDocumentPurpose' });
export type CardDocumentPurpose = z.infer<typeof CardDocumentPurpose>;

export const CardDocumentView = z
  .object({
    uid: Uid,
    purpose: CardDocumentPurpose,
    name: z.string(),
    size: z.int(),
    state: DocumentState,
    reason: z.string().nullable(),
    /** Evidence that was sent to the processor stays. */
    canRemove: z.boolean(),
    createdAt: Moment,
  })
  .meta({ id: 'CardDocument' });
export type CardDocumentView = z.infer<typeof CardDocumentView>;

export const disputeReasons = [
  'not_recognised',
  'not_received',
  'faulty',
  'wrong_amount',
  'charged_twice',
  'refund_missing',
  'cancelled',
  'other',
] as const;
export const DisputeReason = z.enum(disputeReasons).meta({ id: 'DisputeReason' });
export type DisputeReason = z.infer<typeof DisputeReason>;

export const DisputeView = z
  .object({
    uid: Uid,
    reason: DisputeReason,
    note: z.string(),
    amount: MoneyView,
    state: DisputeState,
    /** What happens now, and what to do. */
    stateText: z.string(),
    /** By when documents must arrive. */
    answerBy: CalendarDate.nullable(),
    openedAt: Moment,
    timeline: z.array(z.object({ state: DisputeState, at: Moment })),
  })
  .meta({ id: 'CardDispute' });
export type DisputeView = z.infer<typeof DisputeView>;

export const CardPaymentDetails = CardPaymentView.extend({
  timeline: z.array(z.object({ step: z.enum(cardPaymentSteps), amount: MoneyView, at: Moment })),
  documents: z.array(CardDocumentView),
  disputes: z.array(DisputeView),
  canDispute: z.boolean(),
  /** What may be disputed at most, in the billing currency. */
  disputable: MoneyView,
  /** What the account did not have, and of it what is still to be paid. */
  shortfall: z.object({ missing: MoneyView, open: MoneyView }).nullable(),
}).meta({ id: 'CardPaymentDetails' });
export type CardPaymentDetails = z.infer<typeof CardPaymentDetails>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/card/{cardId}/payment/list',
  access: 'card',
  about: 'Payments by one card, newest first, page by page, declined ones too. Holders see those of their own cards.',
  input: z.strictObject({
    cardId: Uid,
    cursor: z
      .string()
      .regex(/^\d{1,17}_[0-9a-f-]{36}$/)
      .optional(),
    size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ list: z.array(CardPaymentView), next: z.string().nullable() }),
  refusals: ['not_found'],
});

export const usage = endpoint({
  method: 'GET',
  path: '/v1/card/{cardId}/usage',
  access: 'card',
  background: true,
  about: 'What counts against the daily and the monthly limit of a card, in the currency of its account.',
  input: z.strictObject({ cardId: Uid }),
  reply: z.object({ today: MoneyView, month: MoneyView }),
  refusals: ['not_found'],
});

export const view = endpoint({
  method: 'GET',
  path: '/v1/card-payment/{id}',
  access: 'card',
  background: true,
  about: 'One card payment with its timeline, documents and disputes.',
  input: z.strictObject({ id: Uid }),
  reply: CardPaymentDetails,
  refusals: ['not_found'],
});

export const addDocument = endpoint({
  method: 'POST',
  path: '/v1/card-payment/{id}/document',
  access: 'card',
  accountAction: 'sign_in',
  movesNoMoney: true,
  about:
    'Adds a receipt to a card payment, or evidence for a dispute of it: a picture or PDF up to 10 MB. It is in quarantine until it has been scanned.',
  input: z.strictObject({
    id: Uid,
    purpose: CardDocumentPurpose,
    file: z.file().min(1, fieldMessage('file_empty')),
    idempotency: Idempotency,
  }),
  reply: CardDocumentView,
  refusals: ['file_rejected', 'not_found'],
});

export const openDocument = endpoint({
  method: 'GET',
  path: '/v1/card-document/{uid}/file',
  access: 'card',
  downloadTokenParameter: 'access_token',
  about: 'A receipt or a piece of evidence, once it has been scanned.',
  input: z.strictObject({ uid: Uid, access_token: z.string().max(100) }),
  reply: z.file(),
  refusals: ['invalid_transition', 'not_found'],
});

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/v1/card-document/{uid}',
  access: 'card',
  accountAction: 'sign_in',
  movesNoMoney: true,
  about: 'Takes a receipt off a card payment. Evidence that was sent to the processor stays.',
  input: UidInput,
  reply: NoContent,
  refusals: ['invalid_transition', 'not_found'],
});

export const openDispute = endpoint({
  method: 'POST',
  path: '/v1/card-payment/{id}/dispute',
  access: 'card',
  accountAction: 'stop',
  movesNoMoney: true,
  about:
    'Disputes what a merchant took, within 120 days. The evidence that was added to the payment goes along. What is won comes back as a refund.',
  input: z.strictObject({
    id: Uid,
    reason: DisputeReason,
    note: freeText().min(10, fieldMessage('dispute_note_short')).max(1000),
    /** In the billing currency; without it, all that is disputable. */
    amount: AmountText.optional(),
    idempotency: Idempotency,
  }),
  reply: DisputeView,
  refusals: ['amount_invalid', 'invalid_transition', 'not_found', 'validation_failed'],
});

export const sendEvidence = endpoint({
  method: 'POST',
  path: '/v1/card-payment/{id}/dispute/evidence',
  access: 'card',
  accountAction: 'stop',
  movesNoMoney: true,
  about: 'Hands over the documents that the processor wants for a dispute.',
  input: z.strictObject({ id: Uid, idempotency: Idempotency }),
  reply: DisputeView,
  refusals: ['invalid_transition', 'not_found'],
});
