import { type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeSettings } from '../../../db/seed/write-settings.ts';
import { createDatabase, expectRefusal } from '../../../test/fixtures/base.ts';
import { seedPartner } from '../../../test/fixtures/introducer-partner.ts';
import { seedDealer } from '../../../test/fixtures/manual-fx.ts';
import { feeRule, limitRule } from './payments/pricing/pricing.ts';
import { columnName } from './platform/db/column-names.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { approveChange, rejectChange, rollBackChange } from './platform/settings/decide-change.ts';
import { draftChange, proposeChange } from './platform/settings/draft-change.ts';
import { listChanges, showHistory } from './platform/settings/list-changes.ts';
import {
  listSettings,
  readSetting,
  requireSetting,
  type Setting,
  type SettingKey,
  type SettingRow,
} from './platform/settings/setting.ts';
import { railRule } from './reference/rail/rail.ts';
import { settings } from './settings.ts';

const { db } = await createDatabase();

type Table = Readonly<{ name: string; key: string[]; columns: string[] }>;

async function effectiveDatedTables(): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.oid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attname) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key
    from pg_class c where c.relkind = 'r'
      and exists (select from pg_attribute where attrelid = c.oid and attname = 'effective_from')
    order by 1`.execute(db);
  return rows;
}

describe('the list of settings', () => {
  it('has every effective-dated table with exactly its columns, its key in the order of the index', async () => {
    const defined = settings.map(({ table, key, values }) => ({
      name: table,
      key: [...Object.keys(key).map(columnName), 'effective_from'],
      columns: [
        ...[...Object.keys(key), ...Object.keys(values)].map(columnName),
        'effective_from',
        'change_id',
      ].toSorted(),
    }));
    expect(defined.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(await effectiveDatedTables());
  });

  // The initial data contains no campaign and no partner.
  beforeAll(async () => {
    await seedPartner(db, new Date());
    await writeSettings(
      db,
      sql`insert into marketing.rule values ('SPRING', 'Spring', 'plus', 'exchange', 'GBP', 'THB', 'discount', 'pct', 10, 100,
        '2020-02-01', '2020-01-01T00:00:00Z')`,
    );
  });

  it.each(settings)('reads what its definition says: $table', async (setting) => {
    const rows = await inTransaction(db, (tx) => listSettings(tx, setting));
    expect(rows.length).toBeGreaterThan(0);
    const row = z.object({ ...setting.key, ...setting.values });
    for (const each of rows) expect(each).toMatchObject(row.parse(each));
  });
});

const [author, second, third] = [
  await seedDealer(db, 'super'),
  await seedDealer(db, 'super'),
  await seedDealer(db, 'super'),
];
const [finance, support] = [await seedDealer(db, 'finance'), await seedDealer(db, 'support')];
type Staff = typeof author;

const reason = 'The bank of the rail charges more from May.';
const note = 'Not agreed with the product owner.';
const plus = { rail: 'faster-payments', currency: 'GBP', tier: 'plus' } as const;
const wallet = { ...plus, tier: 'wallet' } as const;
const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

const draft = (by: Staff, rows: readonly SettingRow<typeof feeRule>[], takesEffectAt: Date | null = null, uid = v7()) =>
  by.inside((ctx) => draftChange(ctx, feeRule, { uid, rows, takesEffectAt, reason }));
const propose = async (
  by: Staff,
  fee: bigint,
  takesEffectAt: Date | null = null,
  key: SettingKey<typeof feeRule> = plus,
) => {
  const { uid } = await draft(by, [{ ...key, feeMinor: fee }], takesEffectAt);
  return by.inside((ctx) => proposeChange(ctx, feeRule, uid));
};
const approve = (by: Staff, uid: string) => by.inside((ctx) => approveChange(ctx, feeRule, uid));
const reject = (by: Staff, uid: string) => by.inside((ctx) => rejectChange(ctx, feeRule, { uid, note }));
const rollBack = (by: Staff, change: string) =>
  by.inside((ctx) => rollBackChange(ctx, feeRule, { uid: v7(), change, reason }));
const change = async (fee: bigint, takesEffectAt: Date | null = null) =>
  approve(second, (await propose(author, fee, takesEffectAt)).uid);
const feeNow = (key: SettingKey<typeof feeRule> = plus, at?: RawBuilder<unknown>) =>
  inTransaction(db, async (tx) => (await readSetting(tx, feeRule, key, at))?.feeMinor);
const pick = <S extends Setting>({ key, values }: S, row: SettingRow<S>): SettingRow<S> =>
  z.object({ ...key, ...values }).parse(row) as SettingRow<S>;
const stateOf = async (uid: string) =>
  (await author.inside((ctx) => listChanges(ctx, feeRule))).find((each) => each.uid === uid)?.state;
const auditOf = async (uid: string) => {
  const rows = await db
    .selectFrom('platform.audit')
    .select(['action', 'actorId'])
    .where('entity', '=', 'setting:payment.fee_rule')
    .where(sql<string>`detail ->> 'change'`, '=', uid)
    .orderBy('id')
    .execute();
  return rows.map(({ action, actorId }) => [action, actorId]);
};

describe('read a setting', () => {
  it('changes at the very microsecond of effective_from, with two rows scheduled', async () => {
    const [first, next] = [inHours(1), inHours(2)];
    await change(61n, first);
    await change(62n, next);
    const at = (moment: Date, microseconds: number) =>
      sql`${moment}::timestamptz + ${microseconds} * interval '1 microsecond'`;
    const fees = (moment: Date) => Promise.all([-1, 0, 1].map((off) => feeNow(plus, at(moment, off))));
    expect(await fees(first)).toEqual([50n, 61n, 61n]);
    expect(await fees(next)).toEqual([61n, 62n, 62n]);
    expect(await feeNow()).toBe(50n);
    const listed = await inTransaction(db, (tx) =>
      listSettings(tx, feeRule, { rail: 'faster-payments', currency: 'GBP' }, next),
    );
    expect(listed.map(({ tier, feeMinor }) => [tier, feeMinor])).toEqual([
      ['plus', 62n],
      ['wallet', 80n],
    ]);
    await writeSettings(db, sql`delete from payment.fee_rule where effective_from > now()`);
  });
});

describe('change a setting', () => {
  it('takes effect once a second person approves it, and shows author, difference and history', async () => {
    const { uid, state, rows } = await draft(author, [
      { ...plus, feeMinor: 51n },
      { ...wallet, feeMinor: 80n },
    ]);
    expect(state).toBe('draft');
    expect(rows).toEqual([
      { key: plus, isNew: false, changes: [{ column: 'feeMinor', from: '50', to: '51' }] },
      { key: wallet, isNew: false, changes: [] },
    ]);
    await draft(author, [{ ...plus, feeMinor: 52n }], null, uid);
    await author.inside((ctx) => proposeChange(ctx, feeRule, uid));
    expect([await stateOf(uid), await feeNow()]).toEqual(['proposed', 50n]);
    expect(await approve(second, uid)).toMatchObject({ state: 'live', proposedBy: author.id, decidedBy: second.id });
    expect([await feeNow(), await feeNow(wallet)]).toEqual([52n, 80n]);
    const history = await author.inside((ctx) => showHistory(ctx, feeRule, plus));
    expect(history.map(({ feeMinor, proposedBy, approvedBy }) => [feeMinor, proposedBy, approvedBy])).toEqual([
      [52n, author.id, second.id],
      [50n, null, null],
    ]);
    expect(await auditOf(uid)).toEqual([
      ['setting.drafted', author.id],
      ['setting.drafted', author.id],
      ['setting.proposed', author.id],
      ['setting.approved', second.id],
    ]);
  });

  it('is refused to its author, to other roles, and in the database', async () => {
    const { uid } = await propose(author, 53n);
    await expectRefusal(db, 'approver_conflict', () => approve(author, uid));
    await expectRefusal(db, 'approver_conflict', () => reject(author, uid));
    await expectRefusal(db, 'access_denied', () => approve(finance, uid));
    await expectRefusal(db, 'access_denied', () => propose(support, 53n));
    await expectRefusal(db, 'not_found', () => second.inside((ctx) => approveChange(ctx, limitRule, uid)));
    const decide = (by: string) =>
      db
        .updateTable('platform.setting_change')
        .set({ state: 'approved', decidedBy: by, decidedAt: sql`now()` })
        .where('id', '=', uid)
        .execute();
    await expect(decide(author.id)).rejects.toThrow('setting_decided_by_another');
    expect(await reject(third, uid)).toMatchObject({ state: 'rejected', note });
    await expect(decide(second.id)).rejects.toThrow('decided once');
    await expectRefusal(db, 'invalid_transition', () => approve(second, uid));
    expect(await feeNow()).toBe(52n);
  });

  it('is approved once by two people at once', async () => {
    const { uid } = await propose(finance, 54n);
    const outcomes = await Promise.allSettled([approve(second, uid), approve(third, uid)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await feeNow()).toBe(54n);
    expect((await auditOf(uid)).filter(([action]) => action === 'setting.approved')).toHaveLength(1);
    await expectRefusal(db, 'invalid_transition', () => approve(second, uid));
  });

  it('is refused when somebody else changed the row since the proposal', async () => {
    const { uid } = await propose(author, 55n);
    await change(56n);
    await expectRefusal(db, 'invalid_transition', () => approve(second, uid));
    expect(await feeNow()).toBe(56n);
  });

  it('is refused in the past, at a time that is taken, and with values that are invalid', async () => {
    await expectRefusal(db, 'validation_failed', () => draft(author, [{ ...plus, feeMinor: 1n }], inHours(-1)));
    await expectRefusal(db, 'validation_failed', () => draft(author, [{ ...plus, feeMinor: -1n }]));
    const soon = inHours(3);
    const [one, other] = [await propose(author, 57n, soon), await propose(author, 58n, soon)];
    await approve(second, one.uid);
    await expectRefusal(db, 'invalid_transition', () => approve(second, other.uid));
    await approve(third, (await rollBack(author, one.uid)).uid);
    const { uid } = await author.inside(async (ctx) => {
      const rule = await requireSetting(ctx.tx, railRule, { rail: 'swift', currency: 'GBP' });
      const row = { ...pick(railRule, rule), abandonAfterSeconds: 1 };
      const { uid: drafted } = await draftChange(ctx, railRule, {
        uid: v7(),
        rows: [row],
        takesEffectAt: null,
        reason,
      });
      return proposeChange(ctx, railRule, drafted);
    });
    const { data } = await expectRefusal(db, 'validation_failed', () =>
      second.inside((ctx) => approveChange(ctx, railRule, uid)),
    );
    expect(data).toEqual({ constraint: 'rail_rule_abandons_last' });
  });

  it('is rolled back by a change that a second person approves, at once or before it takes effect', async () => {
    const live = await change(60n);
    const back = await rollBack(author, live.uid);
    expect(back).toMatchObject({ state: 'proposed', rollsBack: live.uid });
    expect(back.rows).toEqual([{ key: plus, isNew: false, changes: [{ column: 'feeMinor', from: '60', to: '56' }] }]);
    await expectRefusal(db, 'invalid_transition', () => rollBack(second, live.uid));
    await expectRefusal(db, 'approver_conflict', () => approve(author, back.uid));
    await approve(second, back.uid);
    expect([await feeNow(), await stateOf(live.uid), await stateOf(back.uid)]).toEqual([56n, 'rolled_back', 'live']);
    const planned = await change(99n, inHours(4));
    expect(planned.state).toBe('scheduled');
    await approve(second, (await rollBack(author, planned.uid)).uid);
    expect([await feeNow(plus, sql`${inHours(5)}::timestamptz`), await stateOf(planned.uid)]).toEqual([
      56n,
      'rolled_back',
    ]);
    await expectRefusal(db, 'invalid_transition', () => rollBack(author, planned.uid));
  });
});

describe('rows of a setting', () => {
  it.each(settings)('cannot be written by the application: $table', async ({ table }) => {
    for (const statement of [
      `insert into ${table} select * from ${table}`,
      `update ${table} set effective_from = now()`,
      `delete from ${table}`,
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(
        `permission denied for table ${table.split('.')[1]}`,
      );
  });

  it('are not put in force in the past, and no other table is written', async () => {
    const { uid } = await propose(author, 70n, inHours(6));
    const insert = (setting: string) =>
      sql`insert into platform.setting_change (id, setting, state, rows, rows_before, takes_effect_at, reason, proposed_by)
        values (${uid.replace(/^./, 'f')}, ${setting}, 'proposed', '[{}]', '[null]', now() - interval '1 microsecond', ${reason}, ${author.id})`;
    await insert('payment.fee_rule').execute(db);
    const decide = sql`update platform.setting_change set state = 'approved', decided_by = ${second.id}, decided_at = now() where id = ${uid.replace(/^./, 'f')}`;
    await expect(decide.execute(db)).rejects.toThrow('do not change in the past');
    await expect(sql`delete from platform.setting_change where id = ${uid}`.execute(db)).rejects.toThrow(
      'decided once',
    );
  });
});
