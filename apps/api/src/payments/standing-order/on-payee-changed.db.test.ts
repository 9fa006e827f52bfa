import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toPayeeForm,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import {
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  standingOrderTerms,
  type TestClock,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { checkName } from '../../payees/payee/name-check/name-check.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { removePayee } from '../../payees/payee/remove-payee.ts';
import { editPayee } from '../../payees/payee/save-payee.ts';
import { onPayeeChanged } from './run-standing-orders.ts';

const { db } = await createDatabase();
let who: TestUser;
let account: BankAccount;
let payee: Payee;
let clock: TestClock;
let me: Awaited<ReturnType<typeof createStandingOrderUser>>;

beforeEach(async () => {
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '100.00' });
  payee = await seedPayee(db, who);
  clock = clockAt('2026-11-21T10:00:00Z');
  me = await createStandingOrderUser(db, who, clock);
});

const runAt = (moment: string) => {
  clock.now = new Date(moment);
  return runStandingOrdersAt(db, clock);
};
const notifyPayeeChanged = () =>
  asSystem(db, (ctx) => onPayeeChanged(ctx, { eventId: 0n, payload: { payeeId: payee.id } }));

async function edit(change: Partial<{ nickname: string; sortCode: string; accountNumber: string }>): Promise<number> {
  const { nickname = null, ...details } = change;
  const typed = {
    ...toPayeeForm(ukDetails.somchai),
    details: { ...toPayeeForm(ukDetails.somchai).details, ...details },
  };
  const match = checkName(async () => ({ scheme: 'cop', code: 'MATC', result: 'match' }));
  const { checkId } = await asCustomer(db, who).proceed(match, typed);
  const { type: _, currency: __, ...body } = typed;
  const common = { uid: payee.id, version: payee.version, nickname, nameCheckId: checkId, idempotency: v7() };
  return (await asCustomer(db, who).run(editPayee, { ...body, ...common })).version;
}

describe('payee of a standing order', () => {
  it('refuses to delete a payee in use and names the order', async () => {
    const { uid, reference } = await me.create(standingOrderTerms(account, payee));
    const remove = () => asCustomer(db, who).run(removePayee, { uid: payee.id, idempotency: v7() });
    const refusal = await expectRefusal(db, 'payee_in_use', remove);
    expect(refusal.data).toEqual({ uses: [{ by: 'standing_order', uid, reference }] });
    await me.cancel(uid);
    await remove();
  });

  it('pays as before when the nickname changes', async () => {
    const { uid } = await me.create(standingOrderTerms(account, payee));
    const version = await edit({ nickname: 'The landlord' });
    await notifyPayeeChanged();
    expect(await me.only()).toMatchObject({ state: 'active', terms: { payeeVersion: version } });
    await runAt('2026-12-01T06:00:00Z');
    expect(await me.history(uid)).toMatchObject([{ state: 'paid' }]);
  });

  it('pays as before when the nickname change has not been processed yet', async () => {
    const { uid } = await me.create(standingOrderTerms(account, payee));
    const version = await edit({ nickname: 'The landlord' });
    await runAt('2026-12-01T06:00:00Z');
    expect(await me.history(uid)).toMatchObject([{ state: 'paid' }]);
    expect((await me.only()).terms.payeeVersion).toBe(version);
  });

  it.each([['told'], ['found out']])(
    'blocks the order until it is approved again when the account changes (%s)',
    async (how) => {
      const before = await me.create(standingOrderTerms(account, payee));
      const payeeVersion = await edit({ sortCode: '089999', accountNumber: '66374958' });
      if (how === 'told') await notifyPayeeChanged();
      await runAt('2026-12-01T06:00:00Z');
      expect(await me.only()).toMatchObject({
        state: 'blocked',
        blocked: { code: 'payee_changed' },
        next: { day: '2027-01-01' },
      });
      expect(await me.history(before.uid)).toMatchObject([
        { day: '2026-12-01', state: 'failed', failure: { code: 'payee_changed' } },
      ]);
      const told = await sql<{ n: number }>`select count(*)::int as n from platform.event
      where topic = 'standing-order.updated' and payload->>'step' = 'blocked' and payload->>'orderId' = ${before.uid}`.execute(
        db,
      );
      expect(told.rows).toEqual([{ n: 1 }]);

      const mended = await me.edit(before, standingOrderTerms(account, payee, { payeeVersion }));
      expect(mended).toMatchObject({ state: 'active', blocked: null, version: 2, next: { day: '2027-01-01' } });
      await runAt('2027-01-04T06:00:00Z');
      expect((await me.history(before.uid))[0]).toMatchObject({ day: '2027-01-01', state: 'paid' });
    },
  );

  it('blocks the order for a disabled payee and a closed account', async () => {
    const order = await me.create(standingOrderTerms(account, payee));
    const other = await me.create(
      standingOrderTerms(await seedAccount(db, who, { balance: '9.00' }), payee, { amount: '1.00' }),
    );
    await sql`update bank_account.account set status = 'closed' where bankholder_id = ${other.terms.sourceBankholderId}`.execute(
      db,
    );
    await runAt('2026-12-01T06:00:00Z');
    const byUid = async (uid: string) => (await me.list()).find((each) => each.uid === uid);
    expect(await byUid(order.uid)).toMatchObject({ state: 'active' });
    expect(await byUid(other.uid)).toMatchObject({ state: 'blocked', blocked: { code: 'account_closed' } });
    await sql`update payee.payee set status = 'disabled' where id = ${payee.id}`.execute(db);
    await runAt('2027-01-04T06:00:00Z');
    expect(await byUid(order.uid)).toMatchObject({ state: 'blocked', blocked: { code: 'payee_blocked' } });
    await me.cancel(order.uid);
    expect(await byUid(order.uid)).toMatchObject({ state: 'cancelled', blocked: null });
  });
});
