import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { BankHolderId, CurrencyCode, EmptyInput, Idempotency, Moment, Uid } from '../platform/fields.ts';

export const InternationalDetails = z.object({
  iban: z.string(),
  bic: z.string(),
  correspondent: z.string().nullable(),
  reference: z.string().nullable(),
});

/** Field names follow the specification (`venderType`). */
export const BankAccountView = z
  .object({
    uid: Uid,
    cardholderid: z.string(),
    bankholderid: BankHolderId,
    holder: z.string(),
    currency: CurrencyCode,
    status: z.enum(['active', 'frozen', 'closed']),
    product: z.enum(['bank', 'wallet']),
    accountnumber: z.string().nullable(),
    sortcode: z.string().nullable(),
    hascard: z.boolean(),
    cardlast4: z.string().nullable(),
    venderType: z.enum(['ifx', 'other']),
    international: InternationalDetails.nullable(),
    /** Without it, money to an account that several customers share does not find its owner. */
    reference: z.string().nullable(),
    features: z.array(z.enum(['receive', 'send', 'standingorder', 'card'])),
  })
  .meta({ id: 'BankAccount' });
export type BankAccountView = z.infer<typeof BankAccountView>;

export const Reservation = z.object({
  uid: z.string(),
  amount: z.string(),
  reason: z.string(),
  link: z.string().nullable(),
  heldAt: Moment,
});

export const BalanceView = z
  .object({
    bankholderid: BankHolderId,
    currency: CurrencyCode,
    balance: z.string(),
    available: z.string(),
    reserved: z.string(),
    holds: z.array(Reservation),
    asOf: Moment,
  })
  .meta({ id: 'Balance' });
export type BalanceView = z.infer<typeof BalanceView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/bankaccount',
  access: 'customer',
  about:
    'The accounts that the person may use, grouped by currency. Account numbers only with a right that concerns the account: statement, receive or payment.',
  input: EmptyInput,
  reply: z.record(z.string(), z.array(BankAccountView)),
  refusals: [],
});

export const balance = endpoint({
  method: 'GET',
  path: '/v1/bankaccount/balance/{bankholderid}',
  access: 'statement',
  background: true,
  about: 'Balance, what is available, and every amount set aside with its reason; all from one snapshot.',
  input: z.strictObject({ bankholderid: BankHolderId }),
  reply: BalanceView,
  refusals: ['not_found'],
});

export const count = endpoint({
  method: 'GET',
  path: '/v1/bankaccount/count',
  access: 'customer',
  background: true,
  about:
    'How many accounts and currencies there are, and what waits: payments by SWIFT and otherwise, payees, dates of standing orders that ask something, and deals with a rate to accept.',
  input: EmptyInput,
  reply: z.object({
    accounts: z.int(),
    currencies: z.int(),
    pendingPayments: z.int(),
    pendingSwift: z.int(),
    payeesWaiting: z.int(),
    standingOrdersToDecide: z.int(),
    dealsToAnswer: z.int(),
  }),
  refusals: [],
});

const CurrentView = z.object({ customerId: Uid, accountSet: z.string(), bankholderid: BankHolderId.nullable() });

export const currentView = endpoint({
  method: 'GET',
  path: '/v1/bankaccount/currentview',
  access: 'customer',
  about: 'Which account the customer looks at by default.',
  input: EmptyInput,
  reply: CurrentView,
  refusals: [],
});

export const setCurrentView = endpoint({
  method: 'POST',
  path: '/v1/bankaccount/currentview',
  access: 'customer',
  about: 'Remembers which account the customer looks at by default.',
  input: z.strictObject({ bankholderid: BankHolderId, idempotency: Idempotency }),
  reply: CurrentView,
  refusals: ['not_found'],
});
