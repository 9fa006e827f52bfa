import type { ExternalHandlerContext } from '../../platform/events/relay.ts';
import { compose } from '../../platform/mail/compose.ts';
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

type MailRequest<T extends MailTemplate> = Readonly<{
  template: T;
  /** With the template it makes the delivery idempotent; of several recipients, with the recipient. */
  eventId: bigint | string;
  side: RecipientSide;
  id: string;
  parameters: MailParameters<T>;
}>;

export async function sendMail<T extends MailTemplate>(
  work: ExternalHandlerContext,
  { send, supportPhone }: Mailer,
  { template, eventId, side, id, parameters }: MailRequest<T>,
): Promise<void> {
  const recipient = await work.transaction(({ tx }) => selectRecipient(tx, side, id));
  if (!recipient) return;
  const firstName = recipient.name.trim().split(/\s+/, 1)[0] ?? '';
  const composed = compose(template, { firstName, supportPhone, language: recipient.language }, parameters);
  const mail = { ...composed, id: `${template}.${eventId}`, to: recipient.email };
  await deliverMessage(work, { id: mail.id, channel: 'email', template, recipient: `${side}:${id}` }, () => send(mail));
}
