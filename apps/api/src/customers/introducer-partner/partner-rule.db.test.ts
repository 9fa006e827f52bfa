import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { seedIntroduced } from '../../../../../test/fixtures/introducer-partner.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { londonDay } from '../../platform/time/london-day.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const signIn = async (role: Parameters<typeof seedStaff>[1]) =>
  (await signInStaff(base, await seedStaff(db, role))).call;
const [finance, mlro, compliance] = [
  await signIn({ role: 'finance' }),
  await signIn({ role: 'mlro' }),
  await signIn({ role: 'compliance' }),
];
type Call = typeof finance;

async function seedCandidate(): Promise<TestUser> {
  const who = await seedCustomer(db, { introducer: true });
  await seedAccount(db, who);
  return who;
}

const terms = {
  exchangeBps: 2000,
  paymentBps: 1000,
  currency: 'GBP',
  monthlyCap: null,
  months: 24,
  starts: null,
  ends: null,
  reason: 'Signed contract 17 of this week.',
};
const show = async ({ customer }: TestUser, call: Call = mlro) =>
  (await call('GET', `/v1/manage/customer/${customer.id}/partner`)).body.data;
const propose = ({ customer }: TestUser, over: object = {}, call: Call = finance) =>
  call('POST', `/v1/manage/customer/${customer.id}/partner`, { ...terms, ...over, idempotency: randomUUID() });
const decide = (call: Call, uid: string, how: string, over: object = {}) =>
  call('POST', `/v1/manage/partner/${uid}/${how}`, { ...over, idempotency: randomUUID() });
const inDays = (days: number): string => londonDay(new Date(Date.now() + days * 86_400_000));

async function makePartner(who: TestUser, over: object = {}): Promise<string> {
  const { uid } = (await propose(who, over)).body.data.changes[0];
  expect((await decide(mlro, uid, 'approve')).status).toBe(200);
  return uid;
}

