import { defaultText } from '@larkmere/messages/format-message';
import { accessRequestChanged } from '../../customers/access-request/access-request.ts';
import {
  contactRecoveryChanged,
  contactRecoverySent,
  deriveContactCode,
} from '../../customers/contact-recovery/contact-recovery.ts';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
import { factorResetChanged } from '../../customers/factor-reset/factor-reset.ts';
import { derivePhoneCode, phoneChanged, phoneChangeRequested } from '../../customers/phone-change/phone-change.ts';
import { deriveOneTimePassword, oneTimePasswordSet } from '../../identity/password/password.ts';
import { derivePinCode, pinCodeRequested } from '../../identity/pin/pin.ts';
import { passwordReset, recoveryStartedByStaff } from '../../identity/recovery/recovery.ts';
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import type { SendSms } from '../../platform/sms/sms-gateway.ts';
import { deliverMessage } from '../outgoing-message/outgoing-message.ts';
import { selectOldPhone, selectPhone, selectPhoneOfChange, selectPhonesOfRecovery } from './sms.read.ts';

export type Texter = Readonly<{
  send: SendSms;
  supportPhone: string;
  /** What codes and passwords are derived from. */
  keys: Readonly<{ pinCodes: Buffer; phoneCodes: Buffer; oneTimePasswords: Buffer; contactRecovery: Buffer }>;
}>;

/** A text message reaches the owner when the mailbox is in other hands. */
export const smsListeners = (texter: Texter): Subscription[] => [
  externalHandler(passwordReset, 'sms-password-changed', async (work, { eventId, payload: { userId, at } }) => {
    const to = await work.transaction(({ tx }) => selectPhone(tx, userId));
    const parameters = { changedAt: new Date(at), supportPhone: texter.supportPhone };
    await sendText(work, texter, { template: 'sms_password_changed', eventId, userId, to }, () =>
      defaultText('sms_password_changed', parameters),
    );
  }),
  externalHandler(recoveryStartedByStaff, 'sms-password-ended', async (work, { eventId, payload: { userId, at } }) => {
    const to = await work.transaction(({ tx }) => selectPhone(tx, userId));
    const parameters = { changedAt: new Date(at), supportPhone: texter.supportPhone };
    await sendText(work, texter, { template: 'sms_password_ended', eventId, userId, to }, () =>
      defaultText('sms_password_ended', parameters),
    );
  }),
  externalHandler(oneTimePasswordSet, 'sms-one-time-password', async (work, { eventId, payload }) => {
    const { userId, request, until } = payload;
    const to = await work.transaction(({ tx }) => selectPhone(tx, userId));
    const password = deriveOneTimePassword(texter.keys.oneTimePasswords, request);
    const parameters = { password, expiresAt: new Date(until), supportPhone: texter.supportPhone };
    await sendText(work, texter, { template: 'sms_one_time_password', eventId, userId, to }, () =>
      defaultText('sms_one_time_password', parameters),
    );
  }),
  externalHandler(pinCodeRequested, 'sms-pin-code', async (work, { eventId, payload }) => {
    const { codeId, userId, channel, expiresAt } = payload;
    if (channel !== 'phone') return;
    const to = await work.transaction(({ tx }) => selectPhone(tx, userId));
    const code = derivePinCode(texter.keys.pinCodes, codeId);
    const parameters = { code, expiresAt: new Date(expiresAt), supportPhone: texter.supportPhone };
    await sendText(work, texter, { template: 'sms_pin_code', eventId, userId, to }, () =>
      defaultText('sms_pin_code', parameters),
    );
  }),
  ...phoneChangeTexts(texter),
  ...accessRequestTexts(texter),
  ...factorResetTexts(texter),
  ...contactRecoveryTexts(texter),
];

const phoneChangeTexts = (texter: Texter): Subscription[] => [
  externalHandler(phoneChangeRequested, 'sms-phone-code-new', async (work, { eventId, payload }) => {
    const { requestId, userId, expiresAt } = payload;
    const to = await work.transaction(({ tx }) => selectPhoneOfChange(tx, requestId));
    const code = derivePhoneCode(texter.keys.phoneCodes, requestId, 'new');
    const parameters = { code, expiresAt: new Date(expiresAt), supportPhone: texter.supportPhone };
    await sendText(work, texter, { template: 'sms_phone_code', eventId, userId, to, side: 'new' }, () =>
      defaultText('sms_phone_code', parameters),
    );
  }),
  externalHandler(phoneChangeRequested, 'sms-phone-code-own', async (work, { eventId, payload }) => {
    const { requestId, userId, channel, expiresAt } = payload;
    if (channel !== 'phone') return;
    const to = await work.transaction(({ tx }) => selectPhone(tx, userId));
    const code = derivePhoneCode(texter.keys.phoneCodes, requestId, 'own');
    const parameters = { code, expiresAt: new Date(expiresAt), supportPhone: texter.supportPhone };
    await sendText(work, texter, { template: 'sms_phone_code', eventId, userId, to, side: 'own' }, () =>
      defaultText('sms_phone_code', parameters),
    );
  }),
  externalHandler(phoneChanged, 'sms-phone-changed', async (work, { eventId, payload }) => {
    const { requestId, userId, at } = payload;
    const to = await work.transaction(({ tx }) => selectOldPhone(tx, requestId));
    const parameters = { changedAt: new Date(at), supportPhone: texter.supportPhone };
    await sendText(work, texter, { template: 'sms_phone_changed', eventId, userId, to }, () =>
      defaultText('sms_phone_changed', parameters),
    );
  }),
];

