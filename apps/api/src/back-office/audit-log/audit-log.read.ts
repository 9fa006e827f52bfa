import type { AuditEntry } from '@larkmere/contract/back-office/audit-log';
import type { contract } from '@larkmere/contract/contract';
import { neutraliseFormula } from '@larkmere/contract/platform/neutralise-formula';
import { stringify } from 'csv-stringify/sync';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import { isConfidentialEntry, readableBy } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { maskTyped } from '../customer-search/customer-search.ts';

type AuditFilter = Readonly<{
  customer?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  entity?: string | undefined;
  days: number;
  after?: string | undefined;
}>;

type AuditRow = Omit<AuditEntry, 'at'> & Readonly<{ at: Date }>;

/** What its people did for this customer, and what staff did about it. */
const ofCustomer = (memberCode: string): RawBuilder<boolean> => sql`(
  exists (select from customer.membership m join customer.customer c on c.id = m.customer_id
    where c.member_code = upper(${memberCode}) and m.user_id::text = a.actor_id and (a.on_behalf_of is null or a.on_behalf_of = c.id))
  or a.entity in (
    with c as materialized (select id from customer.customer where member_code = upper(${memberCode}))
    select 'customer:' || id from c
    union all select 'kyc:' || f.id from kyc.application f join c on c.id = f.customer_id
    union all select 'payee:' || p.id from payee.payee p join c on c.id = p.customer_id
    union all select 'payment:' || p.id from payment.payment p join c on c.id = p.customer_id
    union all select 'document:' || d.id from document.document d join c on c.id = d.customer_id
    union all select 'deal:' || d.id from manual_fx.deal d join c on c.id = d.customer_id
    union all select 'upgrade:' || r.id from upgrade.request r join c on c.id = r.customer_id))`;

const byActor = (actor: string): RawBuilder<boolean> => sql`(a.actor_id = ${actor} or a.actor_id in (
  select id::text from staff.member where username = lower(${actor}) or lower(name) = lower(${actor})
  union all select id::text from customer.user where lower(name) = lower(${actor}) or lower(email) = lower(${actor})))`;

const startOf = (text: string): string => `${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const matching = ({ customer, actor, action, entity }: AuditFilter): RawBuilder<boolean> =>
  sql.join(
    [
      sql`true`,
      ...(customer ? [ofCustomer(customer)] : []),
      ...(actor ? [byActor(actor)] : []),
      ...(action ? [sql`a.action like ${startOf(action)}`] : []),
      ...(entity
        ? [
            sql`(a.entity like ${startOf(entity)} or a.entity =
              (select 'payment:' || id from payment.payment where reference = upper(${entity})))`,
          ]
        : []),
    ],
    sql` and `,
  );

/** The hash of each row is computed again from its text and the entry before it. */
async function findAuditRows({ tx, actor }: StaffCtx, filter: AuditFilter, most: number): Promise<AuditRow[]> {
  const { days, after } = filter;
  const { rows } = await sql<AuditRow>`
    with page as materialized (
      select a.* from platform.audit a
      where a.at > now() - make_interval(days => ${days}::int) and (${after ?? null}::bigint is null or a.id < ${after ?? null}::bigint)
        and ${matching(filter)} and ${readableBy(actor, isConfidentialEntry)}
      order by a.id desc limit ${most}
    )
    select a.id::text, a.at, a.actor_kind, coalesce(m.name, u.name, a.actor_id) as actor, c.member_code as on_behalf_of,
      a.action, a.entity, a.detail, a.request_id, host(a.ip) as ip,
      case when e.seq is null then 'waiting'
        when e.hash = sha256(coalesce(before.hash, decode(repeat('00', 32), 'hex')) || convert_to(t.body, 'UTF8')) then 'verified'
        else 'altered' end as chain
    from page a
      left join staff.member m on a.actor_kind = 'staff' and m.id::text = a.actor_id
      left join customer.user u on a.actor_kind = 'customer' and u.id::text = a.actor_id
      left join customer.customer c on c.id = a.on_behalf_of
      left join audit_chain.entry e on e.audit_id = a.id
      left join audit_chain.entry before on before.seq = e.seq - 1
      left join audit_chain.audit_text t on t.id = a.id and t.recorded_in = a.recorded_in
    order by a.id desc`.execute(tx);
  return rows;
}

async function findChainState(tx: Tx): Promise<Readonly<{ entries: string; at: Date }>> {
  const { rows } = await sql<{ entries: string; at: Date }>`
    select seq::text as entries, at from audit_chain.checkpoint`.execute(tx);
  return rows[0] as { entries: string; at: Date };
}

const pageRows = 50;
const exportRows = 10_000;

export const searchAuditLog: Verb<typeof contract.auditLog.search> = async (ctx, filter) => {
  const rows = await findAuditRows(ctx, filter, pageRows + 1);
  const list = rows.slice(0, pageRows);
  await audit(ctx, 'audit_log.searched', 'search:audit_log', { ...typedOf(filter), found: list.length });
  const { entries, at } = await findChainState(ctx.tx);
  return {
    list: list.map((row) => ({ ...row, at: row.at.toISOString() })),
    hasMore: rows.length > pageRows,
    chain: { entries, at: at.toISOString() },
  };
};

const columns = [
  'at',
  'actorKind',
  'actor',
  'onBehalfOf',
  'action',
  'entity',
  'detail',
  'ip',
  'requestId',
  'chain',
] as const;

export const exportAuditLog: Workflow<typeof contract.auditLog.exportLog> = async ({ transaction }, input) => {
  const { reason, ...filter } = input;
  const lines = await transaction(async (ctx: StaffCtx) => {
    const rows = await findAuditRows(ctx, filter, exportRows);
    await audit(ctx, 'audit_log.exported', 'search:audit_log', { ...typedOf(filter), rows: rows.length, reason });
    return rows.map((row) => ({ ...row, at: row.at.toISOString(), detail: JSON.stringify(row.detail) }));
  });
  const csv = stringify(
    lines.map((line) => columns.map((column) => neutraliseFormula(line[column] ?? ''))),
    { header: true, columns: [...columns], record_delimiter: 'windows' },
  );
  return new File([`\uFEFF${csv}`], 'audit-log.csv', { type: 'text/csv; charset=utf-8' });
};

const typedOf = ({ customer = '', actor = '', action = '', entity = '', days }: AuditFilter) => ({
  customer,
  actor: maskTyped(actor),
  action,
  entity,
  days,
});
