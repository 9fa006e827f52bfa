import { statusesAllowing } from '@larkmere/contract/platform/account-status';
import { identifierValue } from '@larkmere/contract/reference/identifier-text';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { isUsableBankholder } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';

type Identifier = Readonly<{ memberCode: string | null; email: string | null; phone: string | null }>;

/** What was typed as a member code, an e-mail address or a telephone number. Nothing that it cannot be is searched. */
export function readIdentifier(typed: string): Identifier {
  const text = typed.trim();
  if (text.includes('@')) return { memberCode: null, email: text.toLowerCase(), phone: null };
  const code = /^LM[- ]?(?<digits>\d{4,10})$/i.exec(text)?.groups?.digits;
  if (code) return { memberCode: `LM-${code}`, email: null, phone: null };
  const phone = identifierValue(text, 'phone')?.replace(/^00/, '+') ?? '';
  return { memberCode: null, email: null, phone: /^\+\d{7,15}$/.test(phone) ? phone : null };
}

type RecipientRow = Readonly<{
  id: string;
  name: string;
  memberSince: number;
  currencies: Currency[];
  paidBefore: boolean;
}>;

/**
 * The one customer whom the identifier means: by code, or by the address or number of an owner. Several are nobody. A
 * member who cannot receive is read like one who does not exist.
 */
export async function findRecipient(
  tx: Tx,
  sender: string,
  { memberCode, email, phone }: Identifier,
): Promise<RecipientRow | undefined> {
  const { rows } = await sql<RecipientRow>`
    with meant as (
      select id from customer.customer where member_code = ${memberCode}
      union
      select m.customer_id from customer.user p join customer.membership m on m.user_id = p.id
      where m.role = 'owner' and m.state = 'active' and (lower(p.email) = ${email} or p.phone = ${phone}))
    select c.id, c.name, extract(year from c.created_at)::int as member_since,
      array(select distinct a.currency::text from bank_account.account a
        where a.customer_id = c.id and a.status = 'active' order by 1) as currencies,
      exists (select from member_transfer.transfer t where t.customer_id = ${sender} and t.recipient_id = c.id) as paid_before
    from meant join customer.customer c using (id)
    where c.state = any(${statusesAllowing('receive')}::text[])`.execute(tx);
  return rows.length === 1 ? rows[0] : undefined;
}

export type PayableRecipient = Readonly<{
  id: string;
  name: string;
  /** When it was looked up. */
  lookedUpName: string | null;
  paidBefore: boolean;
  bankholderId: string | null;
}>;

/** The recipient of a look-up of this person, with the account that takes the currency. */
export async function findLookedUp(
  tx: Tx,
  {
    lookupId,
    customerId,
    userId,
    currency,
    validSeconds,
  }: Readonly<{
    lookupId: string;
    customerId: string;
    userId: string;
    currency: Currency;
    validSeconds: number;
  }>,
): Promise<PayableRecipient | undefined> {
  const { rows } = await sql<PayableRecipient>`
    select c.id, c.name, l.recipient_name as looked_up_name,
      exists (select from member_transfer.transfer t where t.customer_id = l.customer_id and t.recipient_id = c.id) as paid_before,
      (select a.bankholder_id from bank_account.account a
        where a.customer_id = c.id and a.currency = ${currency} and a.status = 'active'
          and c.state = any(${statusesAllowing('receive')}::text[])
        order by a.opened_at, a.id limit 1) as bankholder_id
    from member_transfer.lookup l join customer.customer c on c.id = l.recipient_id
    where l.id = ${lookupId} and l.customer_id = ${customerId} and l.user_id = ${userId} and c.id <> l.customer_id
      and l.at > now() - ${validSeconds} * interval '1 second'`.execute(tx);
  return rows[0];
}

export type PaidMember = Readonly<{
  id: string;
  name: string;
  memberSince: number;
  canReceive: boolean;
  currencies: Currency[];
  /** The last transfer to this member. */
  transferId: string;
  lastPaidAt: Date;
}>;

/**
 * The members whom the customer has paid, last paid first. Only transfers from accounts that this person may use count:
 * they do not learn whom their colleagues pay from others.
 */
export async function findPaidMembers({ tx, actor }: MemberCtx): Promise<PaidMember[]> {
  const { rows } = await sql<PaidMember>`
    select c.id, c.name, extract(year from c.created_at)::int as member_since,
      c.state = any(${statusesAllowing('receive')}::text[]) as can_receive,
      array(select distinct a.currency::text from bank_account.account a
        where a.customer_id = c.id and a.status = 'active' order by 1) as currencies,
      paid.id as transfer_id, paid.made_at as last_paid_at
    from (
      select distinct on (t.recipient_id) t.recipient_id, t.id, t.made_at
      from member_transfer.transfer t
      where t.customer_id = ${actor.customerId} and ${isUsableBankholder(sql`t.source_bankholder_id`, actor)}
      order by t.recipient_id, t.made_at desc, t.id desc) paid
      join customer.customer c on c.id = paid.recipient_id
    order by paid.made_at desc, paid.id`.execute(tx);
  return rows;
}

/** Who received a transfer of the customer, from an account that this person may use. */
export async function findTransferRecipient({ tx, actor }: MemberCtx, transferId: string): Promise<string | undefined> {
  const { rows } = await sql<{ recipientId: string }>`
    select t.recipient_id from member_transfer.transfer t
    where t.id = ${transferId} and t.customer_id = ${actor.customerId}
      and ${isUsableBankholder(sql`t.source_bankholder_id`, actor)}`.execute(tx);
  return rows[0]?.recipientId;
}
