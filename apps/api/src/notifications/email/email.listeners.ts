import { pinLocked } from '../../identity/pin/pin.ts';
import { signInLocked } from '../../identity/session/session.ts';
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { compose } from '../../platform/mail/compose.ts';
import type { SendMail } from '../../platform/mail/smtp.ts';
import type { MailParameters, MailTemplate } from '../../platform/mail/templates.ts';
import { audit } from '../../platform/requests/audit.ts';
import { selectRecipient } from './email.read.ts';

export type Mailer = Readonly<{ send: SendMail; supportPhone: string }>;

export const mailListeners = (mailer: Mailer): Subscription[] => [
  externalHandler(pinLocked, 'mail-pin-locked', (work, { eventId, payload: { userId, at } }) =>
    sendMail(work, mailer, {
      template: 'email_pin_locked',
      eventId,
      side: 'person',
      id: userId,
      parameters: { lockedAt: new Date(at) },
    }),
  ),
  externalHandler(signInLocked, 'mail-sign-in-locked', async (work, { eventId, payload: { realm, id, until } }) => {
    if (id === null) return;
    const parameters = { unlocksAt: new Date(until) };
    await sendMail(work, mailer, { template: 'email_login_locked', eventId, side: realm, id, parameters });
  }),
];

type MailRequest<T extends MailTemplate> = Readonly<{
  template: T;
  eventId: bigint;
  side: 'person' | 'staff';
  id: string;
  parameters: MailParameters<T>;
}>;

async function sendMail<T extends MailTemplate>(
  { transaction }: ExternalHandlerContext,
  { send, supportPhone }: Mailer,
  { template, eventId, side, id, parameters }: MailRequest<T>,
): Promise<void> {
  const recipient = await transaction(({ tx }) => selectRecipient(tx, side, id));
  if (!recipient) return;
  const firstName = recipient.name.trim().split(/\s+/, 1)[0] ?? '';
  const composed = compose(template, { firstName, supportPhone }, parameters);
  const outcome = await send({ ...composed, id: `${template}.${eventId}`, to: recipient.email });
  await transaction((ctx) => audit(ctx, `mail.${outcome}`, `${side}:${id}`, { template }));
}
