import { z } from 'zod';
import { KycStatus } from '../customers/kyc.ts';
import { UserType } from '../identity/session.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { AccountStatusField } from './customer-search.ts';
import { ChangeReason } from './role.ts';
import { StaffRole } from './staff.ts';

const ofCustomer = z.strictObject({ id: Uid });

/** Changing it never removes a text: a note that was wrong is followed by another. */
const Note = z
  .object({
    uid: Uid,
    isSupportNeed: z.boolean(),
    /** Only staff who see sanctions alerts read it. */
    isConfidential: z.boolean(),
    body: z.string(),
    by: z.string(),
    at: Moment,
  })
  .meta({ id: 'CustomerNote' });
export type CustomerNote = z.infer<typeof Note>;
const NotePage = z.object({ list: z.array(Note), hasMore: z.boolean() });

export const CustomerHeader = z
  .object({
    uid: Uid,
    memberCode: z.string(),
    name: z.string(),
    otherName: z.string().nullable(),
    type: UserType,
    business: z.boolean(),
    country: z.string(),
    status: AccountStatusField,
    statusReason: z.string(),
    statusSince: Moment,
    kycStatus: KycStatus,
    /** The identity check to decide, for staff who may read it. */
    kycCase: Uid.nullable(),
    createdAt: Moment,
    lastSeenAt: Moment.nullable(),
    /** What waits on a tab, for those that the reader may open. */
    waiting: z.object({
      payments: z.int(),
      payees: z.int(),
      kyc: z.int(),
      status: z.int(),
      referrals: z.int(),
      partner: z.int(),
    }),
    supportNeeds: z.array(Note),
  })
  .meta({ id: 'CustomerHeader' });
export type CustomerHeader = z.infer<typeof CustomerHeader>;

const refusals = ['access_denied', 'not_found'] as const;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}',
  access: 'staff',
  about: 'Who a customer is, with which status, and what waits. Every look is recorded.',
  input: ofCustomer,
  reply: CustomerHeader,
  refusals,
});

const AccountRow = z.object({
  bankholderId: z.string(),
  currency: CurrencyCode,
  product: z.enum(['bank', 'wallet']),
  status: z.string(),
  accountNumber: z.string().nullable(),
  sortCode: z.string().nullable(),
  iban: z.string().nullable(),
  balance: MoneyView,
  available: MoneyView,
});
export type AccountRow = z.infer<typeof AccountRow>;

const PaymentRow = z.object({
  uid: Uid,
  reference: z.string(),
  createdAt: Moment,
  payeeName: z.string(),
  payeeReference: z.string(),
  amount: MoneyView,
  state: z.string(),
  reason: z.string().nullable(),
  /** Staff may release, refuse or ask about it. */
  isHeld: z.boolean(),
  /** Staff without the right to suspicions see no more of it. */
  isWithCompliance: z.boolean(),
  /** Who may release it; null unless it is held and the reader decides about payments. */
  release: z
    .object({
      /** The roles whose limit covers the amount. */
      roles: z.array(StaffRole),
      /** The reader’s own limit does not: what they decide is a recommendation. */
      isRecommendation: z.boolean(),
      /** A first person has decided. */
      isProposed: z.boolean(),
    })
    .nullable(),
  documents: z.array(
    z.object({
      uid: Uid,
      name: z.string(),
      type: z.string(),
      mediaType: z.string(),
      state: z.string(),
      /** What the customer wrote with it. */
      note: z.string().nullable(),
    }),
  ),
});
export type CustomerPaymentRow = z.infer<typeof PaymentRow>;

export const overview = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/overview',
  access: 'staff',
  about: 'Accounts with balances, and the latest payments.',
  input: ofCustomer,
  reply: z.object({ accounts: z.array(AccountRow), payments: z.array(PaymentRow) }),
  refusals,
});

export const payments = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/payments',
  access: 'staff',
  about: 'Payments of the customer, held ones first, then the latest.',
  input: ofCustomer,
  reply: z.object({ list: z.array(PaymentRow) }),
  refusals,
});

