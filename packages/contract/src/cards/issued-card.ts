import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
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
  PhoneText,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PendingStatus } from '../platform/pending-status.ts';
import { CardBrand } from './card.ts';
import { CardOrderState } from './card-issuer.ts';
import { cardSwitches, designs } from './issued-card-rules.ts';

/** `stopped`: by us; `frozen`: by the holder or an owner. Both are lifted again. `blocked` is final. */
export const IssuedCardState = z
  .enum(['ordered', 'inactive', 'active', 'frozen', 'stopped', 'blocked', 'expired', 'closed', 'rejected'])
  .meta({ id: 'IssuedCardState' });
export type IssuedCardState = z.infer<typeof IssuedCardState>;

export const CardFormat = z.enum(['virtual', 'physical']).meta({ id: 'CardFormat' });
export type CardFormat = z.infer<typeof CardFormat>;

export const CardDesign = z.enum(designs).meta({ id: 'CardDesign' });

export const CardSwitch = z.enum(cardSwitches).meta({ id: 'CardSwitch' });
export type CardSwitch = z.infer<typeof CardSwitch>;

/** Why the holder or an owner blocks a card, and why one is replaced. */
export const CardBlockReason = z.enum(['lost', 'stolen', 'damaged', 'not_needed']).meta({ id: 'CardBlockReason' });
export type CardBlockReason = z.infer<typeof CardBlockReason>;

/** Why we stopped a card. */
export const CardStopReason = z
  .enum(['payment_shortfall', 'suspected_fraud', 'account_status', 'person_suspended', 'staff'])
  .meta({ id: 'CardStopReason' });
export type CardStopReason = z.infer<typeof CardStopReason>;

/** Each at most the next one. */
export const CardLimits = z
  .strictObject({ perPayment: AmountText, daily: AmountText, monthly: AmountText })
  .meta({ id: 'CardLimits' });
export type CardLimits = z.infer<typeof CardLimits>;

/** As embossers print it: no small letters, nothing that the machines do not have. */
export const EmbossedName = freeText()
  .toUpperCase()
  .min(1, fieldMessage('embossed_name_required'))
  .max(20, fieldMessage('embossed_name_too_long'))
  .regex(/^[A-Z0-9][A-Z0-9 .'&/-]*$/, fieldMessage('embossed_name_characters'));

const line = freeText().max(40);

export const DeliveryAddress = z
  .strictObject({
    line1: line.min(1, fieldMessage('address_line_required')),
    line2: line.optional(),
    city: line.min(1, fieldMessage('address_city_required')),
    postcode: freeText().min(1, fieldMessage('address_postcode_required')).max(12),
    country: z.string().regex(/^[A-Z]{2}$/),
  })
  .meta({ id: 'DeliveryAddress' });
export type DeliveryAddress = z.infer<typeof DeliveryAddress>;

const Holder = z.object({ uid: Uid, name: z.string(), isYou: z.boolean() });

export const IssuedCardView = z
  .object({
    uid: Uid,
    bankholderid: BankHolderId,
    currency: CurrencyCode,
    /** Last four digits of the account number. */
    accountEnding: z.string(),
    holder: Holder,
    embossedName: z.string(),
    format: CardFormat,
    design: CardDesign,
    state: IssuedCardState,
    /** Who froze, stopped or blocked it, and the code why. `colleague`: another person of the customer. */
    stop: z
      .object({ by: z.enum(['you', 'colleague', 'us']), name: z.string().nullable(), reason: z.string().nullable() })
      .nullable(),
    /** Null until the processor has issued the card. */
    brand: CardBrand.nullable(),
    last4: z.string().nullable(),
    expiryMonth: z.int().nullable(),
    expiryYear: z.int().nullable(),
    limits: CardLimits,
    /** The most that these limits may be: of our rules, and of an owner for this person. */
    highest: CardLimits,
    switches: objectOf(cardSwitches, z.boolean()),
    /** Of a physical card. */
    order: z
      .object({
        state: CardOrderState,
        tracking: z.string().nullable(),
        expectedOn: CalendarDate.nullable(),
        to: z.string(),
      })
      .nullable(),
    replaces: Uid.nullable(),
    replacedBy: Uid.nullable(),
    orderedAt: Moment,
    activatedAt: Moment.nullable(),
    endedAt: Moment.nullable(),
    waiting: PendingStatus.nullable(),
    /** What the reader may do with it now. */
    permissions: z.object({
      activate: z.boolean(),
      freeze: z.boolean(),
      unfreeze: z.boolean(),
      block: z.boolean(),
      replace: z.boolean(),
      limits: z.boolean(),
      switches: z.boolean(),
      reveal: z.boolean(),
      changePin: z.boolean(),
    }),
  })
  .meta({ id: 'IssuedCard' });
export type IssuedCardView = z.infer<typeof IssuedCardView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/card',
  access: 'card',
  about:
    'Issued cards, those in use first. Owners, admins and accountants get those of all accounts that they may use, everyone else only their own.',
  input: EmptyInput,
  reply: z.object({ list: z.array(IssuedCardView), canOrder: z.boolean() }),
  refusals: [],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/card/{id}',
  access: 'card',
  background: true,
  about: 'One issued card.',
  input: z.strictObject({ id: Uid }),
  reply: IssuedCardView,
  refusals: ['not_found'],
});

