import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  NoContent,
  PinAuthorisation,
  Uid,
  UidInput,
} from '../platform/fields.ts';

const Device = z
  .object({
    uid: Uid,
    name: z.string(),
    platform: z.string().nullable(),
    browser: z.string().nullable(),
    firstSeen: Moment,
    lastSeen: Moment,
    /** By the network address of the last sign-in; null if that names no country. */
    lastCountry: z.string().length(2).nullable(),
    current: z.boolean(),
    trusted: z.boolean(),
    /** The person has not said yet whether the first sign-in on it was theirs. */
    isNew: z.boolean(),
    openSessions: z.int(),
  })
  .meta({ id: 'Device' });
export type DeviceView = z.infer<typeof Device>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/device',
  access: 'devicemanage',
  beforeKyc: true,
  about: 'The devices on which the person signs in, the last seen first.',
  input: EmptyInput,
  reply: z.array(Device),
  refusals: [],
});

export const rename = endpoint({
  method: 'PUT',
  path: '/v1/device/{uid}',
  access: 'devicemanage',
  beforeKyc: true,
  about: 'Gives a device a name that its owner recognises.',
  input: z.strictObject({
    uid: Uid,
    name: z
      .string()
      .trim()
      .min(1, fieldMessage('device_name_required'))
      .max(40, fieldMessage('device_name_too_long'))
      .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, fieldMessage('device_name_invalid')),
    idempotency: Idempotency,
  }),
  reply: NoContent,
  refusals: ['not_found'],
});

export const trust = endpoint({
  method: 'POST',
  path: '/v1/device/{uid}/trust',
  access: 'devicemanage',
  beforeKyc: true,
  about: 'Trusts a device, after the PIN. A new password ends the trust of all devices but the one it is set on.',
  input: z.strictObject({ uid: Uid, authorisation: PinAuthorisation, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['not_found', 'authorisation_invalid'],
});

export const stopTrusting = endpoint({
  method: 'POST',
  path: '/v1/device/{uid}/distrust',
  access: 'devicemanage',
  beforeKyc: true,
  about: 'Stops trusting a device.',
  input: UidInput,
  reply: NoContent,
  refusals: ['not_found'],
});

export const confirm = endpoint({
  method: 'POST',
  path: '/v1/device/{uid}/confirm',
  access: 'devicemanage',
  beforeKyc: true,
  about: 'This was me: the person knows the device that is new. The device itself cannot say so.',
  input: UidInput,
  reply: NoContent,
  refusals: ['not_found', 'device_is_current'],
});

export const revoke = endpoint({
  method: 'DELETE',
  path: '/v1/device/{uid}',
  access: 'devicemanage',
  beforeKyc: true,
  about: 'Signs a device out at once and forgets it. The current device is not removed here.',
  input: UidInput,
  reply: NoContent,
  refusals: ['not_found', 'device_is_current'],
});

export const disown = endpoint({
  method: 'POST',
  path: '/v1/device/{uid}/not-me',
  access: 'devicemanage',
  beforeKyc: true,
  about:
    'This was not me: signs out every device but this one, forgets the strange one, voids open PIN authorisations, and lets nobody log in until the password is reset by e-mail.',
  input: UidInput,
  reply: NoContent,
  refusals: ['not_found', 'device_is_current'],
});

/** Moves no money, so it carries no amount of its own: the PIN pad shows what it authorises in words. */
export const DeviceTrustPurpose = z.strictObject({
  operation: z.literal('device.trust'),
  uid: Uid,
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
