import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  NoContent,
  Uid,
  UidInput,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { Recipient } from './member-transfer.ts';

/** The pictures that a favourite can have. */
export const favouriteIcons = [
  'star',
  'heart',
  'home',
  'family',
  'food',
  'shopping',
  'travel',
  'sport',
  'school',
  'health',
  'bills',
  'work',
] as const;
export type FavouriteIcon = (typeof favouriteIcons)[number];

const Target = z.object({
  kind: z.enum(['member', 'payee']),
  name: z.string(),
  /** The account of a payee. */
  account: z.string().nullable(),
  payee: z.object({ uid: Uid, version: z.int() }).nullable(),
  /** What the target is now. An update that repeats it confirms that the user saw the target as it is now. */
  version: z.string(),
});

/**
 * `changed`: the target is not what it was when the favourite was saved, and has to be confirmed. `stopped`: the target
 * cannot be paid at the moment. `removed`: it cannot be paid any more.
 */
const Problem = z.object({ kind: z.enum(['changed', 'stopped', 'removed']), text: z.string() });

export const FavouriteView = z
  .object({
    uid: Uid,
    version: z.int(),
    label: z.string(),
    icon: z.enum(favouriteIcons),
    currency: CurrencyCode,
    amount: z.string().nullable(),
    reference: z.string().nullable(),
    order: z.int(),
    target: Target,
    /** Why it cannot be sent. */
    problem: Problem.nullable(),
    /** When the customer last paid this member or payee. */
    lastUsedAt: Moment.nullable(),
  })
  .meta({ id: 'Favourite' });
export type FavouriteView = z.infer<typeof FavouriteView>;

const Label = freeText().min(1).max(50);
const Shown = {
  label: Label,
  icon: z.enum(favouriteIcons),
  amount: AmountText.nullable(),
  reference: freeText().min(1).max(140).nullable(),
};

export const list = endpoint({
  method: 'GET',
  path: '/v1/wallet/favorite',
  access: 'payment',
  about:
    'The favourites of the customer in their order, each compared with its member or payee as they are now. Favourites in a currency of which the person may use no account are left out.',
  input: EmptyInput,
  reply: z.object({ list: z.array(FavouriteView), max: z.int() }),
  refusals: [],
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/v1/wallet/favorite/member',
  access: 'payment',
  about: 'The members whom the customer has paid, last paid first: who can become a favourite.',
  input: EmptyInput,
  reply: z.object({
    list: z.array(
      z.object({
        /** The last transfer to this member, which `create` takes. */
        transferUid: Uid,
        name: z.string(),
        currencies: z.array(CurrencyCode),
        lastPaidAt: Moment,
      }),
    ),
  }),
  refusals: [],
});

export const create = endpoint({
  method: 'POST',
  path: '/v1/wallet/favorite',
  access: 'payment',
  accountAction: 'manage',
  about: 'Saves a favourite for the member who received a transfer, or for a payee as displayed.',
  input: z.strictObject({
    ...Shown,
    currency: CurrencyCode,
    transferUid: Uid.optional(),
    payee: z.strictObject({ uid: Uid, version: z.int().positive() }).optional(),
    idempotency: Idempotency,
  }),
  reply: FavouriteView,
  refusals: [
    'not_found',
    'account_not_usable',
    'amount_invalid',
    'limit_exceeded',
    'payee_changed',
    'payee_not_approved',
    'recipient_not_payable',
    'reference_invalid',
    'validation_failed',
  ],
});

export const update = endpoint({
  method: 'PUT',
  path: '/v1/wallet/favorite/{uid}',
  access: 'payment',
  accountAction: 'manage',
  about: 'Changes what a favourite fills in. With `targetVersion` it also confirms the target as it is now.',
  input: UidInput.extend({ ...Shown, version: z.int().positive(), targetVersion: z.string().max(64).optional() }),
  reply: FavouriteView,
  refusals: ['not_found', 'amount_invalid', 'favourite_changed', 'favourite_not_payable', 'reference_invalid'],
});

export const reorder = endpoint({
  method: 'PUT',
  path: '/v1/wallet/favorite/order',
  access: 'payment',
  accountAction: 'manage',
  about: 'Sets the order of the favourites that the person sees.',
  input: z.strictObject({ uids: z.array(Uid).min(1).max(50), idempotency: Idempotency }),
  reply: z.object({ list: z.array(FavouriteView), max: z.int() }),
  refusals: ['not_found', 'favourite_changed'],
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/wallet/favorite/{uid}',
  access: 'payment',
  accountAction: 'manage',
  about: 'Removes a favourite. The member or payee stays.',
  input: UidInput,
  reply: NoContent,
  refusals: ['not_found'],
});

export const prepare = endpoint({
  method: 'POST',
  path: '/v1/wallet/favorite/{uid}/prepare',
  access: 'payment',
  about:
    'Right before the PIN: compares the favourite with its target once more and returns what the payment has to name, the look-up of a member or the version of a payee. It sends nothing.',
  input: UidInput,
  reply: z.object({ favourite: FavouriteView, recipient: Recipient.nullable() }),
  refusals: ['not_found', 'account_restricted', 'favourite_not_payable'],
});
