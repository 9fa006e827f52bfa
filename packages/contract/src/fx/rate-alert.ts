import { z } from 'zod';
import { DisplayedRate } from '../platform/displayed-rate.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput, Idempotency, Moment, NoContent, Uid, UidInput } from '../platform/fields.ts';
import { RateInput } from './auto-fx.ts';

const TargetRate = RateInput.describe('What one unit of the currency that is sold shall buy, margin inside.');

export const RateAlertView = z
  .object({
    uid: Uid,
    sell: CurrencyCode,
    buy: CurrencyCode,
    target: DisplayedRate,
    direction: z.enum(['rises_to', 'falls_to']),
    state: z.enum(['active', 'fired']),
    rateNow: DisplayedRate.nullable(),
    firedAt: Moment.nullable(),
    createdAt: Moment,
  })
  .meta({ id: 'RateAlert' });
export type RateAlertView = z.infer<typeof RateAlertView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/rate-alert',
  access: 'autofx',
  background: true,
  about: 'The person’s rate alerts, those that wait first.',
  input: EmptyInput,
  reply: z.object({ list: z.array(RateAlertView) }),
  refusals: [],
});

export const add = endpoint({
  method: 'POST',
  path: '/v1/rate-alert',
  access: 'autofx',
  accountAction: 'manage',
  movesNoMoney: true,
  about:
    'Asks to be told once when the rate reaches a number. On which side it lies now says whether it has to rise or fall.',
  input: z.strictObject({ sell: CurrencyCode, buy: CurrencyCode, targetRate: TargetRate, idempotency: Idempotency }),
  reply: RateAlertView,
  refusals: ['limit_exceeded', 'pair_unavailable', 'rate_unavailable', 'validation_failed'],
});

export const edit = endpoint({
  method: 'PUT',
  path: '/v1/rate-alert/{uid}',
  access: 'autofx',
  accountAction: 'manage',
  movesNoMoney: true,
  about: 'Sets another number. An alert that was told already waits again.',
  input: z.strictObject({ uid: Uid, targetRate: TargetRate, idempotency: Idempotency }),
  reply: RateAlertView,
  refusals: ['not_found', 'limit_exceeded', 'pair_unavailable', 'rate_unavailable', 'validation_failed'],
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/rate-alert/{uid}',
  access: 'autofx',
  accountAction: 'manage',
  movesNoMoney: true,
  about: 'Forgets an alert.',
  input: UidInput,
  reply: NoContent,
  refusals: ['not_found'],
});
