import type { ApprovalRuleScope } from '@larkmere/contract/approvals/approval';
import type { Role } from '@larkmere/contract/platform/access';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { MemberRef } from '../../customers/customer/customer.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { fromColumnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { ApprovalRule, Colleague } from './evaluate-rules.ts';

type Row = Readonly<{
  id: string;
  scope: ApprovalRuleScope;
  appliesTo: ApprovalRule['appliesTo'];
  role: string | null;
  userId: string | null;
  minMinor: string;
  currency: Currency;
  approvers: number;
  approverRoles: Role[];
  expiresDays: number;
}>;

/** Role and rules in force per member; undefined for a person who may not act for this customer. */
export const loadMakerRules = batchLoader(
  'reads',
  async (
    tx,
    members: readonly MemberRef[],
  ): Promise<(Readonly<{ role: string; rules: ApprovalRule[] }> | undefined)[]> => {
    const { rows } = await sql<{ place: number; role: string; rules: object[] }>`
      select o.place::int, m.role, coalesce((
        select jsonb_agg(to_jsonb(r) || jsonb_build_object('min_minor', r.min_minor::text) order by r.created_at, r.id)
        from approval.rule r where r.customer_id = m.customer_id and r.retired_at is null), '[]') as rules
      from unnest(${members.map((m) => m.userId)}::uuid[], ${members.map((m) => m.customerId)}::uuid[])
          with ordinality as o (user_id, customer_id, place)
        join customer.membership m using (user_id, customer_id)
      where m.state = 'active'`.execute(tx);
    const found = new Map(
      rows.map((row) => [row.place, { role: row.role, rules: row.rules.map((rule) => toRule(fromColumnJson(rule))) }]),
    );
    return members.map((_, i) => found.get(i + 1));
  },
);

const toRule = (row: Row): ApprovalRule => ({
  id: row.id,
  scope: row.scope,
  appliesTo: row.appliesTo,
  role: row.role,
  userId: row.userId,
  minMinor: BigInt(row.minMinor),
  currency: row.currency,
  approvers: row.approvers,
  approverRoles: row.approverRoles,
  expiresDays: row.expiresDays,
});

/**
 * Includes former colleagues, for the names in old decisions. People whose identity is not checked yet have no right
 * here: they neither make nor approve.
 */
export async function listPeople(tx: Tx, customerId: string): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select p.id, p.name, m.role,
      case when m.identity_checked_at is null then '{}'::text[] else m.access end as access, m.accounts, m.state = 'active' as active
    from customer.membership m join customer.user p on p.id = m.user_id
    where m.customer_id = ${customerId} order by p.name, p.id`.execute(tx);
  return rows;
}
