import type { PersonView } from '@larkmere/contract/back-office/person';
import type { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import { findChannels } from '../../identity/channel/channel.ts';
import { maxFailures } from '../../identity/pin/pin.ts';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';

type PersonRow = Readonly<{
  uid: string;
  name: string;
  username: string;
  email: string;
  pinFailures: number | null;
  oneTimePasswordUntil: Date | null;
  newEmailUntil: Date | null;
  newPhoneUntil: Date | null;
}>;

async function findPerson(tx: Tx, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select p.id as uid, p.name, p.username, p.email,
      (select failures from pin.pin where user_id = p.id) as pin_failures,
      (select one_time_until from session.password where user_id = p.id and one_time_until > now()) as one_time_password_until,
      (select max(expires_at) from email_change.request where user_id = p.id and used_at is null and voided_at is null
        and expires_at > now()) as new_email_until,
      (select max(expires_at) from phone_change.request where user_id = p.id and used_at is null and voided_at is null
        and expires_at > now()) as new_phone_until
    from customer.user p where p.id = ${id}`.execute(tx);
  return rows[0];
}

type CustomerOfPerson = Readonly<{
  uid: string;
  memberCode: string;
  name: string;
  role: string;
  state: string;
  status: string;
}>;

export async function selectCustomersOf(tx: Tx, userId: string): Promise<CustomerOfPerson[]> {
  const { rows } = await sql<CustomerOfPerson>`
    select c.id as uid, c.member_code, c.name, m.role, m.state, c.state as status
    from customer.membership m join customer.customer c on c.id = m.customer_id
    where m.user_id = ${userId} and m.state <> 'removed' order by lower(c.name), c.id`.execute(tx);
  return rows;
}

export const showPerson: Verb<typeof contract.person.show> = async (ctx, { id }) => {
  const person = await viewPerson(ctx, id);
  await audit(ctx, 'person.viewed', `person:${id}`);
  return person;
};

/** Refuses with `not_found`. */
export async function viewPerson({ tx }: StaffCtx, id: string): Promise<PersonView> {
  const found = await findPerson(tx, id);
  if (!found) throw new Refusal('not_found');
  const { pinFailures, oneTimePasswordUntil, newEmailUntil, newPhoneUntil, ...person } = found;
  const { phone } = await findChannels(tx, id);
  return {
    ...person,
    phone: phone?.shown ?? null,
    phoneTakesHelp: phone?.isConfirmed === true && phone.isSettled,
    pin: pinFailures === null ? 'none' : pinFailures >= maxFailures ? 'locked' : 'active',
    oneTimePasswordUntil: oneTimePasswordUntil?.toISOString() ?? null,
    newEmailUntil: newEmailUntil?.toISOString() ?? null,
    newPhoneUntil: newPhoneUntil?.toISOString() ?? null,
    customers: await selectCustomersOf(tx, id),
  };
}
