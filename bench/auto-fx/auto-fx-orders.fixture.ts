import type { AccountId } from '@larkmere/ledger/types';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { writeSettings } from '../../db/seed/write-settings.ts';
import { fundedAccounts } from '../ledger/accounts.ts';

export type Traders = Readonly<{
  ids: readonly string[];
  pounds: readonly AccountId[];
  baht: readonly AccountId[];
}>;

export async function createTraders(db: Db, count: number): Promise<Traders> {
  const pounds = await fundedAccounts(db, 'bench:pounds', 'GBP', count);
  const baht = await fundedAccounts(db, 'bench:baht', 'THB', count);
  const ids = pounds.map(() => v7());
  await sql`insert into customer.customer (id, member_code, kind, name, kyc_status)
    select id, 'B' || n, 'plus', 'Customer', 'approved' from unnest(${ids}::uuid[]) with ordinality as t (id, n)`.execute(
    db,
  );
  await sql`insert into customer.user (id, username, email, name)
    select id, 'b' || id, id || '@example.com', 'Person' from unnest(${ids}::uuid[]) as t (id)`.execute(db);
  await sql`insert into customer.membership (id, customer_id, user_id, role, access, state)
    select gen_random_uuid(), id, id, 'owner', '{autofx}', 'active' from unnest(${ids}::uuid[]) as t (id)`.execute(db);
  for (const [code, accounts] of [
    ['GBP', pounds],
    ['THB', baht],
  ] as const)
    await sql`insert into bank_account.account (id, customer_id, bankholder_id, cardholder_id, holder, currency, ledger_account_id)
      select gen_random_uuid(), c, ${code === 'GBP' ? '7' : '8'} || lpad(n::text, 7, '0'), 'x', 'Person', ${code}, a
      from unnest(${ids}::uuid[], ${accounts}::bigint[]) with ordinality as t (c, a, n)`.execute(db);
  await writeSettings(
    db,
    sql`insert into fx.market_hours values (now() - interval '1 minute', 'UTC', '[]', '[]', 'markup', 0, 0, true, '')`,
  );
  await writeSettings(
    db,
    sql`insert into auto_fx.setting values (now() - interval '1 minute', 1000000, 1000000, 75, 180, 'hold')`,
  );
  return { ids, pounds, baht };
}

export async function createOrders(db: Db, { ids, pounds, baht }: Traders, count: number): Promise<void> {
  await sql`
    insert into auto_fx.auto_order (id, reference, customer_id, user_id, tier, type, amount_mode, source_bankholder_id,
      target_bankholder_id, from_account, to_account, sell, buy, amount_minor, target, target_base, direction, slippage_bps, reserve, repeat, off_hours)
    select uuidv7(), replace(gen_random_uuid()::text, '-', ''), p.id, p.id, 'plus', 'limit', 'fixed_sell', '7', '8', p.pound,
      p.baht, 'GBP', 'THB', 100, ${baseRate}::numeric + n * ${step}::numeric, 'GBP', 'rises_to', 75, false, 'none', 'hold'
    from generate_series(1, ${count}::int) n
      join unnest(${ids}::uuid[], ${pounds}::bigint[], ${baht}::bigint[]) with ordinality as p (id, pound, baht, place)
        on p.place = 1 + n % ${ids.length}::int`.execute(db);
  await sql`analyze auto_fx.auto_order`.execute(db);
}

const baseRate = 43;
const step = 0.0001;
const plusShare = 1 - 0.0035;

export async function setRate(db: Db, reached: number): Promise<void> {
  const thb = (baseRate + (reached + 0.5) * step) / plusShare;
  await sql`insert into rate.latest (currency, per_euro, source, priced_at, confirmed_at, valid_until)
    values ('GBP', 1, 'bench', now(), now(), now() + interval '1 hour'), ('THB', ${thb.toFixed(12)}::numeric, 'bench', now(), now(), now() + interval '1 hour')
    on conflict (currency) do update set per_euro = excluded.per_euro`.execute(db);
}
