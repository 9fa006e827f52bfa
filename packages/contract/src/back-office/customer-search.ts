import { z } from 'zod';
import { KycStatus } from '../customers/kyc.ts';
import { UserType } from '../identity/session.ts';
import { accountStatuses } from '../platform/account-status.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

export const AccountStatusField = z.enum(accountStatuses);

/** Why a customer was found. */
export const FoundBy = z
  .enum([
    'member_code',
    'account',
    'iban',
    'card',
    'email',
    'phone',
    'reference',
    'name_exact',
    'name_start',
    'name_close',
  ])
  .meta({ id: 'CustomerFoundBy' });

export const FoundCustomer = z
  .object({
    uid: Uid,
    memberCode: z.string(),
    name: z.string(),
    /** The name in another script, or of the person that matched. */
    otherName: z.string().nullable(),
    type: UserType,
    business: z.boolean(),
    kycStatus: KycStatus,
    status: AccountStatusField,
    lastSeenAt: Moment.nullable(),
    foundBy: FoundBy,
  })
  .meta({ id: 'FoundCustomer' });
export type FoundCustomer = z.infer<typeof FoundCustomer>;

export const search = endpoint({
  method: 'POST',
  path: '/v1/manage/customer/search',
  access: 'staff',
  about:
    'Customers by name (also misspelt, in any order, in Thai), e-mail, phone, member code, account number, IBAN, payment reference or the last four digits of a card, the best first. Identifiers match as a whole. Every search is recorded under the name of the member of staff.',
  input: z.strictObject({
    search: freeText().min(2).max(100),
    /** Closed customers are found by identifier only, unless asked for. */
    closedToo: z.boolean().default(false),
    idempotency: Idempotency.optional(),
  }),
  reply: z.object({ list: z.array(FoundCustomer), hasMore: z.boolean() }),
  refusals: ['access_denied', 'validation_failed'],
});
