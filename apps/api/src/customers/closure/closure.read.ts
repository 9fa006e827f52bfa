import type { contract } from '@larkmere/contract/contract';
import type { ClosureBlockerKind, ClosureView } from '@larkmere/contract/customers/closure';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { closureSetting } from './closure.settings.ts';
import { selectRequest } from './closure.sql.ts';
import { closureLifecycle, statementsUntil } from './closure-lifecycle.ts';

export async function viewClosure({ tx, actor }: Pick<CustomerCtx, 'tx' | 'actor'>): Promise<ClosureView> {
  const { customerId, role } = actor;
  const facts = await selectClosureFacts(tx, actor);
  if (!facts) throw new Refusal('not_found');
  const request = await selectRequest(tx, customerId);
  const held = await findBalances(tx, customerId);
  const balances = held.filter(({ bankholderId }) => actor.accounts?.has(bankholderId) ?? true);
  const { graceDays } = await requireSetting(tx, closureSetting, {});
  const state = request?.state ?? null;
  return {
    state,
    reference: request?.reference ?? null,
    pendingStatus: request && state ? pendingStatus(closureLifecycle, state, request) : null,
    blockers: request?.closedAt ? [] : await findBlockers(tx, customerId),
    balances: balances.map(({ bankholderId, currency, minor }) => ({
      bankholderid: bankholderId,
      balance: { amount: formatAmount(money(currency, minor)), currency },
    })),
    exitPayeeUid: request?.exitPayeeId ?? null,
    graceDays,
    requestedBy: request?.requestedBy ?? null,
    closesAt: state === 'closing' ? (request?.deadlineAt.toISOString() ?? null) : null,
    statementsUntil: request?.closedAt ? statementsUntil(request.closedAt) : null,
    memberCode: facts.memberCode,
    isOwner: role === 'owner',
    requiresPin: facts.hasPin && facts.isVerified,
  };
}

export const showClosure: Verb<typeof contract.closure.show> = (ctx) => viewClosure(ctx);

type ClosureBlocker = Readonly<{ kind: ClosureBlockerKind; count: number }>;

/** What an account that is closing could no longer finish. */
export async function findBlockers(tx: Tx, customerId: string): Promise<ClosureBlocker[]> {
  const { rows } = await sql<ClosureBlocker>`
    with customer as (select id, state from customer.customer where id = ${customerId})
    select kind, count(*)::int as count from (
      select 1 as place, 'restriction' as kind from customer where state in ('restricted', 'suspended')
      union all select 2, 'payments' from payment.payment p join customer c on c.id = p.customer_id
        where p.state not in ('draft', 'completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired')
      union all select 3, 'approvals' from approval.request r join customer c on c.id = r.customer_id
        where r.state = 'open' and r.kind not in ('payment', 'standing_order', 'standing_date', 'auto_fx', 'manual_fx')
      union all select 4, 'standing_orders' from standing_order.standing_order o join customer c on c.id = o.customer_id
        where o.state not in ('completed', 'cancelled')
      union all select 5, 'auto_fx' from auto_fx.auto_order o join customer c on c.id = o.customer_id
        where o.state not in ('filled', 'expired', 'cancelled', 'failed_final')
      union all select 6, 'manual_fx' from manual_fx.deal d join customer c on c.id = d.customer_id
        where d.state not in ('settled', 'declined', 'expired', 'withdrawn', 'unable')
      union all select 7, 'bank_payments' from instant_payment.payment i join customer c on c.id = i.customer_id
        where i.state not in ('credited', 'rejected', 'cancelled', 'expired')
      union all select 8, 'card_top_ups' from top_up.top_up t join customer c on c.id = t.customer_id
        where t.state in ('created', 'awaiting_challenge', 'authorised') or t.recovered_minor < t.shortfall_minor
      union all select 9, 'card_payments' from card_payment.payment p join customer c on c.id = p.customer_id
        where p.held_minor > 0 or p.recovered_minor < p.shortfall_minor or exists (
          select from card_payment.dispute d where d.payment_id = p.id and d.state not in ('rejected', 'won', 'lost'))
      union all select 10, 'partner_share' from introducer_partner.statement s join customer c on c.id = s.partner_id
        where s.state = 'due' and exists (select from bank_account.account a
          where a.customer_id = c.id and a.currency = s.currency and a.status = 'active')
      union all select 10, 'partner_share' from customer c where c.state = 'closing' and 0 < (
        select coalesce(div(sum(e.income_minor::numeric * e.share_bps), 10000), 0)
        from introducer_partner.earning e where e.partner_id = c.id and e.statement_id is null)
      union all select 11, 'upgrade' from upgrade.request u join customer c on c.id = u.customer_id
        where u.state not in ('done', 'refused')
    ) found group by place, kind order by place`.execute(tx);
  return rows;
}

type HeldBalance = Readonly<{ bankholderId: string; currency: Currency; minor: bigint }>;

/** Accounts and wallets of the customer with money, reserved or not. */
export async function findBalances(tx: Tx, customerId: string): Promise<HeldBalance[]> {
  const { rows } = await sql<HeldBalance>`
    select h.bankholder_id, a.currency, a.credits_posted - a.debits_posted as minor
    from bank_account.account h join ledger.account a on a.id = h.ledger_account_id
    where h.customer_id = ${customerId} and (a.credits_posted <> a.debits_posted or a.debits_pending <> 0 or a.credits_pending <> 0)
    order by a.currency, 1`.execute(tx);
  return rows;
}

export type ClosureFacts = Readonly<{
  memberCode: string;
  status: AccountStatus;
  statusSince: Date;
  hasPin: boolean;
  isVerified: boolean;
}>;

export async function selectClosureFacts(
  tx: Tx,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
): Promise<ClosureFacts | undefined> {
  const { rows } = await sql<ClosureFacts>`
    select c.member_code, c.state as status, c.state_since as status_since,
      exists (select from pin.pin where user_id = ${userId}) as has_pin,
      c.kyc_status in ('approved', 'approved_conditional') as is_verified
    from customer.customer c where c.id = ${customerId}`.execute(tx);
  return rows[0];
}

export async function isOwnExitPayee(tx: Tx, customerId: string, payeeId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payee.payee where id = ${payeeId} and customer_id = ${customerId} and own_account
      and status = 'approved' and deleted_at is null`.execute(tx);
  return rows.length > 0;
}
