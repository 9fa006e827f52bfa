import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, Uid } from '../platform/fields.ts';

export const NotificationView = z
  .object({
    uid: Uid,
    type: z.string(),
    severity: z.enum(['success', 'info', 'warning', 'error']),
    title: z.string(),
    message: z.string(),
    link: z.string().nullable(),
    createdAt: Moment,
    readAt: Moment.nullable(),
  })
  .meta({ id: 'Notification' });
export type NotificationView = z.infer<typeof NotificationView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/notification',
  access: 'customer',
  about: 'Notifications, newest first.',
  input: z.strictObject({
    filter: z.enum(['all', 'unread']).default('all'),
    cursor: z.string().max(60).optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ list: z.array(NotificationView), next: z.string().nullable() }),
  refusals: [],
});

export const count = endpoint({
  method: 'GET',
  path: '/v1/notification/count',
  access: 'customer',
  background: true,
  beforeKyc: true,
  about: 'How many notifications are unread.',
  input: EmptyInput,
  reply: z.object({ totalCounts: z.int() }),
  refusals: [],
});

export const markRead = endpoint({
  method: 'POST',
  path: '/v1/notification/markread',
  access: 'customer',
  about: 'Marks some or all notifications as read.',
  input: z.strictObject({
    uids: z.array(Uid).max(200).optional(),
    all: z.literal(true).optional(),
    before: Moment.optional(),
    idempotency: Idempotency,
  }),
  reply: z.object({ totalCounts: z.int() }),
  refusals: ['validation_failed'],
});
