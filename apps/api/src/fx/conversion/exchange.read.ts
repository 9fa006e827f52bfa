import { sql } from 'kysely';
import { isUsableAccount } from '../../accounts/bank-account/bank-account.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import type { Price } from './price.ts';
import { priceFromRow } from './quote-row.ts';

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
