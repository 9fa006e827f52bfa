import { randomUUID } from 'node:crypto';
import { ruleSheetArea } from '@larkmere/contract/back-office/permissions';
import type { SettingDocument } from '@larkmere/contract/back-office/setting';
import {
  plainText,
  rowKey,
  type SettingName,
  type SettingSheet,
  type SheetCell,
  type SheetColumn,
  type SheetRow,
  settingSheets,
  sheetsOf,
} from '@larkmere/contract/back-office/setting-sheets';
import { StaffRole } from '@larkmere/contract/back-office/staff';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import { settings } from '../../settings.ts';
import { showsRow, storedSheets } from './setting-tables.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const [author, supervisor] = [
  await signInStaff(base, await seedStaff(db, { role: 'settings' })),
  await signInStaff(base, await seedStaff(db, { role: 'super' })),
];

/** Settings that staff change elsewhere. */
const onOtherPages: Readonly<Record<string, string>> = {
  'role.permission': 'the page of roles',
  'introducer_partner.rule': 'the page of the customer',
  'review.release_limit': 'the page of roles, with the permissions',
  'manual_fx.dealer_limit': 'the page of roles, with the permissions of the dealer',
  'service_control.breaker_rule': 'the page of breakers',
};

const allSheets = (Object.keys(settingSheets) as SettingName[]).flatMap(storedSheets);

describe('the pages of settings', () => {
  it('have every setting, or it is on another page of staff', () => {
    const tables = new Set(allSheets.map(({ setting }) => setting.table));
    const missing = settings.filter(({ table }) => !tables.has(table)).map(({ table }) => table);
    expect(missing.toSorted()).toEqual(Object.keys(onOtherPages).toSorted());
  });

  it.each(allSheets.map((stored) => [`${stored.name} ${stored.sheet.key}`, stored] as const))(
    'show every column of the table: %s',
    (_, { setting, only = {}, columns, sheet }) => {
      expect([...Object.keys(only), ...Object.values(columns)].toSorted()).toEqual(
        Object.keys({ ...setting.key, ...setting.values }).toSorted(),
      );
      expect(Object.keys(columns).toSorted()).toEqual(sheet.columns.map(({ name }) => name).toSorted());
      const keys = sheet.columns.filter(({ isKey }) => isKey).map(({ name }) => columns[name]);
      expect([...Object.keys(only), ...keys].toSorted()).toEqual(Object.keys(setting.key).toSorted());
    },
  );

  it('show every row in force once', async () => {
    for (const setting of settings.filter(({ table }) => !(table in onOtherPages))) {
      const rows = await inTransaction(db, (tx) => listSettings(tx, setting));
      const sheets = allSheets.filter((stored) => stored.setting === setting);
      for (const row of rows) expect([row, sheets.filter((stored) => showsRow(stored, row)).length]).toEqual([row, 1]);
    }
  });
});

const address = '/v1/manage/setting/rules';
const show = async (): Promise<SettingDocument> => (await author.call('GET', address)).body.data;
const rowsIn = (document: SettingDocument, { key }: SettingSheet): SheetRow[] =>
  (document.data as unknown as Record<string, SheetRow[]>)[key] ?? [];
const propose = async (data: object, over: object = {}) => {
  const uid = randomUUID();
  const reason = 'Agreed in the meeting about limits.';
  const sent = { uid, data, reason, idempotency: randomUUID(), ...over };
  return { uid, ...(await author.call('POST', address, sent)) };
};
const decide = (by: typeof author, uid: string, verb = 'approve', sent: object = {}) =>
  by.call('POST', `${address}/${uid}/${verb}`, { ...sent, idempotency: randomUUID() });

type Change = (cell: SheetCell, column: SheetColumn) => SheetCell;
const otherNumber: Change = (cell, column) => Number(cell) + ('min' in column && Number(cell) > column.min ? -1 : 1);

