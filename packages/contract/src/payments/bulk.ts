import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { ApprovalRequestSummary } from '../approvals/approval.ts';
import { nameMismatchReasonLength } from '../payees/name-mismatch.ts';
import { EntityType, NameCheckResult } from '../payees/payee.ts';
import { DisplayedRate } from '../platform/displayed-rate.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CalendarDate,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  MoneyView,
  NoContent,
  objectOf,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { BulkRequiredFields } from './bulk-required-fields.ts';
import { PaymentState } from './payment.ts';
import { ScamWarningCode } from './regulatory-information.ts';

export const maxRows = 10_000;
export const rowsPerPage = 50;

/**
 * `faulty`: needs a correction; `checking`: name check in progress; `doubtful`: the name check or a question needs a
 * decision;
 * `ready`: can be released; `left_out`: excluded by the customer; `awaiting_approval`: with its money on hold;
 * `released`: queued; `scheduled`: became a payment that waits for its date; `paid`: became one that has left;
 * `refused`: did not become one, and nothing was sent.
 */
export const BulkRowState = z.enum([
  'faulty',
  'doubtful',
  'checking',
  'ready',
  'left_out',
  'awaiting_approval',
  'released',
  'scheduled',
  'paid',
  'refused',
]);
export type BulkRowState = z.infer<typeof BulkRowState>;

/** What a row asks before it can be released. */
export const RowQuestionKind = z.enum(['duplicate', 'other_name', 'unusual_length', 'much_larger', 'name_unconfirmed']);
export type RowQuestionKind = z.infer<typeof RowQuestionKind>;

export const BulkRail = z.enum(['faster-payments', 'sepa-instant', 'sepa-credit-transfer', 'promptpay', 'bahtnet']);
export type BulkRail = z.infer<typeof BulkRail>;

/** Payments of later dates. They hold no money before their date. */
const ScheduledTotal = z.strictObject({
  count: z.int().positive(),
  amount: AmountText,
  maxFee: AmountText,
  firstDate: CalendarDate,
  lastDate: CalendarDate,
});

/** How the payments of a currency are paid out of an account of another one, with the figures of all of them. */
export const BulkExchange = z.strictObject({
  quoteId: Uid,
  soldCurrency: CurrencyCode,
  /** With the fees of the exchanges. */
  sold: AmountText,
  rate: z.string().regex(/^\d{1,15}\.\d{10}$/),
  /** Of the payments, in `soldCurrency`. */
  maxFee: AmountText,
  /** What can leave the account if colleagues approve at another rate. */
  maxDebit: AmountText.optional(),
});
export type BulkExchange = z.infer<typeof BulkExchange>;

/** Totals of one currency that a PIN authorises; `scheduled` is a part of them. */
export const BulkTotal = z.strictObject({
  currency: CurrencyCode,
  count: z.int().positive(),
  amount: AmountText,
  maxFee: AmountText,
  scheduled: ScheduledTotal.optional(),
  /** Set if the account is of another currency. `maxFee` does not apply then. */
  exchange: BulkExchange.optional(),
  sourceBankholderId: BankHolderId,
});
export type BulkTotal = z.infer<typeof BulkTotal>;

const PayingAccount = z.object({ sourceBankholderId: BankHolderId, name: z.string(), available: z.string() });

export const BulkFileView = z
  .object({
    uid: Uid,
    name: z.string(),
    format: z.enum(['csv', 'xlsx', 'pain.001']),
    createdAt: Moment,
    counts: objectOf(BulkRowState.options, z.int()),
    nameCheckCounts: z.partialRecord(NameCheckResult, z.int()),
    /**
     * Rows that can be released, with the accounts that can pay them; no accounts if the customer has none in the
     * currency.
     */
    totals: z.array(
      BulkTotal.omit({ sourceBankholderId: true, exchange: true }).extend({
        warnings: z.array(ScamWarningCode),
        accounts: z.array(PayingAccount),
        /** Accounts that can pay it with an exchange. */
        exchangeAccounts: z.array(PayingAccount.extend({ currency: CurrencyCode })),
        /** The currency of the account that all rows name. */
        debitCurrency: CurrencyCode.nullable(),
      }),
    ),
    approvalRequests: z.array(ApprovalRequestSummary),
    /**
     * New payees that colleagues have to approve before their rows can be paid: `count` can be added, and the names of
     * `checking` rows are being checked first. The digest names those that can be added.
     */
    payeesToAdd: z.object({ count: z.int(), checking: z.int(), digest: z.string() }),
    /** Digest of exactly these rows: payees, amounts, references and dates. */
    digest: z.string(),
  })
  .meta({ id: 'BulkFile' });