export const PersonLimits = z
  .object({ currency: CurrencyCode, ...CardLimits.shape, version: z.int() })
  .meta({ id: 'PersonCardLimits' });

export const CardPerson = z
  .object({
    uid: Uid,
    name: z.string(),
    isYou: z.boolean(),
    /** As it can be printed. */
    embossedName: z.string(),
    /** For messages of 3-D Secure. */
    phone: z.string().nullable(),
    /** Bank holder ids of accounts that the person may use. Null: all. */
    accounts: z.array(z.string()).nullable(),
    /** Highest limits that an owner set for cards of this person. Without one, those of the currency hold. */
    highest: z.array(PersonLimits),
  })
  .meta({ id: 'CardPerson' });
export type CardPerson = z.infer<typeof CardPerson>;

export const CardOffer = z
  .object({
    bankholderid: BankHolderId,
    currency: CurrencyCode,
    accountEnding: z.string(),
    fees: z.object({ virtual: MoneyView, physical: MoneyView, replacement: MoneyView }),
    limits: CardLimits,
    highest: CardLimits,
  })
  .meta({ id: 'CardOffer' });
export type CardOffer = z.infer<typeof CardOffer>;

export const options = endpoint({
  method: 'GET',
  path: '/v1/card/options',
  access: 'card',
  about:
    'What a card can be ordered with: accounts with fees and limits, people, designs, the address that is known and when a physical card arrives. People who do not manage cards get what they can replace their own with.',
  input: EmptyInput,
  reply: z.object({
    offers: z.array(CardOffer),
    people: z.array(CardPerson),
    designs: z.array(CardDesign),
    address: DeliveryAddress.nullable(),
    delivery: z.object({ earliest: CalendarDate, latest: CalendarDate }),
    /** May set the highest limits of people. */
    canSetHighest: z.boolean(),
  }),
  refusals: [],
});

const Replacement = z.strictObject({ card: Uid, reason: CardBlockReason });

/** What is ordered. `fee` as displayed: another one is refused. */
export const CardOrderFields = {
  bankholderid: BankHolderId,
  format: CardFormat,
  /** The person, by the id that the list of users has. */
  holder: Uid,
  embossedName: EmbossedName,
  design: CardDesign,
  phone: PhoneText,
  /** Of a physical card. */
  address: DeliveryAddress.optional(),
  limits: CardLimits,
  /** The card that it takes the place of, which is blocked at once. */
  replaces: Replacement.optional(),
  fee: AmountText,
};
const confirmed = { authorisation: PinAuthorisation, idempotency: Idempotency };

export const place = endpoint({
  method: 'POST',
  path: '/v1/card/order',
  access: 'card',
  serviceKey: 'card',
  about:
    'Orders a virtual or a physical card and charges its fee to the account. A virtual one can be used within seconds; a physical one is activated with the code of its letter.',
  input: z.strictObject({ ...CardOrderFields, ...confirmed }),
  reply: IssuedCardView,
  refusals: [
    'access_denied',
    'account_not_usable',
    'amount_invalid',
    'authorisation_invalid',
    'card_not_offered',
    'card_limit_too_high',
    'insufficient_funds',
    'invalid_transition',
    'not_found',
    'price_changed',
    'service_off',
    'too_many_cards',
    'validation_failed',
  ],
});

export const activate = endpoint({
  method: 'POST',
  path: '/v1/card/{id}/activate',
  access: 'card',
  about: 'Makes a physical card usable, with the code of the letter that it came with.',
  input: z.strictObject({
    id: Uid,
    code: z.string().regex(/^\d{6}$/, fieldMessage('card_code_format')),
    idempotency: Idempotency,
  }),
  reply: IssuedCardView,
  refusals: [
    'not_found',
    'invalid_transition',
    'card_code_wrong',
    'card_code_locked',
    'card_issuer_unavailable',
    'validation_failed',
  ],
});

