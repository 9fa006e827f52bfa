import { defaultText } from '@larkmere/messages/format-message';
import { accessRequestChanged } from '../../customers/access-request/access-request.ts';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
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
  externalHandler(accessRequestChanged, 'sms-access-request', async (work, { eventId, payload }) => {
    const { customerId, step } = payload;
    if (step !== 'prepared' && step !== 'scheduled' && step !== 'applied') return;
    const template = step === 'applied' ? 'sms_access_request_applied' : 'sms_access_request';
    for (const owner of await work.transaction(({ tx }) => selectOwnerIds(tx, customerId))) {
      const to = await work.transaction(({ tx }) => selectPhone(tx, owner));
      if (to === undefined) continue;
      const id = `${template}.${eventId}.${owner}`;
      const text = defaultText(template, { supportPhone });
      await deliverMessage(work, { id, channel: 'sms', template, recipient: `person:${owner}` }, () =>
        send({ id, to, text }),
      );
    }
  }),
];