/** Another value that the column accepts. Columns of other kinds are left as they are. */
const otherValues: Partial<Readonly<Record<SheetColumn['kind'], Change>>> = {
  count: otherNumber,
  bps: otherNumber,
  flag: (cell) => !cell,
  amount: (cell) => plainText(cell).replace(/^\d/, (digit) => (digit === '9' ? '8' : String(Number(digit) + 1))),
  time: (cell) => (cell === '05:30' ? '05:31' : '05:30'),
  date: () => '2041-12-31',
  choices: (cell, column) =>
    ('choices' in column ? column.choices : []).filter(
      (choice, place) => place > 0 || !(cell as string[]).includes(choice),
    ),
  documents: () => ['invoice', 'source_of_funds'],
};

/** The row with a single value changed: the last that can be. */
function withOtherValue(sheet: SettingSheet, row: SheetRow): { row: SheetRow; column: string } {
  for (const column of sheet.columns.filter(({ isKey }) => !isKey).toReversed()) {
    const change = otherValues[column.kind];
    if (change)
      return { row: { ...row, [column.name]: change(row[column.name] ?? null, column) }, column: column.name };
  }
  throw new Error(`nothing of ${sheet.key} can be changed`);
}

describe('the page of rules', () => {
  // Fees rise only with notice: rise-notice.db.test.ts.
  const sheets = sheetsOf('rules').filter(({ key }) => key !== 'railFees');

  it.each(sheets.map((sheet) => [sheet.key, sheet] as const))(
    'reads, changes, puts in force and rolls back: %s',
    async (key, sheet) => {
      const before = await show();
      const place = Math.max(
        0,
        rowsIn(before, sheet).findIndex(({ currency }) => currency === 'GBP'),
      );
      const former = rowsIn(before, sheet)[place] as SheetRow;
      const { row, column } = withOtherValue(sheet, former);
      const inForce = async () =>
        rowsIn(await show(), sheet).find((each) => rowKey(sheet, each) === rowKey(sheet, former));

      const { uid, body } = await propose({ [key]: [row] });
      expect(body.data).toEqual({ uid, state: 'proposed' });
      expect(await inForce()).toEqual(former);
      expect((await decide(author, uid)).status).toBe(403);
      expect((await decide(supervisor, uid)).body.data).toEqual({ uid, state: 'live' });
      expect(await inForce()).toEqual(row);

      const after = await show();
      const change = after.changes.find((each) => each.uid === uid);
      expect(change).toMatchObject({ sheet: key, state: 'live', changes: [{ row: rowKey(sheet, former), column }] });
      expect(after.sheets.find((each) => each.key === key)?.version).toBe(2);
      expect(after.version).toBe(before.version + 1);

      const back = randomUUID();
      const sent = { change: back, reason: 'The meeting changed its mind.' };
      expect((await decide(author, uid, 'roll-back', sent)).body.data).toEqual({ uid: back, state: 'proposed' });
      expect((await decide(supervisor, back)).body.data).toEqual({ uid: back, state: 'live' });
      expect(await inForce()).toEqual(former);
    },
  );

  it('leaves the rows of SWIFT and their changes to the page of SWIFT', async () => {
    const swift: SettingDocument = (await author.call('GET', '/v1/manage/setting/swiftpayment')).body.data;
    const limits = (swift.data as unknown as Record<string, SheetRow[]>).limits ?? [];
    const uid = randomUUID();
    const row = { ...limits.find(({ currency }) => currency === 'USD'), perDay: '999999.00' };
    const answer = await author.call('POST', '/v1/manage/setting/swiftpayment', {
      uid,
      data: { limits: [row] },
      reason: 'The partner allows more a day.',
      idempotency: randomUUID(),
    });
    expect(answer.body.data).toEqual({ uid, state: 'proposed' });
    expect((await show()).changes.map((each) => each.uid)).not.toContain(uid);
    expect(await decide(supervisor, uid)).toMatchObject({ status: 404 });
    const { body } = await author.call('GET', '/v1/manage/setting/swiftpayment');
    expect((body.data as SettingDocument).changes.map((each) => each.uid)).toContain(uid);
    expect((await propose({ railLimits: [{ rail: 'swift', ...row }] })).status).toBe(400);
  });

  it.each([
    ['railLimits.0.perDay', 'railLimits', 'GBP', { perPayment: '900.00', perDay: '800.00' }],
    ['rails.0.max', 'rails', 'GBP', { min: '10.00', max: '9.00' }],
    ['rails.0.calendar', 'rails', 'GBP', { arrivalSeconds: null, arrivalDays: 1, calendar: null }],
    ['rails.0.arrivalDays', 'rails', 'GBP', { arrivalSeconds: null, arrivalDays: null }],
    ['rails.0.abandonAfter', 'rails', 'GBP', { resubmitWindow: 600, abandonAfter: 650 }],
    ['topUps.0.perDay', 'topUps', 'GBP', { max: '900.00', perDay: '800.00' }],
    ['topUps.0.acceptedFunding.0', 'topUps', 'GBP', { acceptedFunding: ['cash'] }],
    ['deposits.0.max', 'deposits', 'GBP', { min: '900.00', max: '800.00' }],
    ['deposits.0.min', 'deposits', 'GBP', { min: 'free' }],
    ['newPayees.0.hours', 'newPayees', 'GBP', { hours: 169 }],
    ['payments.0.reviewDecisionHours', 'payments', undefined, { reviewUpdateHours: 24, reviewDecisionHours: 23 }],
    ['payments.0.reminderDays.0', 'payments', undefined, { reminderDays: ['soon'] }],
    ['standingOrders.0.retries.0', 'standingOrders', undefined, { retries: ['25:00'] }],
    ['screening.0.similarity', 'screening', undefined, { similarity: 699 }],
  ])('refuses with the cell %s', async (field, key, currency, over) => {
    const rows = (await show()).data as unknown as Record<string, SheetRow[]>;
    const row = rows[key]?.find((each) => currency === undefined || each.currency === currency);
    const answer = await propose({ [key]: [{ ...row, ...over }] });
    expect(answer.status).toBe(400);
    expect((answer.body.errors as { field: string }[]).map((error) => error.field)).toContain(`data.${field}`);
  });

  it('adds a row where the table takes one, and refuses it elsewhere', async () => {
    const { uid, body } = await propose({ payeeBanks: [{ bankCode: '999', max: '1000.00' }] });
    expect(body.data).toEqual({ uid, state: 'proposed' });
    expect((await decide(supervisor, uid)).status).toBe(200);
    const { rows } = await sql<{ max: bigint }>`
      select max_minor as max from payment.payee_bank_limit where rail = 'promptpay' and bank_code = '999'`.execute(db);
    expect(rows).toEqual([{ max: 100000n }]);
    expect((await propose({ deposits: [{ currency: 'JPY', min: '1', max: '2' }] })).status).toBe(400);
  });

  describe('bank holidays', () => {
    const workingDayFrom = async (day: string): Promise<string | undefined> =>
      (await sql<{ day: string }>`select payment.working_day('england', ${day}, 0)::text as day`.execute(db)).rows[0]
        ?.day;
    const holiday = { calendar: 'england', day: '2032-03-10', name: 'Day of mourning', assumed: false, isClosed: true };
    const put = async (row: SheetRow): Promise<void> => {
      const { uid, body } = await propose({ bankHolidays: [row] });
      expect(body.data).toEqual({ uid, state: 'proposed' });
      expect((await decide(supervisor, uid)).body.data).toEqual({ uid, state: 'live' });
    };

    it('move the working day once a second person agrees, and are withdrawn the same way', async () => {
      expect(await workingDayFrom('2032-03-10')).toBe('2032-03-10');
      await put(holiday);
      expect(await workingDayFrom('2032-03-10')).toBe('2032-03-11');
      await put({ ...holiday, isClosed: false });
      expect(await workingDayFrom('2032-03-10')).toBe('2032-03-10');
    });

    it('of days that have passed are not on the page', async () => {
      const sheet = sheetsOf('rules').find(({ key }) => key === 'bankHolidays') as SettingSheet;
      const days = rowsIn(await show(), sheet).map(({ day }) => plainText(day));
      expect(days.length).toBeGreaterThan(100);
      expect(days.filter((day) => day < dayAhead(0))).toEqual([]);
    });

    it.each([
      ['day', 'setting_day_passed', { day: '2026-01-06' }],
      ['day', 'setting_day_weekend', { day: '2032-03-13' }],
      ['isClosed', 'setting_day_open_already', { day: '2032-04-14', isClosed: false }],
    ])('are refused with the cell %s: %s', async (column, code, over) => {
      const { body } = await propose({ bankHolidays: [{ ...holiday, ...over }] });
      expect(body.errors).toMatchObject([{ field: `data.bankHolidays.0.${column}`, reason: { code } }]);
    });

    it('are refused twice for a day, and with a day that is none', async () => {
      const twice = await propose({
        bankHolidays: [
          { ...holiday, day: '2032-05-11' },
          { ...holiday, day: '2032-05-11' },
        ],
      });
      expect(twice.body.errors).toMatchObject([{ field: 'data.bankHolidays.1.day' }]);
      const none = await propose({ bankHolidays: [{ ...holiday, day: '2032-02-30' }] });
      expect(none.body.errors).toMatchObject([{ field: 'data.bankHolidays.0.day' }]);
    });
  });

  describe('for the role', () => {
    const settingOf = (key: string) => storedSheets('rules').find(({ sheet }) => sheet.key === key)?.setting;

    it('carries on each sheet the area of its table', () => {
      for (const { key } of sheetsOf('rules')) expect([key, ruleSheetArea(key)]).toEqual([key, settingOf(key)?.area]);
    });

    const openProposals = new Map<string, string>();
    async function proposalOfAnother(key: string, row: SheetRow): Promise<string> {
      const uid = openProposals.get(key) ?? (await propose({ [key]: [row] })).uid;
      openProposals.set(key, uid);
      return uid;
    }

    it.each(StaffRole.options)(
      '%s shows the sheets of its areas, and takes its proposals and decisions only there',
      async (role) => {
        const session = await signInStaff(base, await seedStaff(db, { role }));
        const answer = await session.call('GET', address);
        const levelOf = (key: string) => starterPermissions[role][ruleSheetArea(key)] ?? 'none';
        const visible = sheetsOf('rules').filter(({ key }) => levelOf(key) !== 'none');
        expect(answer.status).toBe(visible.length > 0 ? 200 : 403);
        const document: SettingDocument | null = answer.body.data;
        expect((document?.sheets ?? []).map(({ key }) => key)).toEqual(visible.map(({ key }) => key));
        expect(Object.keys(document?.data ?? {}).toSorted()).toEqual(visible.map(({ key }) => key).toSorted());
        const all = await show();
        for (const sheet of sheets) {
          const level = levelOf(sheet.key);
          const rights = document?.sheets.find(({ key }) => key === sheet.key);
          if (rights)
            expect(rights).toMatchObject({
              canPropose: level === 'act' || level === 'approve',
              canApprove: level === 'approve',
            });
          const { row } = withOtherValue(sheet, rowsIn(all, sheet)[0] as SheetRow);
          const uid = randomUUID();
          const sent = { uid, data: { [sheet.key]: [row] }, reason: 'Tried by every role.', idempotency: randomUUID() };
          const seen = await session.call('POST', `${address}/preview`, { data: sent.data });
          expect([sheet.key, seen.status === 403]).toEqual([sheet.key, level === 'none']);
          const proposed = await session.call('POST', address, { ...sent, status: 'draft' });
          expect([sheet.key, proposed.status === 403]).toEqual([sheet.key, level !== 'act' && level !== 'approve']);
          const ofAnother = await proposalOfAnother(sheet.key, row);
          const refused = await decide(session, ofAnother, 'refuse', { note: 'Tried by every role.' });
          if (refused.status === 200) openProposals.delete(sheet.key);
          expect([sheet.key, refused.status === 403]).toEqual([sheet.key, level !== 'approve']);
        }
      },
    );
  });
});
