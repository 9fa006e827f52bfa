import { statusesAllowing } from '@larkmere/contract/platform/account-status';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { isUsableBankholder } from '../../accounts/bank-account/bank-account.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';

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
