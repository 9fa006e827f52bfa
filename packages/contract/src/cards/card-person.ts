import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, Idempotency, PinAuthorisation, Uid } from '../platform/fields.ts';
import { CardLimits, CardPerson } from './issued-card.ts';

export const setPersonLimits = endpoint({
  method: 'PUT',
  path: '/v1/card-person/{uid}',
  access: 'card',
  about:
    'Highest limits for the cards of one person in one currency, by an owner or admin. Cards above them are lowered. `version` is the one that was shown, 0 if there are none yet.',
  input: z.strictObject({
    uid: Uid,
    currency: CurrencyCode,
    ...CardLimits.shape,
    version: z.int().nonnegative(),
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: CardPerson,
  refusals: [
    'not_found',
    'access_denied',
    'amount_invalid',
    'authorisation_invalid',
    'card_limit_too_high',
    'card_not_offered',
    'owner_protected',
    'user_changed',
    'validation_failed',
  ],
});
