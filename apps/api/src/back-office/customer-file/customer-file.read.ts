import type {
  CustomerHeader,
  CustomerLine,
  CustomerNote,
  CustomerOrderRow,
  CustomerPayeeRow,
} from '@larkmere/contract/back-office/customer-file';
import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isConfidentialEntry, isConfidentialNote, readableBy } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';

/** Moments as dates, as the database gives them. */
type Dated<Row> = {
  [Key in keyof Row]: Key extends `${string}At` | 'at' | 'statusSince' ? DateOf<Row[Key]> : Row[Key];
};
type DateOf<Value> = null extends Value ? Date | null : Date;

const latest = 50;
const peopleOf = (id: string) =>
  sql`(select user_id from customer.membership where customer_id = ${id} and user_id is not null)`;
const read = async <Row>(tx: Db | Tx, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(tx)).rows;

export type HeaderRow = Dated<Omit<CustomerHeader, 'waiting' | 'supportNeeds'>> &
  Readonly<{
    heldPayments: number;
    pendingPayees: number;
    proposedStatuses: number;
    openAppeals: number;
    proposedPartnerRules: number;
    isInReview: boolean;
    memberChecks: number;
  }>;

export async function findHeader(tx: Tx, id: string): Promise<HeaderRow | undefined> {
  const [row] = await read(
    tx,
    sql<HeaderRow>`
    select c.id as uid, c.member_code, c.name, c.kind as type, c.business, c.country, c.state as status,
      c.state_reason as status_reason, c.state_since as status_since, c.kyc_status, f.id as kyc_case,
      c.created_at,
      (select a.value #>> '{}' from kyc.item i join kyc.answer a on a.item_id = i.id and a.name = 'fullName'
        where i.application_id = f.id and i.person_id is null and a.value #>> '{}' <> c.name limit 1) as other_name,
      (select max(s.last_seen_at) from session.session s where s.ended_at is null and s.visit_id is null and s.user_id in ${peopleOf(id)}) as last_seen_at,
      (select count(*)::int from payment.payment p where p.customer_id = c.id and p.state in ('in_review', 'info_required')) as held_payments,
      (select count(*)::int from payee.payee p where p.customer_id = c.id and p.deleted_at is null and p.status = 'pending'
        and p.reason_code is distinct from 'team_approval') as pending_payees,
      (select count(*)::int from status_change.change s where s.customer_id = c.id and s.state = 'proposed'
        and s.from_status = c.state and s.proposed_at >= c.state_since) as proposed_statuses,
      (select count(*)::int from referral.appeal a join referral.referral r on r.id = a.referral_id
        where r.referrer_id = c.id and a.state = 'open') as open_appeals,
      (select count(*)::int from platform.setting_change s where s.setting = 'introducer_partner.rule' and s.state = 'proposed'
        and coalesce(nullif(s.rows -> 0, 'null'), s.rows_before -> 0) ->> 'customer_id' = c.id::text) as proposed_partner_rules,
      (select count(*)::int from kyc.person k join customer.membership m on m.id = k.membership_id
        where k.application_id = f.id and k.removed_at is null and k.provided_at is not null
          and m.identity_checked_at is null and m.state <> 'removed') as member_checks,
      coalesce(f.state = 'in_review' or cardinality(f.concerns) > 0, false) as is_in_review
    from customer.customer c left join kyc.application f on f.customer_id = c.id where c.id = ${id}`,
  );
  return row;
}

const notesQuery = sql`
  select n.id as uid, n.is_support_need, n.is_confidential, n.body, m.name as by, n.written_at as at
  from customer_file.note n join staff.member m on m.id = n.written_by`;

export const selectSupportNeeds = ({ tx, actor }: StaffCtx, id: string): Promise<Dated<CustomerNote>[]> =>
  read(
    tx,
    sql`${notesQuery} where n.customer_id = ${id} and n.is_support_need and ${readableBy(actor, isConfidentialNote)}
      order by n.written_at desc, n.id desc limit ${latest}`,
  );

/** Those before the note `after`, or the latest. */
export const selectNotes = (
  { tx, actor }: StaffCtx,
  id: string,
  { after, most }: Readonly<{ after: string | undefined; most: number }>,
): Promise<Dated<CustomerNote>[]> =>
  read(
    tx,
    sql`${notesQuery} where n.customer_id = ${id} and ${readableBy(actor, isConfidentialNote)} and (${after ?? null}::uuid is null or (n.written_at, n.id) < (
        select written_at, id from customer_file.note where id = ${after ?? null} and customer_id = ${id}))
      order by n.written_at desc, n.id desc limit ${most}`,
  );

