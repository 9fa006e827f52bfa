import type { FreezeView, HelpMessageView } from '@larkmere/contract/customers/help';
import { canInitiate } from '@larkmere/contract/platform/access';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';

/** Bank holidays in England from this London day on. */
export async function selectClosedDays(tx: Tx, from: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ day: string }>`
    select day::text from payment.holiday_in_force
    where calendar = 'england' and day between ${from}::date and ${from}::date + 14`.execute(tx);
  return new Set(rows.map(({ day }) => day));
}

const deliveryStates = { sending: 'sending', sent: 'sent', bounced: 'failed', abandoned: 'failed' } as const;

/** Of the e-mail to support. Before its first try there is none. */
export async function selectDeliveryState(tx: Tx, messageId: string): Promise<HelpMessageView['state']> {
  const { rows } = await sql<{ state: keyof typeof deliveryStates }>`
    select state from outgoing_message.message where recipient = ${`support:${messageId}`}`.execute(tx);
  return rows[0] ? deliveryStates[rows[0].state] : 'sending';
}

type FreezeRow = Readonly<{
  isFrozen: boolean;
  frozenAt: Date | null;
  byName: string | null;
  cards: number;
  payments: number;
  withBank: number;
  standingOrders: number;
  autoFxOrders: number;
}>;

/** Counts only what this person may see: their accounts, and nothing of a subject that they have no right to. */
export async function viewFreeze({ tx, actor }: Pick<CustomerCtx, 'tx' | 'actor'>): Promise<FreezeView> {
  const { customerId, access, role, accounts } = actor;
  const usable = (column: string) =>
    accounts === null ? sql`true` : sql`${sql.ref(column)} = any(${[...accounts]}::text[])`;
  const { rows } = await sql<FreezeRow>`
    select customer.is_frozen(c.id) as is_frozen,
      case when customer.is_frozen(c.id) then c.state_since end as frozen_at,
      case when customer.is_frozen(c.id) then (
        select u.name from customer.status_transition t join customer.user u on u.id::text = t.actor_id
        where t.customer_id = c.id order by t.seq desc limit 1) end as by_name,
      (select count(*)::int from issued_card.card k where k.customer_id = c.id and ${access.has('card')}
        and issued_card.is_in_use(k.state) and (k.holder_id = ${actor.userId} or ${role !== 'cardholder'})) as cards,
      (select count(*)::int from payment.payment p join bank_account.account a on a.id = p.account_id
        where p.customer_id = c.id and ${access.has('payment')} and ${usable('a.bankholder_id')}
          and p.state in ('scheduled', 'awaiting_funds', 'screening', 'in_review', 'info_required', 'ready')) as payments,
      (select count(*)::int from payment.payment p join bank_account.account a on a.id = p.account_id
        where p.customer_id = c.id and ${access.has('payment')} and ${usable('a.bankholder_id')}
          and p.state in ('submitted', 'sent')) as with_bank,
      (select count(*)::int from standing_order.standing_order s where s.customer_id = c.id
        and ${access.has('standingorder')} and s.state = 'active'
        and ${usable('s.source_bankholder_id')}) as standing_orders,
      (select count(*)::int from auto_fx.auto_order o where o.customer_id = c.id and ${access.has('autofx')}
        and o.state in ('active', 'failed_retryable', 'held_offhours', 'held_service_off')
        and ${usable('o.source_bankholder_id')}) as auto_fx_orders
    from customer.customer c where c.id = ${customerId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`customer ${customerId} is missing`);
  const { isFrozen, frozenAt, byName, withBank, ...stopped } = row;
  return {
    isFrozen,
    frozenAt: frozenAt?.toISOString() ?? null,
    byName,
    canUnfreeze: isFrozen && access.has('usermanage') && canInitiate(role, 'usermanage'),
    stopped,
    withBank,
  };
}
