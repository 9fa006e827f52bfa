import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDb } from '../../apps/api/src/kernel/db.ts';
import { migrate } from '../../tools/migrate.ts';
import { givenOlder } from '../given-older.ts';

// Orders, alerts and rate requests with targets in market order, as stored before version 0132. Then all later
// migrations run.
const { url, run } = await givenOlder('0132');
let db: Db;

beforeAll(async () => {
  await run(readFileSync(join(import.meta.dirname, '0131.sql'), 'utf8'));
  const [owner] = await run("select id, customer_id from customer.person where role = 'owner'");
  const who = `'${owner.customer_id}', '${owner.id}'`;
  const pairs = [
    ['GBP', 'THB', 'limit', 'rises_to', '43.5'],
    ['THB', 'GBP', 'limit', 'falls_to', '43.25'],
    ['GBP', 'EUR', 'stop', 'rises_to', '0.8594'],
    ['EUR', 'GBP', 'stop', 'falls_to', '0.86'],
  ] as const;
  for (const [n, [sell, buy, type, direction, target]] of pairs.entries()) {
    await run(`insert into auto_fx.auto_order (id, reference, customer_id, person_id, tier, type, amount_mode, source_bankholder_id,
        target_bankholder_id, from_account, to_account, sell, buy, amount_minor, target, direction, slippage_bps, reserve, repeat, off_hours)
      values (gen_random_uuid(), 'ORDER${n}', ${who}, 'plus', '${type}', 'fixed_sell', '1', '2', 1, 2, '${sell}', '${buy}', 100,
        ${target}, '${direction}', 75, false, 'none', 'hold')`);
    await run(`insert into rate_alert.alert (id, customer_id, person_id, tier, sell, buy, target, direction)
      values (gen_random_uuid(), ${who}, 'plus', '${sell}', '${buy}', ${target}, '${direction}')`);
  }
  await run(`insert into auto_fx.auto_order (id, reference, customer_id, person_id, tier, type, amount_mode, source_bankholder_id,
      target_bankholder_id, from_account, to_account, sell, buy, amount_minor, slippage_bps, reserve, repeat, off_hours)
    values (gen_random_uuid(), 'DAILY', ${who}, 'plus', 'schedule', 'fixed_sell', '1', '2', 1, 2, 'GBP', 'THB', 100, 75, false,
      'daily', 'hold')`);
  await migrate(url);
  db = openDb(url, 2);
});
afterAll(() => db.destroy());

it('targets keep their number and the currency they price', async () => {
  const { rows } = await sql<{
    says: string;
  }>`select concat_ws(' ', reference, target::float, 'per', target_base) as says
    from auto_fx.auto_order order by reference`.execute(db);
  expect(rows.map(({ says }) => says)).toEqual([
    'DAILY per',
    'ORDER0 43.5 per GBP',
    'ORDER1 43.25 per GBP',
    'ORDER2 0.8594 per EUR',
    'ORDER3 0.86 per EUR',
  ]);
  const { rows: alerts } = await sql<{ says: string }>`select concat_ws(' ', sell, buy, target_base) as says
    from rate_alert.alert order by created_at, target desc`.execute(db);
  expect(alerts.map(({ says }) => says).toSorted()).toEqual([
    'EUR GBP EUR',
    'GBP EUR EUR',
    'GBP THB GBP',
    'THB GBP GBP',
  ]);
});
