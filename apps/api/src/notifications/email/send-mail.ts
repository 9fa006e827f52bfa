import { accessKeys } from '@larkmere/contract/platform/access';
import { defaultLanguage } from '@larkmere/messages/languages';
import { selectOwnerIds, usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventType } from '../../platform/events/outbox.ts';
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type ComposedMail, compose, type MailRecipientFields } from '../../platform/mail/compose.ts';
import type { SendMail } from '../../platform/mail/smtp.ts';
import type { MailParameters, MailTemplate } from '../../platform/mail/templates.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { deliverMessage } from '../outgoing-message/outgoing-message.ts';
import { type RecipientSide, selectRecipient } from './email.read.ts';

export type Mailer = Readonly<{
  send: SendMail;
  supportPhone: string;
  supportEmail: string;
  /** Within how many hours of opening support answers a message. */
  answerHours: number;
  /** Working days until a final answer to a complaint. */
  complaintDays: number;
  /** Decrypts a message to support that has not left yet. */
  helpTextKey: Buffer;
  deviceLink: string;
  pinLink: string;
  /** Where the latest exports are, after logging in. */
  statementLink: string;
  tariffLink: (tier: 'plus' | 'wallet') => string;
  closeLink: string;
  resetLink: (requestId: string) => string;
  factorResetLink: (linkId: string) => string;
  confirmLink: (requestId: string) => string;
  inviteLink: (linkId: string) => string;
  staffInviteLink: (linkId: string) => string;
  personLink: (personId: string, linkId: string) => string;
  consentCode: (consentId: string) => string;
  emailCode: (requestId: string, side: 'old' | 'new') => string;
  pinCode: (codeId: string) => string;
  phoneCode: (requestId: string) => string;
  /** `phone`: the masked number that the code went to; null: no code is needed. */
  contactConfirmLink: (requestId: string, phone: string | null) => string;
  contactStopLink: (requestId: string) => string;
}>;

/** What an event sends by e-mail: one row per event, in the files `*.mails.ts`. */
type MailRow<P> = Readonly<{
  to: MailTo<P>;
  /** Undefined if there is nothing to send. */
  text: (payload: P, context: MailContext) => MailText | undefined | Promise<MailText | undefined>;
  /** Once the e-mail has left, or cannot leave any more. */
  afterwards?: (payload: P, ctx: Pick<Ctx, 'tx'>) => Promise<void>;
}>;

type Transaction = ExternalHandlerContext['transaction'];
type MailContext = Readonly<{ mailer: Mailer; transaction: Transaction }>;

type MailText = Readonly<{ template: MailTemplate; compose: (fields: MailRecipientFields) => ComposedMail }>;

export const mailText = <T extends MailTemplate>(template: T, parameters: MailParameters<T>): MailText => ({
  template,
  compose: (fields) => compose(template, fields, parameters),
});

/** `part` distinguishes several recipients of one event. */
type MailRecipient = Readonly<{ side: RecipientSide | 'support'; id: string; part?: string }>;
export type MailTo<P> = (
  payload: P,
  transaction: Transaction,
) => readonly MailRecipient[] | Promise<readonly MailRecipient[]>;

export const toOne =
  <P>(side: MailRecipient['side'], idOf: (payload: P) => string | null): MailTo<P> =>
  (payload) => {
    const id = idOf(payload);
    return id === null ? [] : [{ side, id }];
  };

export const toEach =
  <P>(side: RecipientSide, idsOf: (payload: P, tx: Tx) => Iterable<string> | Promise<Iterable<string>>): MailTo<P> =>
  async (payload, transaction) => {
    const ids = new Set(await transaction(async ({ tx }) => idsOf(payload, tx)));
    return [...ids].map((id) => ({ side, id, part: id }));
  };

type OfCustomer = Readonly<{ customerId: string }>;

export const user = toOne<Readonly<{ userId: string | null }>>('person', ({ userId }) => userId);
/** They are the customer in law. */
export const owners = toEach<OfCustomer>('person', ({ customerId }, tx) => selectOwnerIds(tx, customerId));
/** Everybody who works for the customer. */
export const members = toEach<OfCustomer>('person', ({ customerId }, tx) =>
  usersWithAnyAccess(tx, customerId, accessKeys),
);
/** By membership, also one that has ended. */
export const member = toOne<Readonly<{ membershipId: string }>>('member', ({ membershipId }) => membershipId);
export const staffMember = toOne<Readonly<{ memberId: string }>>('staff', ({ memberId }) => memberId);

export type Mail = (mailer: Mailer) => Subscription;

/** The subscription of a row. Deliveries are stored under the name of the listener, so it never changes. */
export const mail =
  <P extends object>(event: EventType<P>, listener: string, { to, text, afterwards }: MailRow<P>): Mail =>
  (mailer) =>
    externalHandler(event, listener, async (work, { eventId, payload }) => {
      const { transaction } = work;
      const composed = await text(payload, { mailer, transaction });
      if (!composed) return;
      for (const recipient of await to(payload, transaction))
        await sendMail(work, mailer, eventId, recipient, composed);
      if (afterwards) await transaction((ctx) => afterwards(payload, ctx));
    });

/** Event, template and recipient make the delivery idempotent. */
export async function sendMail(
  work: ExternalHandlerContext,
  { send, supportPhone, supportEmail }: Mailer,
  eventId: bigint,
  { side, id, part }: MailRecipient,
  { template, compose: composeFor }: MailText,
): Promise<void> {
  const recipient =
    side === 'support'
      ? { email: supportEmail, name: 'Support', language: defaultLanguage }
      : await work.transaction(({ tx }) => selectRecipient(tx, side, id));
  if (!recipient) return;
  const firstName = recipient.name.trim().split(/\s+/, 1)[0] ?? '';
  const composed = composeFor({ firstName, supportPhone, language: recipient.language });
  const messageId = [template, eventId, ...(part === undefined ? [] : [part])].join('.');
  await deliverMessage(work, { id: messageId, channel: 'email', template, recipient: `${side}:${id}` }, () =>
    send({ ...composed, id: messageId, to: recipient.email }),
  );
}