const PayeeRow = z.object({
  uid: Uid,
  version: z.int(),
  name: z.string(),
  currency: CurrencyCode,
  type: z.string(),
  account: z.string(),
  status: z.string(),
  reasonCode: z.string().nullable(),
  createdAt: Moment,
  lastPaidAt: Moment.nullable(),
});
export type CustomerPayeeRow = z.infer<typeof PayeeRow>;

export const payees = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/payees',
  access: 'staff',
  about: 'Payees of the customer, those that wait for a look first.',
  input: ofCustomer,
  reply: z.object({ list: z.array(PayeeRow) }),
  refusals,
});

export const people = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/people',
  access: 'staff',
  about: 'The people of the customer and the devices on which they log in. Phone numbers are masked.',
  input: ofCustomer,
  reply: z.object({
    people: z.array(
      z.object({
        uid: Uid,
        /** Null while the person is invited. */
        userId: Uid.nullable(),
        name: z.string(),
        email: z.string(),
        phone: z.string().nullable(),
        role: z.string(),
        state: z.string(),
        lastSeenAt: Moment.nullable(),
      }),
    ),
    devices: z.array(
      z.object({
        uid: Uid,
        person: z.string(),
        name: z.string(),
        isTrusted: z.boolean(),
        lastCountry: z.string().nullable(),
        firstSeenAt: Moment,
        lastSeenAt: Moment,
      }),
    ),
  }),
  refusals,
});

const Line = z.object({ at: Moment, what: z.string(), who: z.string().nullable(), detail: z.string().nullable() });
export type CustomerLine = z.infer<typeof Line>;
const lines = z.object({ list: z.array(Line) });

export const activity = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/activity',
  access: 'staff',
  about: 'What the people of the customer did, the latest first.',
  input: ofCustomer,
  reply: lines,
  refusals,
});

export const audit = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/audit',
  access: 'staff',
  about: 'What staff did and looked at for this customer, the latest first.',
  input: ofCustomer,
  reply: lines,
  refusals,
});

const OrderRow = z.object({
  uid: Uid,
  kind: z.enum(['standing_order', 'auto_fx', 'manual_fx', 'upgrade']),
  reference: z.string(),
  summary: z.string(),
  state: z.string(),
  createdAt: Moment,
});
export type CustomerOrderRow = z.infer<typeof OrderRow>;

export const orders = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/orders',
  access: 'staff',
  about: 'Standing orders, automatic and manual exchanges and requests for an upgrade, the latest first.',
  input: ofCustomer,
  reply: z.object({ list: z.array(OrderRow) }),
  refusals,
});

export const messages = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/messages',
  access: 'staff',
  about: 'What we told the people of the customer: notifications, e-mails and text messages.',
  input: ofCustomer,
  reply: lines,
  refusals,
});

export const notes = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/notes',
  access: 'staff',
  about: 'Notes of staff about the customer, the latest first, 20 at a time.',
  input: z.strictObject({
    id: Uid,
    /** The last note of the page before. */
    after: Uid.optional(),
  }),
  reply: NotePage,
  refusals,
});

export const addNote = endpoint({
  method: 'POST',
  path: '/v1/manage/customer/{id}/notes',
  access: 'staff',
  about: 'Adds a note. Only staff read it.',
  input: z.strictObject({
    id: Uid,
    body: freeText().min(3).max(2000),
    isSupportNeed: z.boolean(),
    /** A suspicion, for example: afterwards only compliance, the MLRO and auditors read it. */
    isConfidential: z.boolean().default(false),
    idempotency: Idempotency,
  }),
  reply: NotePage,
  refusals,
});

export const revealIdentity = endpoint({
  method: 'POST',
  path: '/v1/manage/customer/{id}/identity',
  access: 'staff',
  about: 'Identity details in full, to check who is calling. The reason is recorded.',
  input: z.strictObject({ id: Uid, reason: ChangeReason, idempotency: Idempotency }),
  reply: z.object({
    dateOfBirth: z.string().nullable(),
    documentNumber: z.string().nullable(),
    taxNumber: z.string().nullable(),
    address: z.string().nullable(),
    phones: z.array(z.string()),
  }),
  refusals,
});
