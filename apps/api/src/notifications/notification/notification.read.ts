import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { present } from '../../platform/values/values.ts';

/** What a notification is about. Whoever may not use all accounts of it does not get it. */
export type Subject =
  | Readonly<{ kind: keyof typeof accountsOf; id: string }>
  | Readonly<{ kind: 'accounts'; accounts: readonly string[] }>
  | Readonly<{ kind: 'none' }>;

const accountsOf = {
  payment: (id: string) => sql`select a.bankholder_id from payment.payment p
    join bank_account.account a on a.id = p.account_id where p.id = ${id}`,
  instant_payment: (id: string) => sql`select bankholder_id from instant_payment.payment where id = ${id}`,
  standing_order: (id: string) => sql`select unnest(array[source_bankholder_id, top_up_bankholder_id])
    from standing_order.standing_order where id = ${id}`,
  auto_fx: (id: string) => sql`select unnest(array[source_bankholder_id, target_bankholder_id])
    from auto_fx.auto_order where id = ${id}`,
  manual_fx: (id: string) => sql`select unnest(array[source_bankholder_id, target_bankholder_id])
    from manual_fx.deal where id = ${id}`,
  conversion: (id: string) => sql`select a.bankholder_id from fx.conversion c join bank_account.account a
    on a.ledger_account_id in (c.from_account, c.to_account) where c.id = ${id}`,
  request: (id: string) => sql`select unnest(accounts) from approval.request where id = ${id}`,
} as const;

const concernedAccounts = (subject: Exclude<Subject, { kind: 'none' }>): RawBuilder<unknown> =>
  subject.kind === 'accounts'
    ? sql`${subject.accounts}::text[]`
    : sql`array(select s.account from (${accountsOf[subject.kind](subject.id)}) as s (account) where s.account is not null)`;

type Members = Readonly<{ customerId: string; people: readonly string[] }>;
export type Reached = Readonly<{ people: readonly string[]; accounts: readonly string[] }>;

/** In the order of the people. */
export async function selectReachedMembers(
  tx: Tx,
  { customerId, people }: Members,
  subject: Subject,
): Promise<Reached> {
  if (subject.kind === 'none' || people.length === 0) return { people, accounts: [] };
  const { rows } = await sql<{ accounts: string[]; people: string[] }>`
    select about.accounts, array(
      select o.user_id from unnest(${people}::uuid[]) with ordinality as o (user_id, place)
        left join customer.membership m on m.user_id = o.user_id and m.customer_id = ${customerId}
      where m.accounts is null or about.accounts <@ m.accounts order by o.place) as people
    from (select ${concernedAccounts(subject)} as accounts) about`.execute(tx);
  return present(rows[0], 'the members reached');
}

export async function selectIntroducerPage(tx: Tx, customerId: string): Promise<string> {
  const { rows } = await sql<{ kind: string }>`select kind from customer.customer where id = ${customerId}`.execute(tx);
  return rows[0]?.kind === 'wallet' ? '/wallet/introducer' : '/introducer';
}

type Invited = Readonly<{ name: string; email: string }>;

export async function selectInvited(tx: Tx, membershipId: string): Promise<Invited> {
  const { rows } = await sql<Invited>`
    select coalesce(p.name, '') as name, coalesce(m.invited_email, '') as email
    from customer.membership m left join customer.user p on p.id = m.user_id where m.id = ${membershipId}`.execute(tx);
  return rows[0] ?? { name: '', email: '' };
}