export type BulkFileView = z.infer<typeof BulkFileView>;

export const BulkRowView = z
  .object({
    number: z.int(),
    state: BulkRowState,
    values: z.record(z.string(), z.string()),
    faults: z.array(z.object({ field: z.string(), message: z.string() })),
    /** Not confirmed: the row waits until the customer confirms each question by its key. */
    questions: z.array(
      z.object({ kind: RowQuestionKind, key: z.string(), text: z.string(), isConfirmed: z.boolean() }),
    ),
    amount: MoneyView.nullable(),
    /** What leaves an account of another currency, without the fee of the payment: as quoted, or as confirmed. */
    exchange: z.object({ sold: MoneyView, fee: MoneyView, displayedRate: DisplayedRate }).nullable(),
    payee: z.object({ name: z.string(), summary: z.string(), isNew: z.boolean() }).nullable(),
    reference: z.string().nullable(),
    rail: BulkRail.nullable(),
    /**
     * The later date on which the payment leaves; on a day off of the bank that the file names, it is the next working
     * day.
     */
    schedule: z.object({ requestedDate: CalendarDate, executionDate: CalendarDate }).nullable(),
    name: z.object({ result: NameCheckResult, actualName: z.string().nullable(), entityType: EntityType }).nullable(),
    payment: z.object({ uid: Uid, reference: z.string(), state: PaymentState }).nullable(),
    refusal: z.string().nullable(),
  })
  .meta({ id: 'BulkRow' });
export type BulkRowView = z.infer<typeof BulkRowView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/payment/bulk',
  access: 'payment',
  about: 'The files of payments of the customer, the newest first.',
  input: EmptyInput,
  reply: z.array(BulkFileView),
  refusals: [],
});

export const upload = endpoint({
  method: 'POST',
  path: '/v1/payment/bulk',
  access: 'payment',
  about:
    'Takes a file of payments (CSV, XLSX or pain.001, 10,000 rows at most) and checks each row. Nothing is paid by it.',
  input: z.strictObject({
    file: z.file().min(1, fieldMessage('file_empty')),
    /** Set once the customer confirms uploading the same file again. */
    confirmDuplicate: z.stringbool().optional(),
    idempotency: Idempotency,
  }),
  reply: BulkFileView,
  refusals: ['file_rejected', 'duplicate_suspected'],
});

export const view = endpoint({
  method: 'GET',
  path: '/v1/payment/bulk/{uid}',
  access: 'payment',
  about: 'One file: how its rows stand, and what a release of those that are ready would pay.',
  input: z.strictObject({ uid: Uid }),
  reply: BulkFileView,
  refusals: ['not_found'],
});