export type AccountOfFile = Readonly<{
  bankholderId: string;
  currency: Currency;
  product: 'bank' | 'wallet';
  status: string;
  accountNumber: string | null;
  sortCode: string | null;
  iban: string | null;
  ledgerAccountId: AccountId;
}>;

export const selectAccounts = (tx: Tx, id: string): Promise<AccountOfFile[]> =>
  read(
    tx,
    sql`select bankholder_id, currency, product, status, account_number,
        sort_code, iban, ledger_account_id
      from bank_account.account where customer_id = ${id} order by status = 'closed', opened_at, bankholder_id`,
  );

export type PaymentOfFile = Readonly<{
  uid: string;
  reference: string;
  createdAt: Date;
  payeeName: string;
  payeeReference: string;
  currency: Currency;
  minor: bigint;
  state: string;
  reason: string | null;
  isHeld: boolean;
  isProposed: boolean;
  documents: { uid: string; name: string; type: string; mediaType: string; state: string; note: string | null }[];
}>;

export const selectPayments = (tx: Tx, id: string, most = latest): Promise<PaymentOfFile[]> =>
  read(
    tx,
    sql`select p.id as uid, p.reference, p.created_at, p.payee_name,
        p.payee_reference, p.currency, p.amount_minor as minor, p.state, p.reason,
        p.state in ('in_review', 'info_required') as is_held,
        exists (select from review.decision r where r.payment_id = p.id and r.released_at is null and r.settlement is null) as is_proposed,
        coalesce((select jsonb_agg(jsonb_build_object('uid', d.id, 'name', d.name, 'type', d.type,
            'mediaType', d.media_type, 'state', d.state, 'note', d.note) order by d.created_at)
          from document.document d where d.payment_id = p.id and d.state in ('received', 'accepted')), '[]') as documents
      from payment.payment p where p.customer_id = ${id}
      order by p.state in ('in_review', 'info_required') desc, p.created_at desc limit ${most}`,
  );

export const selectPayees = ({ tx, actor }: StaffCtx, id: string): Promise<Dated<CustomerPayeeRow>[]> =>
  read(
    tx,
    sql`select id as uid, version, name, currency, type, account, status,
        case when ${readableBy(actor, sql<boolean>`status_change.is_confidential(reason_code)`)} then reason_code end as reason_code,
        created_at, last_paid_at
      from payee.payee where customer_id = ${id} and deleted_at is null
      order by status = 'pending' desc, name limit 200`,
  );

export type PersonOfFile = Readonly<{
  uid: string;
  userId: string | null;
  name: string;
  email: string;
  phone: string | null;
  role: string;
  state: string;
  lastSeenAt: Date | null;
}>;

export const selectPeople = (tx: Tx, id: string): Promise<PersonOfFile[]> =>
  read(
    tx,
    sql`select m.id as uid, m.user_id, coalesce(u.name, m.invited_email, '') as name, coalesce(u.email, m.invited_email, '') as email,
        u.phone, m.role, m.state,
        (select max(s.last_seen_at) from session.session s where s.user_id = u.id and s.ended_at is null and s.visit_id is null) as last_seen_at
      from customer.membership m left join customer.user u on u.id = m.user_id
      where m.customer_id = ${id} order by m.state = 'removed', m.created_at limit 200`,
  );

export type DeviceOfFile = Readonly<{
  uid: string;
  person: string;
  name: string;
  isTrusted: boolean;
  lastCountry: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
}>;

export const selectDevices = (tx: Tx, id: string): Promise<DeviceOfFile[]> =>
  read(
    tx,
    sql`select d.id as uid, u.name as person, d.name, d.trusted_at is not null as is_trusted, d.last_country,
        d.first_seen_at, d.last_seen_at
      from device.device d join customer.user u on u.id = d.user_id
      where d.user_id in ${peopleOf(id)} order by d.last_seen_at desc limit 100`,
  );

type Lines = Promise<Dated<CustomerLine>[]>;

export const selectActivity = ({ tx }: StaffCtx, id: string): Lines =>
  read(
    tx,
    sql`select a.at, a.action as what, u.name as who, null as detail
      from (select user_id::text as id from customer.membership where customer_id = ${id} and user_id is not null) person
        cross join lateral (select * from platform.audit where actor_id = person.id order by id desc limit ${latest}) a
        join customer.user u on u.id::text = person.id
      where a.actor_kind = 'customer' and (a.on_behalf_of is null or a.on_behalf_of = ${id})
      order by a.id desc limit ${latest}`,
  );

