import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency } from '../platform/fields.ts';

const Profile = z
  .object({
    name: z.string(),
    username: z.string(),
    memberCode: z.string(),
    customerName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    country: z.string().length(2),
    address: z
      .object({
        street: z.string().nullable(),
        buildingNumber: z.string().nullable(),
        town: z.string(),
        postCode: z.string().nullable(),
        country: z.string().length(2),
      })
      .nullable()
      .describe('Home address or registered office, as checked.'),
    notifyNews: z.boolean(),
  })
  .meta({ id: 'Profile' });
export type ProfileView = z.infer<typeof Profile>;

type Address = NonNullable<ProfileView['address']>;
/** What was not given is missing, not null. */
export type StoredAddress = Pick<Address, 'town' | 'country'> &
  Partial<Pick<Address, 'street' | 'buildingNumber' | 'postCode'>>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/profile',
  access: 'viewprofile',
  about: 'What is recorded about the signed-in person and the customer they work for.',
  input: EmptyInput,
  reply: Profile,
  refusals: [],
});

export const update = endpoint({
  method: 'PUT',
  path: '/v1/profile',
  access: 'viewprofile',
  about: 'Gives or withdraws the consent to news and offers by e-mail.',
  input: z.strictObject({ notifyNews: z.boolean(), idempotency: Idempotency }),
  reply: Profile,
  refusals: [],
});
