import { z } from 'zod';
import { PayeeStatus } from '../payees/payee.ts';
import { PayeeType } from '../payees/payee-requirements.ts';
import { endpoint } from '../platform/endpoint.ts';
import { BankHolderId, CurrencyCode, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PaymentReach } from './payment-list.ts';

const FoundAccount = z
  .object({
    bankholderid: BankHolderId,
    currency: CurrencyCode,
    isWallet: z.boolean(),
    iban: z.string().nullable(),
    sortcode: z.string().nullable(),
    accountnumber: z.string().nullable(),
    available: z.string(),
  })
  .meta({ id: 'FoundAccount' });
export type FoundAccount = z.infer<typeof FoundAccount>;

const FoundPayee = z
  .object({
    uid: Uid,
    name: z.string(),
    nickname: z.string().nullable(),
    currency: CurrencyCode,
    type: PayeeType,
    summary: z.string(),
    status: PayeeStatus,
  })
  .meta({ id: 'FoundPayee' });
export type FoundPayee = z.infer<typeof FoundPayee>;

/** A payment, or another movement of money: then `paymentUid` is null and `line` opens it in the statement. */
const FoundPayment = z
  .object({
    uid: Uid,
    paymentUid: Uid.nullable(),
    paymentReach: PaymentReach.nullable(),
    line: z.string().nullable(),
    kind: z.enum(['payment', 'return', 'credit', 'exchange', 'transfer', 'card', 'fee', 'compensation', 'adjustment']),
    bankholderid: BankHolderId,
    happenedAt: Moment,
    direction: z.enum(['in', 'out']),
    name: z.string().nullable(),
    reference: z.string().nullable(),
    /** Of a payment what leaves the account, with the fee, as in the statement. */
    amount: MoneyView,
    /** The other side of an exchange or of a payment in another currency. */
    otherAmount: MoneyView.nullable(),
    state: z.string().nullable(),
    /** What a payment by one of our cards holds until it is booked. The card is null if the reader may not see it. */
    hold: z.object({ cardId: Uid.nullable() }).nullable(),
  })
  .meta({ id: 'FoundPayment' });
export type FoundPayment = z.infer<typeof FoundPayment>;

const listOf = <T extends z.ZodType>(item: T) => z.object({ list: z.array(item), count: z.int() });

export const find = endpoint({
  method: 'GET',
  path: '/v1/search',
  access: 'customer',
  about:
    'The first rows and the number of payees, payments and accounts that match all words: names, references, amounts and dates, in all accounts and of all time. Each kind only with the right to see it. Fewer than two letters find nothing.',
  input: z.strictObject({
    q: freeText().max(100),
    size: z.coerce.number().int().min(1).max(10).default(3),
  }),
  reply: z.object({ payees: listOf(FoundPayee), payments: listOf(FoundPayment), accounts: listOf(FoundAccount) }),
  refusals: ['validation_failed', 'service_unavailable'],
});
