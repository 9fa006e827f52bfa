import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { isUsableAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import type { ServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import type { Price } from './price.ts';
import { priceFromRow } from './quote-row.ts';

export type TradingRights = Readonly<{
  service: ServiceAvailability;
  mayTrade: boolean;
  mayUpgrade: boolean;
  /** The currency of the own account that the money of a closing account goes to. */
  exitCurrency: Currency | null;
}>;

export async function tradingRights(tx: Tx, customerId: string, service: string): Promise<TradingRights> {
  const { rows } = await sql<ServiceAvailability & Omit<TradingRights, 'service'>>`
    select coalesce(s.is_on, false) as is_available, s.message, s.disabled_until, coalesce(c.allowed_trade, false) as may_trade,
      coalesce(c.feature_upgrade, false) as may_upgrade,
      case when c.state = 'closing' then (select p.currency from closure.request r join payee.payee p on p.id = r.exit_payee_id
        where r.customer_id = c.id and r.state = 'closing') end as exit_currency
    from (values (1)) as always
      left join customer.customer c on c.id = ${customerId}
      left join lateral service_control.decide(${service}, c.kind, c.id) s on true`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a row of constants is always there');
  const { mayTrade, mayUpgrade, exitCurrency, ...found } = row;
  return { service: found, mayTrade, mayUpgrade, exitCurrency };
}

export type Exchange = Readonly<{
  reference: string;
  price: Price;
  executedAt: Date;
  /** Bank holder ids: sold from, bought to. */
  accounts: readonly string[];
}>;

type Row = Parameters<typeof priceFromRow>[0] & Omit<Exchange, 'price'>;

/** An exchange of the customer between accounts that this member may both use. */
export async function selectExchange({ tx, actor }: MemberCtx, id: string): Promise<Exchange | undefined> {
  const { rows } = await sql<Row>`
    select c.*, c.made_at as executed_at, array(
        select a.bankholder_id from bank_account.account a where a.ledger_account_id in (c.from_account, c.to_account)
        order by a.ledger_account_id = c.to_account) as accounts
    from fx.conversion c
    where c.id = ${id} and c.customer_id = ${actor.customerId} and not exists (
      select from bank_account.account a where a.ledger_account_id in (c.from_account, c.to_account)
        and not ${isUsableAccount(sql`a.id`, actor)})`.execute(tx);
  const [row] = rows;
  if (!row || row.accounts.length === 0) return undefined;
  const { reference, executedAt, accounts } = row;
  return { reference, price: priceFromRow(row), executedAt, accounts };
}
