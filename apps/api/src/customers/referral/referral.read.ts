import type { StaffReferral } from '@larkmere/contract/back-office/referral-review';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { present } from '../../platform/values/values.ts';
import type { Address } from './compare-addresses.ts';
import type { Referral } from './referral.ts';

export type Progress = Readonly<{
  friendName: string;
  friendStatus: AccountStatus;
  kycStatus: string;
  referrerStatus: AccountStatus;
}>;

export async function findProgress(tx: Tx, { customerId, referrerId }: Referral): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select friend.name as friend_name, friend.state as friend_status, friend.kyc_status,
      referrer.state as referrer_status
    from customer.customer friend, customer.customer referrer
    where friend.id = ${customerId} and referrer.id = ${referrerId}`.execute(tx);
  return present(rows[0], 'the referral');
}

export type SharedItem = 'shared_device' | 'shared_card' | 'shared_bank_account';

/** Who someone is, as far as it tells whether two customers are one person. `depth`: null for the friend, 0 for who invited. */
export type Party = Readonly<{
  depth: number | null;
  userId: string;
  phone: string | null;
  email: string;
  names: readonly string[];
  dateOfBirth: string | null;
  addresses: readonly Address[];
}>;

/** The friend, who invited them, and those through whom the referrer was invited. */
export async function selectParties(tx: Tx, { customerId, referrerId }: Pair): Promise<Party[]> {
  const { rows } = await sql<Party>`
    with recursive chain (id, depth) as (
      select ${referrerId}::uuid, 0
      union
      select r.referrer_id, chain.depth + 1 from referral.referral r join chain on r.customer_id = chain.id
    ),
    party as (select ${customerId}::uuid as id, null::int as depth union all select id, depth from chain)
    select party.depth, u.id as user_id, u.phone, u.email, array_remove(array[u.name, case when not c.business then c.name end], null) as names,
      u.date_of_birth,
      coalesce((select jsonb_agg(jsonb_build_object('street', street, 'postcode', postcode)) from (${addressesOf}) as place), '[]') as addresses
    from party join customer.customer c on c.id = party.id
      join customer.membership m on m.customer_id = c.id and m.state <> 'removed' join customer.user u on u.id = m.user_id
    order by party.depth, u.id`.execute(tx);
  return rows;
}

type Pair = Pick<Referral, 'customerId' | 'referrerId'>;

/** Of `c`: as stored for the customer, and as typed in the identity check. */
const addressesOf = sql`
  select concat_ws(' ', c.address ->> 'buildingNumber', c.address ->> 'street') as street, c.address ->> 'postCode' as postcode
  where c.address ->> 'street' is not null and c.address ->> 'postCode' is not null
  union all
  select s.value #>> '{}', p.value #>> '{}' from kyc.application a join kyc.item i on i.application_id = a.id
    join kyc.answer s on s.item_id = i.id and s.name = 'street' join kyc.answer p on p.item_id = i.id and p.name = 'postcode'
  where a.customer_id = c.id and i.person_id is null`;

/** The same card: brand, last digits and expiry, because the number is at the processor. */
export async function findSharedItem(tx: Tx, { customerId, referrerId }: Pair): Promise<SharedItem | undefined> {
  const devices = (customer: string) => sql`
    select d.secret_hash from device.device d join customer.membership m on m.user_id = d.user_id
    where m.customer_id = ${customer} and m.state <> 'removed'`;
  const { rows } = await sql<{ trait: SharedItem }>`
    select trait from (
      select 1 as rank, 'shared_device' as trait
      where exists (${devices(customerId)} intersect ${devices(referrerId)})
      union all select 2, 'shared_card' where exists (
        select from card.card c join card.card d using (brand, last4, expiry_month, expiry_year)
        where c.customer_id = ${customerId} and d.customer_id = ${referrerId})
      union all select 3, 'shared_bank_account' where exists (
        select from payee.payee p join payee.payee q using (account)
        where p.customer_id = ${customerId} and q.customer_id = ${referrerId} and p.own_account and q.own_account)
    ) as found order by rank limit 1`.execute(tx);
  return rows[0]?.trait;
}

export type NewExchange = Readonly<{
  id: string;
  sell: Currency;
  buy: Currency;
  sellMinor: bigint;
  buyMinor: bigint;
  midValueMinor: bigint;
  executedAt: Date;
}>;

/** Exchanges of the friend that count and are not recorded yet. */
export async function selectNewExchanges(tx: Tx, referral: Referral): Promise<NewExchange[]> {
  const { rows } = await sql<NewExchange>`
    select c.id, c.sell, c.buy, c.sell_minor, c.buy_minor,
      c.mid_value_minor, c.made_at as executed_at
    from fx.conversion c
    where c.customer_id = ${referral.customerId} and c.made_at >= ${referral.registeredAt}
      and (c.made_at at time zone 'Europe/London')::date <= ${referral.completeBy}
      and not exists (select from referral.exchange e where e.conversion_id = c.id)
    order by c.made_at, c.id`.execute(tx);
  return rows;
}

export type InvitedFriend = Readonly<{
  id: string;
  name: string;
  requestedAt: Date;
  reminders: number;
  remindedAt: Date | null;
}>;

const invitedRows = (referrerId: string) => sql`
  select distinct on (lower(q.email)) q.id, coalesce(q.latin_name, q.name) as name, q.requested_at,
    q.reminders, q.reminded_at
  from registration.request q
  where q.referrer_id = ${referrerId} and q.requested_at > now() - interval '30 days'
    and not exists (
      select from registration.request done
      where done.referrer_id = q.referrer_id and lower(done.email) = lower(q.email) and done.confirmed_at is not null)
  order by lower(q.email), coalesce(q.reminded_at, q.requested_at) desc`;

/**
 * Registered with the link of this customer and not confirmed. Nothing else about the address counts, neither that it is
 * known nor that it registered without the link: who invites must not find out.
 */
export async function selectInvitedFriends(tx: Tx, referrerId: string): Promise<InvitedFriend[]> {
  const { rows } = await sql<InvitedFriend>`
    select * from (${invitedRows(referrerId)}) as invited order by requested_at desc`.execute(tx);
  return rows;
}

export async function findInvitedFriend(tx: Tx, referrerId: string, id: string): Promise<InvitedFriend | undefined> {
  const { rows } = await sql<InvitedFriend>`
    select * from (${invitedRows(referrerId)}) as invited where id = ${id}`.execute(tx);
  return rows[0];
}

export async function selectFriendNames(tx: Tx, customerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from customer.customer where id = any(${customerIds}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type Participant = Readonly<{ memberCode: string; takesPart: boolean }>;

export async function findParticipant(tx: Tx, customerId: string): Promise<Participant> {
  const { rows } = await sql<Participant>`
    select member_code, introducer as takes_part from customer.customer where id = ${customerId}`.execute(tx);
  return present(rows[0], 'the customer');
}

type StaffRow = Omit<StaffReferral, 'reward' | 'registeredAt'> &
  Readonly<{ currency: Currency; rewardMinor: bigint; registeredAt: Date }>;

/** Undefined for an unknown customer. Open appeals first, then the newest. */
export async function selectForStaff(tx: Tx, customerId: string): Promise<StaffRow[] | undefined> {
  const known = await sql`select from customer.customer where id = ${customerId}`.execute(tx);
  if (known.rows.length === 0) return undefined;
  const { rows } = await sql<StaffRow>`
    select r.id as uid, case when r.referrer_id = ${customerId} then 'referrer' else 'friend' end as role,
      jsonb_build_object('uid', c.id, 'name', c.name, 'memberCode', c.member_code) as customer,
      r.state, r.reason, r.offer_code as offer, r.currency, r.reward_minor,
      r.registered_at, r.complete_by,
      case when a.id is not null then jsonb_build_object('uid', a.id, 'text', a.text, 'state', a.state, 'requestedAt', a.requested_at,
        'decidedBy', s.name, 'decidedAt', a.decided_at, 'answer', a.answer) end as appeal
    from referral.referral r
      join customer.customer c on c.id = case when r.referrer_id = ${customerId} then r.customer_id else r.referrer_id end
      left join referral.appeal a on a.referral_id = r.id left join staff.member s on s.id = a.decided_by
    where ${customerId} in (r.referrer_id, r.customer_id)
    order by a.state = 'open' desc nulls last, r.registered_at desc, r.id`.execute(tx);
  return rows;
}
