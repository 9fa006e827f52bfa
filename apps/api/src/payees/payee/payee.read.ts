import type { contract } from '@larkmere/contract/contract';
import type { PayeeUse, PayeeView } from '@larkmere/contract/payees/payee';
import type { PayeeForStaff } from '@larkmere/contract/payees/payee-review';
import { containsCardNumber } from '@larkmere/contract/platform/card-number';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { loadRequestSummaries } from '../../approvals/approval/approval.ts';
import { customerSummaries, hasSwift } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx, CustomerCtx, StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { allInForce, inForce } from '../../platform/settings/setting.ts';
import { present } from '../../platform/values/values.ts';
import { payeeBankLimit, railRule } from '../../reference/rail/rail.ts';
import { selectPayees, selectPendingPayees, selectUsablePayees } from './payee.sql.ts';
import { isDraft, requireOwnPayeeOrDraft, toPayee } from './payee.ts';
import { findPayeeBanks, type PayeeBank } from './payee-bank.ts';
import type { PayeeDraft } from './payee-draft.ts';
import { linesOf, type Payee } from './payee-record.ts';

/** Includes everything that will pay this payee later without another confirmation. */
export async function findPayeeUses(tx: Tx, payeeId: string): Promise<PayeeUse[]> {
  const { rows } = await sql<PayeeUse>`
    select * from (
      select 'payment' as "by", id as uid, reference, created_at from payment.payment where payee_id = ${payeeId} and is_in_progress
      union all
      select 'standing_order', id, reference, created_at from standing_order.standing_order s
      where state not in ('completed', 'cancelled') and (payee_id = ${payeeId} or exists (
        select from standing_order.change_request c
        where c.order_id = s.id and c.state = 'awaiting_approval' and c.terms ->> 'payeeUid' = ${payeeId}))
      union all
      select 'auto_fx', o.id, o.reference, o.created_at from auto_fx.auto_order o
        join auto_fx.version v on v.order_id = o.id and v.version = o.version
      where v.terms -> 'afterFill' ->> 'payeeUid' = ${payeeId}
        and o.customer_id = (select customer_id from payee.payee where id = ${payeeId})
        and o.state not in ('filled', 'expired', 'cancelled', 'failed_final')
      union all
      select 'bulk_payment', f.id, f.name, f.created_at from bulk_payment.file f
      where exists (select from bulk_payment.row r
        where r.file_id = f.id and r.payee_id = ${payeeId} and r.state in ('awaiting_approval', 'released'))
    ) as uses
    order by array_position('{payment,standing_order,auto_fx,bulk_payment}'::text[], "by"), created_at, uid`.execute(
    tx,
  );
  return rows.map(({ by, uid, reference }) => ({ by, uid, reference }));
}

type PayeeOrigin = Readonly<{
  createdBy: string;
  approvedBy: Readonly<{ isStaff: boolean; names: readonly string[]; at: Date }> | null;
}>;

/** Another person approved when staff set the status, or when colleagues closed the request at that moment. */
async function findPayeeOrigins(tx: Tx, payeeIds: readonly string[]): Promise<Map<string, PayeeOrigin>> {
  type Row = { payeeId: string; createdBy: string; at: Date | null; isStaff: boolean; names: string[] };
  const { rows } = await sql<Row>`
    select p.id as payee_id, maker.name as created_by, approved.at, staff.id is not null as is_staff, team.names
    from payee.payee p join customer.user maker on maker.id = p.created_by
      left join lateral (
        select changed_by, changed_at as at from (
          select *, lag(details ->> 'status') over (order by version) as before from payee.version where payee_id = p.id) v
        where v.details ->> 'status' = 'approved' and v.before is distinct from 'approved'
        order by version desc limit 1) approved on p.status = 'approved'
      left join staff.member staff on staff.id = approved.changed_by
      cross join lateral (
        select coalesce(array_agg(person.name order by d.decided_at, d.user_id), '{}') as names
        from approval.request r join approval.decision d on d.request_id = r.id and d.verdict = 'approve'
          join customer.user person on person.id = d.user_id
        where r.kind = 'payee' and r.subject_id = p.id and r.state = 'approved'
          and date_trunc('milliseconds', r.closed_at) = date_trunc('milliseconds', approved.at)) team
    where p.id = any(${payeeIds}::uuid[])`.execute(tx);
  return new Map(
    rows.map(({ payeeId, createdBy, at, isStaff, names }) => [
      payeeId,
      { createdBy, approvedBy: at && (isStaff || names.length > 0) ? { isStaff, names, at } : null },
    ]),
  );
}

