import { defaultText } from '@larkmere/messages/format-message';
import { passwordReset } from '../../identity/recovery/recovery.ts';
import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import type { SendSms } from '../../platform/sms/sms-gateway.ts';
import { deliverMessage } from '../outgoing-message/outgoing-message.ts';
import { selectPhone } from './sms.read.ts';

export type Texter = Readonly<{ send: SendSms; supportPhone: string }>;

/** A text message reaches the owner when the mailbox is in other hands. */
export const smsListeners = ({ send, supportPhone }: Texter): Subscription[] => [
  externalHandler(passwordReset, 'sms-password-changed', async (work, { eventId, payload: { userId, at } }) => {
    const to = await work.transaction(({ tx }) => selectPhone(tx, userId));
    if (to === undefined) return;
    const text = defaultText('sms_password_changed', { changedAt: new Date(at), supportPhone });
    const template = 'sms_password_changed';
    const id = `${template}.${eventId}`;
    await deliverMessage(work, { id, channel: 'sms', template, recipient: `person:${userId}` }, () =>
      send({ id, to, text }),
    );
  }),
];
