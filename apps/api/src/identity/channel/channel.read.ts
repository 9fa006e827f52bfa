import type { Channel } from '@larkmere/contract/identity/channel';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { findResetChannel, selectFactorReset } from '../session/session.ts';

type ChannelAddress = Readonly<{ address: string; shown: string }>;

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

type ProofChannel = ChannelAddress & Readonly<{ channel: Channel }>;

/**
 * Where a code proves more than the password: never what the password was last reset through, because who has that has
 * the password too, and never the mailbox that a lost second factor was removed through. Undefined if there is no such
 * channel, or it changed in the last week.
 */
export async function findProofChannel(tx: Tx, userId: string): Promise<ProofChannel | undefined> {
  const channels = await findChannels(tx, userId);
  const resetChannel = await findResetChannel(tx, userId);
  const isMailboxUsed = (await selectFactorReset(tx, userId)) !== undefined;
  for (const channel of ['email', 'phone'] as const) {
    const found = channels[channel];
    if (channel === 'email' && isMailboxUsed) continue;
    if (channel !== resetChannel && found?.isSettled) return { channel, ...found };
  }
  return undefined;
}

const settledDays = 7;

type Contact = Readonly<{
  email: string;
  phone: string | null;
  isEmailSettled: boolean;
  isPhoneSettled: boolean;
  isPhoneConfirmed: boolean;
}>;

async function selectContact(tx: Tx, userId: string): Promise<Contact> {
  const { rows } = await sql<Contact>`
    select p.email, p.phone, p.phone_confirmed_at is not null as is_phone_confirmed,
      p.phone_is_own and (coalesce(p.phone_changed_at < now() - ${settledDays} * interval '1 day', true)
        or exists (select from contact_recovery.request r where r.user_id = p.id and r.state = 'confirmed'
          and r.new_phone = p.phone and r.ended_at >= p.phone_changed_at - interval '1 second')) as is_phone_settled,
      not exists (select from email_change.request e where e.user_id = p.id
        and e.used_at > now() - ${settledDays} * interval '1 day')
        and not exists (select from contact_recovery.request r where r.user_id = p.id and r.state = 'confirmed'
          and r.ended_at > now() - ${settledDays} * interval '1 day') as is_email_settled
    from customer.user p where p.id = ${userId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`no person ${userId}`);
  return row;
}
