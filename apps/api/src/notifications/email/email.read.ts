import { defaultLanguage, type Language } from '@larkmere/messages/languages';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type Recipient = Readonly<{ email: string; name: string; language: Language }>;

export type RecipientSide =
  | 'person'
  | 'staff'
  | 'registration'
  | 'old-email'
  | 'new-email'
  | 'old-contact'
  | 'new-contact'
  | 'invitation'
  | 'member'
  | 'kyc-person';

const recipients = {
  person: sql`
    select p.id, p.email, p.name from customer.user p
    where exists (select from customer.membership m where m.user_id = p.id and m.state = 'active')`,
  staff: sql`select id, email, name from staff.member where status in ('active', 'invited')`,
  'old-email': sql`
    select e.id, e.old_email as email, p.name from email_change.request e join customer.user p on p.id = e.user_id`,
  'new-email': sql`
    select e.id, e.new_email as email, p.name from email_change.request e join customer.user p on p.id = e.user_id`,
  'old-contact': sql`
    select r.id, r.old_email as email, p.name from contact_recovery.request r join customer.user p on p.id = r.user_id
    where r.old_email <> ''`,
  'new-contact': sql`
    select r.id, r.new_email as email, p.name from contact_recovery.request r join customer.user p on p.id = r.user_id
    where r.state = 'confirming'`,
  invitation: sql`
    select l.id, m.invited_email as email, l.name from invitation.link l join customer.membership m on m.id = l.membership_id`,
  // By membership, also one that has ended: its person is told.
  member: sql`select m.id, p.email, p.name from customer.membership m join customer.user p on p.id = m.user_id`,
  'kyc-person': sql`select id, email, name from kyc.person where removed_at is null`,
  registration: sql`
    select r.id, coalesce(p.email, r.email) as email, r.name
    from registration.request r left join customer.user p on p.id = r.known_user_id`,
} as const;

export async function selectRecipient(tx: Tx, side: RecipientSide, id: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Omit<Recipient, 'language'>>`
    select email, name from (${recipients[side]}) as recipient where id = ${id}`.execute(tx);
  const [found] = rows;
  return found && { ...found, language: defaultLanguage };
}

export async function selectCompanyName(tx: Tx, customerId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from customer.customer where id = ${customerId}`.execute(tx);
  return rows[0]?.name ?? '';
}

type RegistrationMail = Readonly<{ isKnown: boolean; isOpen: boolean; expiresAt: Date }>;

export async function selectRegistration(tx: Tx, id: string): Promise<RegistrationMail | undefined> {
  const { rows } = await sql<RegistrationMail>`
    select known_user_id is not null as is_known, expires_at,
      expires_at > now() and voided_at is null and confirmed_at is null as is_open
    from registration.request where id = ${id}`.execute(tx);
  return rows[0];
}

/** A member code logs in the owner only. */
export async function selectLoginName(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select case when m.role = 'owner' then c.member_code else p.username end as name
    from customer.user p join customer.membership m on m.user_id = p.id join customer.customer c on c.id = m.customer_id
    where p.id = ${userId} and m.state = 'active'
    order by m.role = 'owner' desc, m.created_at limit 1`.execute(tx);
  return rows[0]?.name ?? '';
}

type InvitationMail = Readonly<{ inviterName: string; companyName: string; role: string; expiresAt: Date }>;

export async function selectInvitation(tx: Tx, linkId: string): Promise<InvitationMail | undefined> {
  const { rows } = await sql<InvitationMail>`
    select p.name as inviter_name, c.name as company_name, m.role, l.expires_at
    from invitation.link l join customer.membership m on m.id = l.membership_id
      join customer.customer c on c.id = m.customer_id join customer.user p on p.id = m.invited_by
    where l.id = ${linkId} and l.ended_at is null and l.expires_at > now()`.execute(tx);
  return rows[0];
}

type InvitedPerson = Readonly<{ firmName: string; expiresAt: Date }>;

/** Undefined once another link took the place of this one. */
export async function selectInvitedPerson(
  tx: Tx,
  personId: string,
  linkId: string,
): Promise<InvitedPerson | undefined> {
  const { rows } = await sql<InvitedPerson>`
    select c.name as firm_name, p.link_expires_at as expires_at
    from kyc.person p join kyc.application a on a.id = p.application_id join customer.customer c on c.id = a.customer_id
    where p.id = ${personId} and p.link_id = ${linkId} and p.link_expires_at > now()`.execute(tx);
  return rows[0];
}

export async function selectNewPhone(tx: Tx, recoveryId: string): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select new_phone as phone from contact_recovery.request where id = ${recoveryId}`.execute(tx);
  return rows[0]?.phone ?? null;
}

type CustomerName = Readonly<{ companyName: string; memberCode: string }>;

export async function selectCustomerName(tx: Tx, customerId: string): Promise<CustomerName> {
  const { rows } = await sql<CustomerName>`
    select name as company_name, member_code from customer.customer where id = ${customerId}`.execute(tx);
  return rows[0] ?? { companyName: '', memberCode: '' };
}

type SupportMessage = CustomerName &
  Readonly<{ reference: string; type: string; topic: string; name: string; paymentReference: string }>;

/** Of a message without a payment, `none`. */
export async function selectHelpMessage(tx: Tx, id: string): Promise<SupportMessage | undefined> {
  const { rows } = await sql<SupportMessage>`
    select h.reference, h.kind as type, h.topic, u.name, c.name as company_name, c.member_code,
      coalesce(p.reference, 'none') as payment_reference
    from help.message h join customer.user u on u.id = h.user_id join customer.customer c on c.id = h.customer_id
      left join payment.payment p on p.id = h.payment_id
    where h.id = ${id}`.execute(tx);
  return rows[0];
}
