import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  CalendarDate,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { helpTopics, maxMessageLength } from './help-rules.ts';

const LocalTime = z.string().describe('Hours and minutes in London, such as `08:00`.');

export const HelpView = z
  .object({
    telephone: z.string(),
    /** Answered day and night, for lost cards and fraud. */
    emergencyTelephone: z.string(),
    email: z.string(),
    /** One entry per weekday that has hours; 1 is Monday. */
    hours: z.array(z.object({ weekday: z.int().min(1).max(7), opensAt: LocalTime, closesAt: LocalTime })),
    isOpen: z.boolean(),
    /** Today, while the telephone is open. */
    closesAt: LocalTime.nullable(),
    /** While it is closed. Bank holidays in England have no hours. */
    opensNext: z.object({ day: CalendarDate, time: LocalTime }).nullable(),
    /** Within how many hours of opening a message is answered. */
    answerHours: z.int(),
    /** Working days until a final answer to a complaint. */
    complaintDays: z.int(),
  })
  .meta({ id: 'Help' });
export type HelpView = z.infer<typeof HelpView>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/help',
  access: 'public',
  about: 'How to reach us: telephone and hours, the number for emergencies, and how long an answer takes.',
  input: EmptyInput,
  reply: HelpView,
  refusals: [],
});

const HelpTopic = z.enum(helpTopics);
export const HelpMessageKind = z.enum(['message', 'complaint']);

export const HelpMessageView = z
  .object({
    reference: z.string(),
    kind: HelpMessageKind,
    topic: HelpTopic,
    paymentUid: Uid.nullable(),
    sentAt: Moment,
    /** `sent`: our support has it. */
    state: z.enum(['sending', 'sent', 'failed']),
  })
  .meta({ id: 'HelpMessage' });
export type HelpMessageView = z.infer<typeof HelpMessageView>;

export const sendMessage = endpoint({
  method: 'POST',
  path: '/v1/help/message',
  access: 'customer',
  beforeKyc: true,
  accountAction: 'sign_in',
  about:
    'Sends a message or a complaint to support, about a topic or about one of the own payments. The text is deleted once it has left; the reference stays, and goes to the customer by e-mail.',
  input: z.strictObject({
    kind: HelpMessageKind,
    topic: HelpTopic,
    paymentUid: Uid.nullable().default(null),
    text: freeText().min(1, fieldMessage('help_text_required')).max(maxMessageLength),
    idempotency: Idempotency,
  }),
  reply: HelpMessageView,
  refusals: ['not_found', 'too_many_help_messages'],
});

export const lastMessage = endpoint({
  method: 'GET',
  path: '/v1/help/message',
  access: 'customer',
  beforeKyc: true,
  accountAction: 'sign_in',
  about: 'The last message or complaint of this person, and whether it has reached us.',
  input: EmptyInput,
  reply: z.object({ message: HelpMessageView.nullable() }),
  refusals: [],
});

export const FreezeView = z
  .object({
    isFrozen: z.boolean(),
    frozenAt: Moment.nullable(),
    /** Who froze the account. */
    byName: z.string().nullable(),
    /** Whether this person may unfreeze it. */
    canUnfreeze: z.boolean(),
    /** What does not happen until then, as far as this person may see it. */
    stopped: z.object({ cards: z.int(), payments: z.int(), standingOrders: z.int(), autoFxOrders: z.int() }),
    /** Payments that banks have already. They go through. */
    withBank: z.int(),
  })
  .meta({ id: 'Freeze' });
export type FreezeView = z.infer<typeof FreezeView>;

export const showFreeze = endpoint({
  method: 'GET',
  path: '/v1/help/freeze',
  access: 'customer',
  beforeKyc: true,
  accountAction: 'sign_in',
  about: 'Whether a user of the account froze it, what that stops, and what still goes through.',
  input: EmptyInput,
  reply: FreezeView,
  refusals: [],
});

export const freeze = endpoint({
  method: 'POST',
  path: '/v1/help/freeze',
  access: 'customer',
  beforeKyc: true,
  accountAction: 'sign_in',
  about:
    'Stops cards, payments, standing orders and exchanges at once, without the PIN, and logs the person out everywhere else. For users who pay or hold a card.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: FreezeView,
  refusals: ['access_denied', 'invalid_transition'],
});

export const unfreeze = endpoint({
  method: 'POST',
  path: '/v1/help/unfreeze',
  access: 'usermanage',
  accountAction: 'sign_in',
  about: 'Ends a freeze that a user of the account started. Payments and standing orders that waited go out.',
  input: z.strictObject({ authorisation: PinAuthorisation, idempotency: Idempotency }),
  reply: FreezeView,
  refusals: ['authorisation_invalid', 'invalid_transition'],
});

export const UnfreezePurpose = z.strictObject({
  operation: z.literal('customer.unfreeze'),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