async function findLargestPayments(tx: Tx, payeeIds: readonly string[]): Promise<Map<string, Money>> {
  const { rows } = await sql<{ payeeId: string; currency: Currency; minor: bigint }>`
    select p.payee_id, p.currency, max(p.amount_minor) as minor
    from payment.payment p join payee.payee e on e.id = p.payee_id and e.currency = p.currency
    where p.payee_id = any(${payeeIds}::uuid[]) and p.state = 'completed'
    group by 1, 2`.execute(tx);
  return new Map(rows.map(({ payeeId, currency, minor }) => [payeeId, money(currency, minor)]));
}

type ThaiLimits = Readonly<{ promptPay: Money | undefined; caps: readonly Readonly<{ rail: string; max: Money }>[] }>;

export async function selectThaiLimits(tx: Tx, bankCode: string | null): Promise<ThaiLimits> {
  const { rows } = await sql<{ rail: string; carries: bigint; cap: bigint | null }>`
    select r.rail, r.max_minor as carries,
      (${inForce(payeeBankLimit, { rail: sql.ref('r.rail'), bankCode: sql`${bankCode}` }, { select: sql`max_minor` })}) as cap
    from (${allInForce(railRule, { currency: 'THB' })}) r where r.rail in ('promptpay', 'bahtnet')
    order by r.rail`.execute(tx);
  const carries = rows.find(({ rail }) => rail === 'promptpay')?.carries;
  return {
    promptPay: carries === undefined ? undefined : money('THB', carries),
    caps: rows.flatMap((row) =>
      row.cap !== null && row.cap < row.carries ? [{ rail: row.rail, max: money('THB', row.cap) }] : [],
    ),
  };
}

async function toPayeeViews({ tx }: Ctx, payees: readonly Payee[]): Promise<PayeeView[]> {
  if (payees.length === 0) return [];
  const ids = payees.map(({ id }) => id);
  const largest = await findLargestPayments(tx, ids);
  const badges = await loadRequestSummaries(tx, 'payee', ids);
  const origins = await findPayeeOrigins(tx, ids);
  const banks = await findPayeeBanks(tx, payees);
  return payees.map((payee, place) => {
    const [bank, origin] = [banks[place], origins.get(payee.id)];
    if (!bank || !origin) throw new Error(`payee ${payee.id} was added by nobody`);
    return buildPayeeView(payee, { bank, origin, largest: largest.get(payee.id), badge: badges.get(payee.id) });
  });
}

export async function toPayeeView(ctx: Ctx, payee: Payee): Promise<PayeeView> {
  const [view] = await toPayeeViews(ctx, [payee]);
  if (!view) throw new Error(`payee ${payee.id} has no view`);
  return view;
}

type PayeeContext = Readonly<{
  bank: PayeeBank;
  origin: PayeeOrigin;
  largest: Money | undefined;
  badge: PayeeView['approvalRequest'] | undefined;
}>;