export const rows = endpoint({
  method: 'GET',
  path: '/v1/payment/bulk/{uid}/rows',
  access: 'payment',
  about: 'Rows of a file in their order, fifty to a page.',
  input: z.strictObject({
    uid: Uid,
    state: BulkRowState.optional(),
    page: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  reply: z.object({ rows: z.array(BulkRowView), count: z.int(), pages: z.int(), requiredFields: BulkRequiredFields }),
  refusals: ['not_found'],
});

const RowValues = z.record(z.string().max(40), z.string().max(200));

export const correct = endpoint({
  method: 'PUT',
  path: '/v1/payment/bulk/{uid}/rows/{number}',
  access: 'payment',
  about: 'Corrects a row that was not released yet, or that was refused; it is checked again.',
  input: z.strictObject({
    uid: Uid,
    number: z.coerce.number().int().positive(),
    values: RowValues,
    idempotency: Idempotency,
  }),
  reply: BulkRowView,
  refusals: ['not_found', 'invalid_transition'],
});

export const acceptName = endpoint({
  method: 'POST',
  path: '/v1/payment/bulk/{uid}/rows/{number}/accept-name',
  access: 'payment',
  about:
    'Goes on with a name that is not quite, or not, the account’s: for this row and all of the file that pay the same name there. One that does not match at all wants a reason.',
  input: z.strictObject({
    uid: Uid,
    number: z.coerce.number().int().positive(),
    reason: freeText().min(nameMismatchReasonLength.least).max(nameMismatchReasonLength.most).optional(),
    idempotency: Idempotency,
  }),
  reply: BulkRowView,
  refusals: ['not_found', 'invalid_transition', 'name_check_unconfirmed', 'name_check_forbidden'],
});

export const confirmRow = endpoint({
  method: 'POST',
  path: '/v1/payment/bulk/{uid}/rows/{number}/confirm',
  access: 'payment',
  about:
    'Confirms the open questions of a row, such as an equal payment or another name than the saved one. The keys name what was shown; others are refused.',
  input: z.strictObject({
    uid: Uid,
    number: z.coerce.number().int().positive(),
    questions: z.array(z.string().max(400)).min(1).max(10),
    idempotency: Idempotency,
  }),
  reply: BulkRowView,
  refusals: ['not_found', 'invalid_transition', 'bulk_changed'],
});

export const excludeRow = endpoint({
  method: 'POST',
  path: '/v1/payment/bulk/{uid}/rows/{number}/leave-out',
  access: 'payment',
  about: 'Leaves a row out, so that it is not released with the others. A correction brings it back.',
  input: z.strictObject({ uid: Uid, number: z.coerce.number().int().positive(), idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['not_found', 'invalid_transition'],
});

export const BulkConversionView = z
  .object({
    exchange: BulkExchange,
    displayedRate: DisplayedRate,
    /** Of all exchanges; `sold` contains them. */
    exchangeFees: MoneyView,
    leaves: MoneyView,
    expiresAt: Moment,
    validSeconds: z.int(),
  })
  .meta({ id: 'BulkConversion' });
export type BulkConversionView = z.infer<typeof BulkConversionView>;

export const quote = endpoint({
  method: 'POST',
  path: '/v1/payment/bulk/{uid}/quote',
  access: 'payment',
  returnsQuote: true,
  about:
    'Prices all rows of a currency that are ready out of an account of another one, and promises that rate for a while. Each payee gets the amount of the row.',
  input: z.strictObject({
    uid: Uid,
    currency: CurrencyCode,
    sourceBankholderId: BankHolderId,
    idempotency: Idempotency,
  }),
  reply: BulkConversionView,
  refusals: [
    'not_found',
    'account_not_usable',
    'account_restricted',
    'amount_invalid',
    'bulk_changed',
    'execution_date_invalid',
    'limit_exceeded',
    'market_closed',
    'pair_unavailable',
    'rate_unavailable',
    'service_off',
  ],
});

export const release = endpoint({
  method: 'POST',
  path: '/v1/payment/bulk/{uid}/release',
  access: 'payment',
  about:
    'Releases every row that is ready in the currencies that are named, on the approval of the PIN for their totals and the digest of all that is ready; the others stay and can follow later. Rows of a later date become scheduled payments. What colleagues have to approve waits for them, with the money of today set aside.',
  input: z.strictObject({
    uid: Uid,
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    totals: z.array(BulkTotal).min(1).max(10),
    warnings: z.array(ScamWarningCode).max(20).optional(),
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: BulkFileView,
  refusals: [
    'not_found',
    'bulk_changed',
    'price_changed',
    'quote_expired',
    'rate_moved',
    'market_closed',
    'access_denied',
    'approval_required',
    'account_not_usable',
    'account_restricted',
    'insufficient_funds',
    'service_off',
    'authorisation_invalid',
  ],
});

const PayeesDigest = z.string().regex(/^[0-9a-f]{64}$/);

export const addPayees = endpoint({
  method: 'POST',
  path: '/v1/payment/bulk/{uid}/payees',
  access: 'payment',
  serviceKey: 'payee',
  about:
    'Adds every new payee of a file that colleagues have to approve (`payeesToAdd`) and asks them for it. Their rows are checked again once a payee is decided. The caller needs the right to add payees.',
  input: z.strictObject({
    uid: Uid,
    digest: PayeesDigest,
    /** Required of people with a second factor. */
    authorisation: PinAuthorisation.optional(),
    idempotency: Idempotency,
  }),
  reply: BulkFileView,
  refusals: [
    'not_found',
    'bulk_changed',
    'payee_exists',
    'access_denied',
    'approval_required',
    'second_factor_required',
    'authorisation_invalid',
    'service_off',
  ],
});

export const AddBulkPayeesPurpose = z.strictObject({
  operation: z.literal('payee.add-from-file'),
  uid: Uid,
  digest: PayeesDigest,
  paymentIdempotency: Idempotency,
});

export const template = endpoint({
  method: 'GET',
  path: '/v1/payment/bulk/template',
  access: 'payment',
  downloadTokenParameter: 'access_token',
  about: 'An empty file with every column that payments in pounds, euros and baht can have, as CSV.',
  input: z.strictObject({ access_token: z.string().max(100) }),
  reply: z.file(),
  refusals: [],
});

export const faultReport = endpoint({
  method: 'GET',
  path: '/v1/payment/bulk/{uid}/faults',
  access: 'payment',
  downloadTokenParameter: 'access_token',
  about: 'The rows that are not paid, with what is wrong, as a CSV file that no spreadsheet takes for formulas.',
  input: z.strictObject({ uid: Uid, access_token: z.string().max(100) }),
  reply: z.file(),
  refusals: ['not_found'],
});
