import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Moment } from '../platform/fields.ts';
import { eventKinds, eventModes } from './service-events.ts';
import { serviceKeys } from './service-keys.ts';

const ServiceNotice = z
  .object({
    key: z.string(),
    kind: z.enum(eventKinds),
    mode: z.enum(eventModes),
    services: z.array(z.enum(serviceKeys)),
    /** Written by staff. */
    message: z.string(),
    until: Moment.nullable(),
  })
  .meta({ id: 'ServiceNotice' });
export type ServiceNotice = z.infer<typeof ServiceNotice>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/service/notice',
  access: 'customer',
  background: true,
  beforeKyc: true,
  about: 'Events of services that concern this customer now. The socket announces a change that staff make.',
  input: EmptyInput,
  reply: z.object({
    list: z.array(ServiceNotice),
    /** When an event begins or ends by its time. Null: none is planned. */
    changesInMs: z.int().nullable(),
  }),
  refusals: [],
});