const buildPayeeView = (payee: Payee, { bank, origin, largest, badge }: PayeeContext): PayeeView => ({
  uid: payee.id,
  version: payee.version,
  type: payee.type,
  currency: payee.currency,
  entityType: payee.entityType,
  name: payee.name,
  firstName: payee.details.firstName ?? null,
  lastName: payee.details.lastName ?? null,
  companyName: payee.entityType === 'company' ? payee.name : null,
  nickname: payee.nickname,
  details: payee.details,
  lines: linesOf(payee),
  defaultReference: payee.defaultReference,
  favourite: payee.favourite,
  ownAccount: payee.ownAccount,
  saved: payee.saved,
  cardNumberIn: (['nickname', 'defaultReference'] as const).filter((text) => containsCardNumber(payee[text] ?? '')),
  status: payee.status,
  reasonCode: payee.reasonCode,
  reason: payee.reason,
  nameCheck:
    payee.nameCheckResult && payee.nameCheckedAt
      ? {
          result: payee.nameCheckResult,
          actualName: payee.actualName,
          checkedAt: payee.nameCheckedAt.toISOString(),
        }
      : null,
  approvalRequest: badge ?? null,
  lastPaidAt: payee.lastPaidAt?.toISOString() ?? null,
  largestPaid: largest ? { amount: formatAmount(largest), currency: largest.currency } : null,
  summary: payee.summary,
  bankName: bank.name,
  derivedBic: bank.derivedBic,
  createdBy: origin.createdBy,
  approvedBy: origin.approvedBy && approvalOf(origin.approvedBy),
  createdAt: payee.createdAt.toISOString(),
});

/** Staff names are not disclosed to customers. */
const approvalOf = ({ isStaff, names, at }: NonNullable<PayeeOrigin['approvedBy']>): PayeeView['approvedBy'] => ({
  by: isStaff ? 'larkmere' : 'colleagues',
  names: isStaff ? [] : [...names],
  at: at.toISOString(),
});

export async function toStaffViews(ctx: StaffCtx, payees: readonly Payee[]): Promise<PayeeForStaff[]> {
  const owners = await customerSummaries(ctx.tx, [...new Set(payees.map(({ customerId }) => customerId))]);
  const views = await toPayeeViews(ctx, payees);
  return views.map((view, index) => {
    const owner = owners.get(payees[index]?.customerId ?? '');
    if (!owner) throw new Error(`payee ${view.uid} belongs to nobody`);
    const { id, memberCode, name } = owner;
    return { ...view, customer: { uid: id, memberCode, name } };
  });
}

export const listPayees: Verb<typeof contract.payee.list> = async (ctx, { search }) =>
  toPayeeViews(ctx, (await selectPayees(ctx.tx, ctx.actor.customerId, search)).map(toPayee));

export const listPendingPayees: Verb<typeof contract.payeeReview.list> = async (ctx) => {
  return toStaffViews(ctx, (await selectPendingPayees(ctx.tx)).map(toPayee));
};

export const listUsableEur: Verb<typeof contract.payee.usableEur> = async (ctx) =>
  toPayeeViews(
    ctx,
    (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types: ['eur'], currency: 'EUR' })).map(toPayee),
  );

export const listUsableGbp: Verb<typeof contract.payee.usableGbp> = async (ctx) =>
  toPayeeViews(
    ctx,
    (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types: ['gbp'], currency: 'GBP' })).map(toPayee),
  );

export const listUsableSwt: Verb<typeof contract.payee.usableSwt> = async (ctx, { x: currency }) => {
  const swift = (await hasSwift(ctx.tx, ctx.actor.customerId)) ? (['swt', 'swiftatw'] as const) : [];
  const types = ['thb', 'usd', 'localatw', ...swift] as const;
  return toPayeeViews(ctx, (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types, currency })).map(toPayee));
};

export const viewPayee: Verb<typeof contract.payee.view> = async (ctx, { uid }) =>
  viewPayeeOrDraft(ctx, await requireOwnPayeeOrDraft(ctx, uid));

export const viewPayeeOrDraft = (ctx: CustomerCtx, payee: Payee): Promise<PayeeView> =>
  isDraft(payee) ? toDraftView(ctx, payee) : toPayeeView(ctx, payee);

async function toDraftView({ tx, actor }: CustomerCtx, draft: PayeeDraft): Promise<PayeeView> {
  const [bank] = await findPayeeBanks(tx, [draft]);
  const origin = { createdBy: actor.name, approvedBy: null };
  const view = buildPayeeView(draft, {
    bank: present(bank, 'the bank of a draft'),
    origin,
    largest: undefined,
    badge: undefined,
  });
  return { ...view, reasonCode: 'unconfirmed' };
}