const one = z.strictObject({ id: Uid, idempotency: Idempotency });

export const freeze = endpoint({
  method: 'POST',
  path: '/v1/card/{id}/freeze',
  access: 'card',
  accountAction: 'stop',
  about: 'Declines new payments until the card is unfrozen. No PIN: this must be quick.',
  input: one,
  reply: IssuedCardView,
  refusals: ['not_found', 'invalid_transition'],
});

export const unfreeze = endpoint({
  method: 'POST',
  path: '/v1/card/{id}/unfreeze',
  access: 'card',
  about: 'Lifts a freeze. One by an owner or admin is lifted by an owner or admin only; a stop by us is not a freeze.',
  input: one,
  reply: IssuedCardView,
  refusals: ['not_found', 'invalid_transition', 'card_frozen_by_other'],
});

export const block = endpoint({
  method: 'POST',
  path: '/v1/card/{id}/block',
  access: 'card',
  accountAction: 'stop',
  about: 'Ends the card for good. Refunds still arrive on its account.',
  input: z.strictObject({ id: Uid, reason: CardBlockReason, idempotency: Idempotency }),
  reply: IssuedCardView,
  refusals: ['not_found', 'invalid_transition'],
});

const optionallyConfirmed = { authorisation: PinAuthorisation.optional(), idempotency: Idempotency };

export const setLimits = endpoint({
  method: 'PUT',
  path: '/v1/card/{id}/limits',
  access: 'card',
  about: 'Changes the limits of a card. Only if one of them rises, PIN and second factor must confirm the figures.',
  input: z.strictObject({ id: Uid, ...CardLimits.shape, ...optionallyConfirmed }),
  reply: IssuedCardView,
  refusals: [
    'not_found',
    'invalid_transition',
    'amount_invalid',
    'authorisation_required',
    'authorisation_invalid',
    'card_limit_too_high',
    'validation_failed',
  ],
});

export const setSwitch = endpoint({
  method: 'PUT',
  path: '/v1/card/{id}/switch',
  access: 'card',
  about:
    'Turns one way of using the card on or off. Only turning on the magnetic stripe, which can be copied, asks for PIN and second factor.',
  input: z.strictObject({ id: Uid, switch: CardSwitch, isOn: z.boolean(), ...optionallyConfirmed }),
  reply: IssuedCardView,
  refusals: ['not_found', 'invalid_transition', 'authorisation_required', 'authorisation_invalid'],
});

/** A public RSA key for RSA-OAEP with SHA-256, as a browser exports it. */
export const CardPublicKey = z
  .strictObject({
    kty: z.literal('RSA'),
    n: z.string().regex(/^[\w-]{342,684}$/),
    e: z.string().regex(/^[\w-]{1,8}$/),
  })
  .meta({ id: 'CardPublicKey' });
export type CardPublicKey = z.infer<typeof CardPublicKey>;

export const CardSecret = z.enum(['details', 'pin']).meta({ id: 'CardSecret' });
export type CardSecret = z.infer<typeof CardSecret>;

export const reveal = endpoint({
  method: 'POST',
  path: '/v1/card/{id}/reveal',
  access: 'card',
  about:
    'Number, CVC and expiry, or the PIN, for the holder only: encrypted by the processor to the key of the browser and passed on as it is. Never kept, so a repeat needs a new confirmation.',
  input: z.strictObject({ id: Uid, what: CardSecret, publicKey: CardPublicKey, ...confirmed }),
  reply: z.object({ encrypted: z.string().max(2000) }),
  refusals: ['not_found', 'invalid_transition', 'authorisation_invalid', 'card_issuer_unavailable'],
});

export const PinKeyId = z.string().min(1).max(60);

export const pinKey = endpoint({
  method: 'GET',
  path: '/v1/card/pin-key',
  access: 'card',
  about: 'The key of the processor to which the browser encrypts a new PIN.',
  input: EmptyInput,
  reply: z.object({ keyId: PinKeyId, publicKey: CardPublicKey }),
  refusals: ['card_issuer_unavailable'],
});

export const EncryptedPin = z.string().regex(/^[A-Za-z0-9+/]{342,684}={0,2}$/);

export const changePin = endpoint({
  method: 'POST',
  path: '/v1/card/{id}/pin',
  access: 'card',
  about: 'Passes a new PIN, encrypted by the browser of the holder, to the processor.',
  input: z.strictObject({ id: Uid, keyId: PinKeyId, encryptedPin: EncryptedPin, ...confirmed }),
  reply: NoContent,
  refusals: ['not_found', 'invalid_transition', 'authorisation_invalid', 'card_pin_refused', 'card_issuer_unavailable'],
});
