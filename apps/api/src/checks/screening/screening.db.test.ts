import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import {
  balancesOf,
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { importSanctionsList, screenNames } from './screening.ts';

const { db } = await createDatabase();
const listed = (...names: string[]) => names.map((name, i) => ({ entryId: `DEMO${i}`, name, regime: 'Made up' }));
const importNames = (...names: string[]) =>
  asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', listed(...names)));
const screenName = (payee: string, payer = 'Nobody Special') =>
  asSystem(db, (ctx) => screenNames(ctx, { payee, payer }));

async function pay(payeeName: string, payerName = 'Ann Payer') {
  const who = await seedCustomer(db, { name: payerName });
  const account = await seedAccount(db, who, { balance: '100.00' });
  const payee = await seedPayee(db, who, { ...ukDetails.somchai, name: payeeName });
  const session = await seedSession(db, who);
  const order = await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee), session);
  const payment = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(who, session), requestId: randomUUID() }, order),
  );
  return { who, account, payment };
}

describe('screening without a list', () => {
  it('finds nothing and lets payments pass', async () => {
    expect(await screenName('Vortigern Grimsbane')).toEqual([]);
    expect((await pay('Vortigern Grimsbane')).payment.state).toBe('ready');
  });
});

describe('import a sanctions list', () => {
  beforeAll(() => importNames('Vortigern Ulf Grimsbane', 'Balthazar Figmentov'));

  it('applies at once, counts versions and ignores an identical list', async () => {
    const before = await screenName('Balthazar Figmentov');
    expect(before).toMatchObject([{ subject: 'payee', entryId: 'DEMO1', rule: 'alike', score: 1 }]);
    expect(await importNames('Vortigern Ulf Grimsbane', 'Balthazar Figmentov')).toEqual({ names: 2, isNew: false });
    expect(await importNames('Vortigern Ulf Grimsbane', 'Balthazar Figmentov', 'Ottoline Zelenoskaya')).toEqual({
      names: 3,
      isNew: true,
    });
    expect(await screenName('Ottoline Zelenoskaya')).toHaveLength(1);
    const rows = await db
      .selectFrom('platform.event')
      .select('payload')
      .where('topic', '=', 'screening.list_imported')
      .execute();
    expect(rows).toHaveLength(2);
  });

  it('creates one version for concurrent imports', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => importNames('Vortigern Ulf Grimsbane', 'Balthazar Figmentov')),
    );
    expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('refuses changes to a version', async () => {
    await expect(db.deleteFrom('screening.entry').execute()).rejects.toThrow('permission denied');
    await expect(db.updateTable('screening.sanctions_list').set({ names: 0 }).execute()).rejects.toThrow(
      'permission denied',
    );
  });
});

describe('screen a payment', () => {
  it.each([
    ['payee', 'Baltazar Figmentov', 'Ann Payer'],
    ['payer', 'Somchai Prasert', 'Vortigern Grimsbane'],
  ])(
    'holds a payment whose %s is on the list, and tells the payer only of extra checks',
    async (subject, payee, payer) => {
      const { account, payment } = await pay(payee, payer);
      expect(payment).toMatchObject({ state: 'in_review', reasonCode: 'extra_checks', documents: { required: [] } });
      expect(await balancesOf(db, account)).toEqual(['100.00', '74.50']);
      const told = JSON.stringify(payment).toLowerCase();
      for (const word of ['sanction', 'list', 'screen', 'demo', 'hit']) expect(told).not.toContain(word);
      const hits = await db.selectFrom('screening.hit').selectAll().where('paymentId', '=', payment.uid).execute();
      expect(hits).toMatchObject([{ subject }]);
      const noted = await db
        .selectFrom('platform.audit')
        .select('detail')
        .where('action', '=', 'screening.hit')
        .where('entity', '=', `payment:${payment.uid}`)
        .execute();
      expect(noted).toHaveLength(1);
      const news = await db
        .selectFrom('platform.event')
        .select(['topic', 'payload'])
        .where('topic', '=', 'payment.waiting')
        .execute();
      expect(JSON.stringify(news).toLowerCase()).not.toContain('sanction');
    },
  );

  it('lets other payments pass', async () => {
    expect((await pay('Somchai Prasert')).payment.state).toBe('ready');
  });

  it('applies the threshold in force', async () => {
    const name = 'Balthazzar Figmentoff';
    expect(await screenName(name)).toHaveLength(1);
    await writeSettings(
      db,
      db.insertInto('screening.threshold').values({ effectiveFrom: new Date(), thousandths: 999 }),
    );
    expect(await screenName(name)).toEqual([]);
  });
});
