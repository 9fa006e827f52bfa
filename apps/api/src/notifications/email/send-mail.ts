import { selectOwnerIds } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventType } from '../../platform/events/outbox.ts';
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type ComposedMail, compose, type MailRecipientFields } from '../../platform/mail/compose.ts';
import type { SendMail } from '../../platform/mail/smtp.ts';
import type { MailParameters, MailTemplate } from '../../platform/mail/templates.ts';
import { deliverMessage } from '../outgoing-message/outgoing-message.ts';
import { type RecipientSide, selectRecipient } from './email.read.ts';

export type Mailer = Readonly<{
  send: SendMail;
  supportPhone: string;
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
}>;

type Transaction = ExternalHandlerContext['transaction'];
type MailContext = Readonly<{ mailer: Mailer; transaction: Transaction }>;

type MailText = Readonly<{ template: MailTemplate; compose: (fields: MailRecipientFields) => ComposedMail }>;

export const mailText = <T extends MailTemplate>(template: T, parameters: MailParameters<T>): MailText => ({
  template,
  compose: (fields) => compose(template, fields, parameters),
});

/** `part` distinguishes several recipients of one event. */
type MailRecipient = Readonly<{ side: RecipientSide; id: string; part?: string }>;
export type MailTo<P> = (
  payload: P,
  transaction: Transaction,
) => readonly MailRecipient[] | Promise<readonly MailRecipient[]>;

export const toOne =
  <P>(side: RecipientSide, idOf: (payload: P) => string | null): MailTo<P> =>
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
/** By membership, also one that has ended. */
export const member = toOne<Readonly<{ membershipId: string }>>('member', ({ membershipId }) => membershipId);
export const staffMember = toOne<Readonly<{ memberId: string }>>('staff', ({ memberId }) => memberId);

export type Mail = (mailer: Mailer) => Subscription;

/** The subscription of a row. Deliveries are stored under the name of the listener, so it never changes. */
export const mail =
  <P extends object>(event: EventType<P>, listener: string, { to, text }: MailRow<P>): Mail =>
  (mailer) =>
    externalHandler(event, listener, async (work, { eventId, payload }) => {
      const { transaction } = work;
      const composed = await text(payload, { mailer, transaction });
      if (!composed) return;
      for (const recipient of await to(payload, transaction))
        await sendMail(work, mailer, eventId, recipient, composed);
    });

/** Event, template and recipient make the delivery idempotent. */
export async function sendMail(
  work: ExternalHandlerContext,
  { send, supportPhone }: Mailer,
  eventId: bigint,
  { side, id, part }: MailRecipient,
  { template, compose: composeFor }: MailText,
): Promise<void> {
  const recipient = await work.transaction(({ tx }) => selectRecipient(tx, side, id));
  if (!recipient) return;
  const firstName = recipient.name.trim().split(/\s+/, 1)[0] ?? '';
  const composed = composeFor({ firstName, supportPhone, language: recipient.language });
  const messageId = [template, eventId, ...(part === undefined ? [] : [part])].join('.');
  await deliverMessage(work, { id: messageId, channel: 'email', template, recipient: `${side}:${id}` }, () =>
    send({ ...composed, id: messageId, to: recipient.email }),
  );
}
