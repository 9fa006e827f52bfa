import type { Tx } from '../../platform/db/db.ts';
import { selectContact } from './channel.read.ts';

export type ChannelAddress = Readonly<{ address: string; shown: string }>;

/**
 * Where a person can be reached. A channel that changed in the last week is not usable for a code: who took the account
 * over may have changed it. A number of a contact recovery counts at once, because two members of staff, a day and a
 * notice to every channel stood before it.
 */
export type Channels = Readonly<{
  email: ChannelAddress & Readonly<{ isSettled: boolean }>;
  phone: (ChannelAddress & Readonly<{ isSettled: boolean; isConfirmed: boolean }>) | undefined;
}>;

export async function findChannels(tx: Tx, userId: string): Promise<Channels> {
  const { email, phone, isEmailSettled, isPhoneSettled, isPhoneConfirmed } = await selectContact(tx, userId);
  return {
    email: { address: email, shown: maskEmail(email), isSettled: isEmailSettled },
    phone:
      phone === null
        ? undefined
        : { address: phone, shown: maskPhone(phone), isSettled: isPhoneSettled, isConfirmed: isPhoneConfirmed },
  };
}

const shownDigits = 3;

export const maskPhone = (phone: string): string => `•••• ${phone.slice(-shownDigits)}`;

/** The first letter and the domain: enough to know one's own, too little to learn another's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