describe('a share rule', () => {
  it('takes two people, and is in force from the approval', async () => {
    const who = await seedCandidate();
    const { body } = await propose(who);
    expect(body.data).toMatchObject({
      rule: null,
      changes: [{ state: 'proposed', isOwn: true, rule: { months: 24 } }],
    });
    const { uid } = body.data.changes[0];
    const tile = (await mlro('GET', '/v1/manage/dashboard')).body.data.find(
      ({ key }: { key: string }) => key === 'partner_rules',
    );
    expect(tile).toMatchObject({ isOwn: true, link: `/manage/customer/${who.customer.id}?tab=partner` });
    expect((await decide(finance, uid, 'approve')).status).toBe(403);
    const { body: approved } = await decide(mlro, uid, 'approve');
    expect(approved.data).toMatchObject({
      rule: { exchangeBps: 2000, paymentBps: 1000, currency: 'GBP', months: 24, monthlyCap: null },
      changes: [{ state: 'live', decidedBy: expect.any(String) }],
    });
    expect((await decide(mlro, uid, 'approve')).body.code).toBe('invalid_transition');
  });

  it('is not approved by who proposed it, neither by the call nor by the database', async () => {
    const who = await seedCandidate();
    const { uid } = (await propose(who, {}, mlro)).body.data.changes[0];
    expect((await decide(mlro, uid, 'approve')).body.code).toBe('approver_conflict');
    expect((await decide(mlro, uid, 'refuse', { note: 'I changed my mind about it.' })).body.code).toBe(
      'approver_conflict',
    );
    await expect(
      sql`update platform.setting_change set state = 'approved', decided_by = proposed_by, decided_at = now() where id = ${uid}`.execute(
        db,
      ),
    ).rejects.toThrow('setting_decided_by_another');
    expect((await decide(compliance, uid, 'approve')).status).toBe(200);
  });

  it('is refused with a reason, or withdrawn by its author alone', async () => {
    const who = await seedCandidate();
    const { uid } = (await propose(who)).body.data.changes[0];
    expect((await decide(compliance, uid, 'withdraw')).body.code).toBe('access_denied');
    expect((await propose(who)).body.code).toBe('invalid_transition');
    const refused = await decide(compliance, uid, 'refuse', { note: 'The contract is not signed.' });
    expect(refused.body.data.changes).toMatchObject([{ state: 'rejected', note: 'The contract is not signed.' }]);
    const { uid: second } = (await propose(who)).body.data.changes[0];
    expect((await decide(finance, second, 'withdraw')).body.data.changes[0]).toMatchObject({ state: 'withdrawn' });
    expect((await show(who)).rule).toBeNull();
  });

  it('is replaced and ended by further rules, in the currency of the first', async () => {
    const who = await seedCandidate();
    await seedAccount(db, who, { currency: 'EUR', iban: `DE${Date.now()}` });
    await makePartner(who);
    expect((await propose(who, { currency: 'EUR' })).body.errors).toMatchObject([{ field: 'currency' }]);
    await makePartner(who, { exchangeBps: 100, monthlyCap: '500.00' });
    expect(await show(who)).toMatchObject({
      rule: { exchangeBps: 100, monthlyCap: { amount: '500.00' } },
      currencies: ['GBP'],
    });
    await makePartner(who, { ends: inDays(0) });
    const file = await show(who);
    expect(file.changes.map(({ state }: { state: string }) => state)).toEqual(['live', 'retired', 'retired']);
    expect(file.rule.ends).toBe(inDays(0));
  });

  it('that has not started is called off by two people', async () => {
    const who = await seedCandidate();
    const uid = await makePartner(who, { starts: inDays(10) });
    expect(await show(who)).toMatchObject({ rule: null, changes: [{ state: 'scheduled' }] });
    expect((await propose(who)).body.code).toBe('invalid_transition');
    const { body } = await decide(finance, uid, 'call-off', { reason: 'The contract was taken back.' });
    const { uid: calling } = body.data.changes[0];
    expect(body.data.changes[0]).toMatchObject({ state: 'proposed', rule: null });
    expect((await decide(finance, calling, 'approve')).status).toBe(403);
    const done = await decide(mlro, calling, 'approve');
    expect(done.body.data.changes.map(({ state }: { state: string }) => state)).toEqual(['retired', 'rolled_back']);
    expect((await propose(who)).status).toBe(200);
  });

  it.each([
    ['no share', { exchangeBps: 0, paymentBps: 0 }, 'exchangeBps'],
    ['more than half', { exchangeBps: 5001 }, 'exchangeBps'],
    ['a share below nothing', { paymentBps: -1 }, 'paymentBps'],
    ['a limit of nothing', { monthlyCap: '0.00' }, 'monthlyCap'],
    ['a limit with too many decimals', { monthlyCap: '1.001' }, 'monthlyCap'],
    ['a first day that is over', { starts: inDays(-1) }, 'starts'],
    ['a last day before the first', { starts: inDays(5), ends: inDays(4) }, 'ends'],
    ['a currency without an account', { currency: 'USD' }, 'currency'],
    ['no month', { months: 0 }, 'months'],
    ['no reason', { reason: 'because' }, 'reason'],
  ])('with %s is refused with the field', async (_, over, field) => {
    const { status, body } = await propose(await seedCandidate(), over);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('is not for a wallet, a restricted account, one without invitations or without an account', async () => {
    const wallet = await seedCustomer(db, { introducer: true, kind: 'wallet' });
    const uninvited = await seedCustomer(db, { introducer: false });
    await seedAccount(db, uninvited);
    const poor = await seedCustomer(db, { introducer: true });
    const restricted = await seedCandidate();
    await sql`update customer.customer set state = 'restricted' where id = ${restricted.customer.id}`.execute(db);
    for (const who of [wallet, uninvited, poor, restricted]) {
      expect((await propose(who)).body.code).toBe('invalid_transition');
      expect((await show(who)).obstacle).toEqual(expect.any(String));
    }
  });

  it('is checked again when it is approved, and can be ended whatever became of the customer', async () => {
    const who = await seedCandidate();
    const { uid } = (await propose(who)).body.data.changes[0];
    const setState = (state: string) =>
      sql`update customer.customer set state = ${state} where id = ${who.customer.id}`.execute(db);
    await setState('restricted');
    expect((await decide(mlro, uid, 'approve')).body.code).toBe('invalid_transition');
    await setState('active');
    expect((await decide(mlro, uid, 'approve')).status).toBe(200);
    await setState('restricted');
    expect((await propose(who, { exchangeBps: 300 })).body.code).toBe('invalid_transition');
    expect((await propose(who, { ends: inDays(1) })).status).toBe(200);
  });

  it('of an unknown customer or change is not found', async () => {
    const nobody = { customer: { id: randomUUID() } } as TestUser;
    expect((await propose(nobody)).body.code).toBe('not_found');
    for (const how of ['approve', 'refuse'])
      expect(
        (await decide(mlro, randomUUID(), how, how === 'refuse' ? { note: 'There is no such rule.' } : {})).body.code,
      ).toBe('not_found');
  });

  it('cannot be changed on the pages of settings, nor written by the application', async () => {
    const who = await seedCandidate();
    const { uid } = (await propose(who)).body.data.changes[0];
    const settings = await signIn({ role: 'super' });
    const { body } = await settings('POST', `/v1/manage/setting/rules/${uid}/approve`, { idempotency: randomUUID() });
    expect(body.code).toBe('not_found');
    await expect(sql`update introducer_partner.rule set exchange_bps = 1`.execute(db)).rejects.toThrow(
      'permission denied',
    );
  });

  it('shows who was introduced, and who earns nothing', async () => {
    const who = await seedCandidate();
    await makePartner(who);
    const { friend, referralId } = await seedIntroduced(db, who, new Date());
    await sql`insert into referral.transition (referral_id, seq, state, actor_kind, reason)
      select ${referralId}, max(seq) + 1, 'not_eligible', 'system', 'shared_card' from referral.transition where referral_id = ${referralId}`.execute(
      db,
    );
    expect((await show(who)).introduced).toMatchObject([
      { customer: { uid: friend.customer.id }, excluded: 'shared_card', earnsUntil: expect.stringMatching(/^\d{4}-/) },
    ]);
  });
});
