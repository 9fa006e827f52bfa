import { audit } from '../kernel/audit.ts';
import { formatDateTime } from '../kernel/moment-text.ts';
import { type OutsideWork, outside, type Subscription } from '../kernel/relay.ts';
import { pinLocked } from '../pin/pin.ts';
import { signInLocked } from '../session/session.ts';
import { compose } from './compose.ts';
import { recipientOf } from './mail.read.ts';
import type { SendMail } from './rails/smtp.ts';
import type { Parameters, Template } from './templates.ts';

export type Mailer = Readonly<{ send: SendMail; supportPhone: string }>;

export const mailListeners = (mailer: Mailer): Subscription[] => [
  outside(pinLocked, 'mail-pin-locked', (work, { eventId, payload: { personId, at } }) =>
    mail(work, mailer, {
      template: 'email_pin_locked',
      eventId,
      side: 'person',
      id: personId,
      parameters: { lockedAt: formatDateTime(new Date(at)) },
    }),
  ),
  outside(signInLocked, 'mail-sign-in-locked', async (work, { eventId, payload: { side, id, until } }) => {
    if (id === null) return;
    const parameters = { unlocksAt: formatDateTime(new Date(until)) };
    await mail(work, mailer, { template: 'email_login_locked', eventId, side, id, parameters });
  }),
];

type Letter<T extends Template> = Readonly<{
  template: T;
  eventId: bigint;
  side: 'person' | 'staff';
  id: string;
  parameters: Parameters<T>;
}>;

async function mail<T extends Template>(
  { transaction }: OutsideWork,
  { send, supportPhone }: Mailer,
  { template, eventId, side, id, parameters }: Letter<T>,
): Promise<void> {
  const recipient = await transaction(({ tx }) => recipientOf(tx, side, id));
  if (!recipient) return;
  const firstName = recipient.name.trim().split(/\s+/, 1)[0] ?? '';
  const composed = compose(template, { firstName, supportPhone }, parameters);
  const outcome = await send({ ...composed, id: `${template}.${eventId}`, to: recipient.email });
  await transaction((ctx) => audit(ctx, `mail.${outcome}`, `${side}:${id}`, { template }));
}