const accessRequestTexts = (texter: Texter): Subscription[] => [
  externalHandler(accessRequestChanged, 'sms-access-request', async (work, { eventId, payload }) => {
    const { customerId, step } = payload;
    if (step !== 'prepared' && step !== 'scheduled' && step !== 'applied') return;
    const template = step === 'applied' ? 'sms_access_request_applied' : 'sms_access_request';
    for (const userId of await work.transaction(({ tx }) => selectOwnerIds(tx, customerId))) {
      const to = await work.transaction(({ tx }) => selectPhone(tx, userId));
      await sendText(work, texter, { template, eventId: `${eventId}.${userId}`, userId, to }, () =>
        defaultText(template, { supportPhone: texter.supportPhone }),
      );
    }
  }),
];

const factorResetTexts = (texter: Texter): Subscription[] => [
  externalHandler(factorResetChanged, 'sms-factor-reset', async (work, { eventId, payload }) => {
    const { userId, state, appliesAt } = payload;
    const to = await work.transaction(({ tx }) => selectPhone(tx, userId));
    const { supportPhone } = texter;
    if (state === 'approved') {
      const parameters = { takesEffectAt: new Date(appliesAt ?? 0), supportPhone };
      await sendText(work, texter, { template: 'sms_factor_reset_approved', eventId, userId, to }, () =>
        defaultText('sms_factor_reset_approved', parameters),
      );
      return;
    }
    const isEnd = state === 'refused' || state === 'cancelled' || state === 'expired';
    const template = isEnd ? 'sms_factor_reset_ended' : (`sms_factor_reset_${state}` as const);
    await sendText(work, texter, { template, eventId, userId, to }, () => defaultText(template, { supportPhone }));
  }),
];

/** To the number of before, also once it has been replaced. */
const contactRecoveryTexts = (texter: Texter): Subscription[] => [
  externalHandler(contactRecoveryChanged, 'sms-contact-recovery', async (work, { eventId, payload }) => {
    const { requestId, userId, step, at } = payload;
    const { supportPhone } = texter;
    if (!['prepared', 'approved', 'confirming', 'confirmed'].includes(step)) return;
    const { oldPhone: to } = await work.transaction(({ tx }) => selectPhonesOfRecovery(tx, requestId));
    if (step === 'confirmed')
      await sendText(work, texter, { template: 'sms_contact_recovery_done', eventId, userId, to }, () =>
        defaultText('sms_contact_recovery_done', { changedAt: new Date(at), supportPhone }),
      );
    else
      await sendText(work, texter, { template: 'sms_contact_recovery', eventId, userId, to }, () =>
        defaultText('sms_contact_recovery', { supportPhone }),
      );
  }),
  externalHandler(contactRecoverySent, 'sms-contact-code', async (work, { eventId, payload }) => {
    const { requestId, userId, expiresAt } = payload;
    const { newPhone: to } = await work.transaction(({ tx }) => selectPhonesOfRecovery(tx, requestId));
    const code = deriveContactCode(texter.keys.contactRecovery, requestId);
    const parameters = { code, expiresAt: new Date(expiresAt), supportPhone: texter.supportPhone };
    await sendText(work, texter, { template: 'sms_contact_code', eventId, userId, to, side: 'new' }, () =>
      defaultText('sms_contact_code', parameters),
    );
  }),
];

type TextRequest = Readonly<{
  template: string;
  eventId: bigint | string;
  userId: string;
  /** Undefined for a person without a number, who gets no text. */
  to: string | undefined;
  side?: 'own' | 'new';
}>;

async function sendText(
  work: ExternalHandlerContext,
  { send }: Texter,
  { template, eventId, userId, to, side }: TextRequest,
  compose: () => string,
): Promise<void> {
  if (to === undefined) return;
  const id = [template, eventId, ...(side ? [side] : [])].join('.');
  await deliverMessage(work, { id, channel: 'sms', template, recipient: `person:${userId}` }, () =>
    send({ id, to, text: compose() }),
  );
}