/** By the things of the customer that staff act on. */
export const selectStaffActions = ({ tx, actor }: StaffCtx, id: string): Lines =>
  read(
    tx,
    sql`with subject as (
        select 'customer:' || ${id}::uuid as entity
        union all select 'membership:' || m.id from customer.membership m where m.customer_id = ${id}
        union all select 'person:' || m.user_id from customer.membership m where m.customer_id = ${id}
        union all select 'contact_recovery:' || r.id from contact_recovery.request r where r.user_id in ${peopleOf(id)}
        union all select 'kyc:' || f.id from kyc.application f where f.customer_id = ${id}
        union all select 'payee:' || p.id from payee.payee p where p.customer_id = ${id}
        union all select 'payment:' || id from (
          select id from payment.payment where customer_id = ${id} order by created_at desc limit 500) p
        union all select 'document:' || d.id from document.document d where d.customer_id = ${id}
        union all select 'deal:' || d.id from manual_fx.deal d where d.customer_id = ${id}
        union all select 'upgrade:' || r.id from upgrade.request r where r.customer_id = ${id}
      )
      select a.at, a.action as what, m.name as who, a.detail ->> 'reason' as detail
      from subject join platform.audit a on a.entity = subject.entity and a.actor_kind = 'staff'
        left join staff.member m on m.id::text = a.actor_id
      where ${readableBy(actor, isConfidentialEntry)}
      order by a.id desc limit 100`,
  );

export const selectMessages = ({ tx }: StaffCtx, id: string): Lines =>
  read(
    tx,
    sql`select at, what, who, detail from (
        select n.created_at as at, 'notification' as what, u.name as who, n.title || ' · ' || n.message as detail
        from notification.notification n join customer.user u on u.id = n.user_id
        where n.user_id in ${peopleOf(id)} and (n.customer_id is null or n.customer_id = ${id})
        union all
        select o.created_at, o.channel, u.name, o.template
        from customer.user u join outgoing_message.message o on o.recipient = 'person:' || u.id
        where u.id in ${peopleOf(id)}
      ) message order by at desc limit ${latest}`,
  );

export type OrderOfFile = Dated<Omit<CustomerOrderRow, 'summary'>> &
  Readonly<{ minor: bigint | null; currency: Currency | null; text: string }>;

export const selectOrders = (tx: Tx, id: string): Promise<OrderOfFile[]> =>
  read(
    tx,
    sql`select * from (
        select id as uid, 'standing_order' as kind, reference, state, created_at, amount_minor as minor,
          currency, payee_name as text from standing_order.standing_order where customer_id = ${id}
        union all
        select id, 'auto_fx', reference, state, created_at, amount_minor,
          case when amount_mode = 'fixed_buy' then buy else sell end, sell || ' → ' || buy from auto_fx.auto_order where customer_id = ${id}
        union all
        select id, 'manual_fx', reference, state, created_at, amount_minor, case side when 'sell' then sell else buy end,
          sell || ' → ' || buy from manual_fx.deal where customer_id = ${id}
        union all
        select id, 'upgrade', reference, state, created_at, null, null, '' from upgrade.request where customer_id = ${id}
      ) orders order by created_at desc limit 100`,
  );

export type IdentityOfFile = Readonly<{
  dateOfBirth: string | null;
  documentNumber: string | null;
  taxNumber: string | null;
  address: string | null;
  phones: string[];
}>;

export async function findIdentity(tx: Tx, id: string): Promise<IdentityOfFile | undefined> {
  const answer = (name: string) => sql`(
    select a.value #>> '{}' from kyc.application f join kyc.item i on i.application_id = f.id and i.person_id is null
      join kyc.answer a on a.item_id = i.id where f.customer_id = c.id and a.name = ${name} limit 1)`;
  const [row] = await read(
    tx,
    sql<IdentityOfFile>`
    select coalesce(${answer('dateOfBirth')}, (select u.date_of_birth::text from customer.membership m
        join customer.user u on u.id = m.user_id where m.customer_id = c.id and m.role = 'owner' limit 1)) as date_of_birth,
      ${answer('documentNumber')} as document_number, ${answer('taxNumber')} as tax_number,
      nullif(concat_ws(', ', ${answer('street')}, ${answer('town')}, ${answer('postcode')}), '') as address,
      array(select u.phone from customer.user u where u.phone is not null and u.id in ${peopleOf(id)}) as phones
    from customer.customer c where c.id = ${id}`,
  );
  return row;
}
