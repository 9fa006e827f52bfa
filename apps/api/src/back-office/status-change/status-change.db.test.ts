import { randomUUID } from 'node:crypto';
import type { AccountStatusFile } from '@larkmere/contract/back-office/status-change';
import { needsSecondPerson, rightToSet, settableStatuses } from '@larkmere/contract/back-office/status-change-rules';
import { type AccountStatus, accountStatuses } from '@larkmere/contract/platform/account-status';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  createDatabase,
  runJob,
  seedCustomer,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedStaff, signInStaff, type TestStaff } from '../../../../../test/fixtures/staff.ts';
import { closures } from '../../customers/closure/process-closures.ts';
import { accountStatusLifecycle } from '../../customers/customer/account-status-lifecycle.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });

const roles = ['support', 'payment_operations', 'compliance', 'mlro', 'auditor'] as const;
type Role = (typeof roles)[number] | 'mlro2' | 'compliance2';
const people = {} as Record<Role, { call: Caller; staff: TestStaff }>;
for (const role of [...roles, 'mlro2', 'compliance2'] as const) {
  const staff = await seedStaff(db, { role: role.replace('2', '') as (typeof roles)[number] });
  people[role] = { staff, call: (await signInStaff(base, staff)).call };
}

let who: TestUser;
beforeEach(async () => {
  who = await seedCustomer(db);
});

const path = () => `/v1/manage/customer/${who.customer.id}/accountstatus`;
const show = async (role: Role): Promise<AccountStatusFile> => (await people[role].call('GET', path())).body.data;
const order = (over: object = {}) => ({
  status: 'restricted',
  reasonCode: 'unusual_activity',
  customerMessage: 'We are checking a few payments. Please call us.',
  internalNote: 'Three payments to new payees within an hour.',
  notifyCustomer: true,
  idempotency: randomUUID(),
  ...over,
});
const change = (role: Role, over: object = {}) => people[role].call('POST', path(), order(over));
const closing = (over: object = {}) => ({
  status: 'closing',
  reasonCode: 'business_use',
  customerMessage: 'You use this account to take payments for a business.',
  legalBasis: 'terms_notice',
  ...over,
});
const lift = (over: object = {}) => ({
  status: 'active',
  reasonCode: 'checks_completed',
  customerMessage: 'Our checks are done. Thank you for your patience.',
  ...over,
});
const proposalOf = async (role: Role = 'mlro') => (await show(role)).proposed?.uid ?? '';

describe('what staff may set', () => {
  it.each<[AccountStatus, Partial<Record<Role, AccountStatus[]>>]>([
    ['pending', { support: [], compliance: ['suspended'], mlro: ['suspended', 'closing'] }],
    [
      'active',
      {
        support: ['restricted'],
        payment_operations: ['restricted'],
        compliance: ['restricted', 'suspended'],
        mlro: ['restricted', 'suspended', 'closing'],
        auditor: [],
      },
    ],
    ['restricted', { support: [], compliance: ['active', 'suspended'], mlro: ['active', 'suspended', 'closing'] }],
    ['suspended', { support: [], compliance: ['active', 'restricted'], mlro: ['active', 'restricted', 'closing'] }],
    ['dormant', { support: ['restricted'], compliance: ['restricted', 'suspended'] }],
    ['closing', { support: [], compliance: ['suspended'], mlro: ['active', 'restricted', 'suspended'] }],
    ['closed', { support: [], compliance: [], mlro: [] }],
  ])('of an account that is %s', async (status, expected) => {
    await setAccountStatus(db, who, status);
    for (const [role, allowed] of Object.entries(expected))
      expect((await show(role as Role)).allowedNext, role).toEqual(allowed);
  });

  it('is a step that the lifecycle has, for every pair', () => {
    for (const from of accountStatuses)
      for (const to of settableStatuses(from, 'dormant'))
        expect([accountStatusLifecycle.transitions[from][to as 'active'] ?? []].flat(), `${from} ${to}`).toContain(
          'staff',
        );
  });

  it('gives nothing back, and closes nothing, with one person of support', () => {
    const pairs = accountStatuses.flatMap((from) => settableStatuses(from, null).map((to) => [from, to] as const));
    const byOne = pairs.filter(([from, to]) => !needsSecondPerson(from, to));
    const bySupport = byOne.filter(([from, to]) => rightToSet(from, to)[0] === 'account_restriction');
    expect(bySupport).toEqual([
      ['active', 'restricted'],
      ['dormant', 'restricted'],
    ]);
    expect(byOne.filter(([from, to]) => to === 'closing' || from === 'suspended')).toEqual([]);
  });

  it('is refused beyond the role, and to whom only reads', async () => {
    for (const role of ['support', 'payment_operations'] as const)
      expect((await change(role, { status: 'suspended', reasonCode: 'court_order' })).status).toBe(403);
    expect((await change('compliance', closing())).body).toMatchObject({ code: 'access_denied' });
    expect((await change('auditor')).status).toBe(403);
    expect((await show('mlro')).status).toBe('active');
  });

  it('is refused for a step that does not follow, and for an unknown customer', async () => {
    expect((await change('mlro', { status: 'dormant' })).body).toMatchObject({ code: 'invalid_transition' });
    expect((await change('mlro', { status: 'closed' })).body).toMatchObject({ code: 'invalid_transition' });
    expect((await change('mlro', { status: 'active' })).body).toMatchObject({ code: 'invalid_transition' });
    const unknown = `/v1/manage/customer/${randomUUID()}/accountstatus`;
    expect((await people.mlro.call('GET', unknown)).status).toBe(404);
    expect((await people.mlro.call('POST', unknown, order())).status).toBe(404);
  });
});

describe('restrict', () => {
  it('holds from the next request of the customer, and is lifted by compliance', async () => {
    await seedCredentials(db, who);
    const { call } = await signIn(base, who);
    expect((await change('support')).body.data).toMatchObject({
      status: 'restricted',
      blockedBy: 'us',
      reasonCode: 'unusual_activity',
      customerMessage: 'We are checking a few payments. Please call us.',
      internalNote: 'Three payments to new payees within an hour.',
      allowedNext: [],
      reviewAt: expect.any(String),
    });
    expect((await call('POST', '/v1/payment/GBP', {})).body).toMatchObject({ code: 'account_restricted' });
    expect((await call('GET', '/v1/login')).body.data).toMatchObject({
      accountStatus: 'restricted',
      accountMessage: 'We are checking a few payments. Please call us.',
    });
    expect((await change('support', lift())).status).toBe(403);
    expect((await change('compliance', lift())).body.data).toMatchObject({ status: 'active', blockedBy: null });
    expect((await call('POST', '/v1/payment/GBP', {})).body.code).toBe('validation_failed');
    const { history } = await show('auditor');
    expect(history.map(({ status, blockedBy }) => [status, blockedBy])).toEqual([
      ['active', null],
      ['restricted', 'us'],
      ['active', null],
    ]);
    expect(history[1]).toMatchObject({ setBy: expect.stringMatching(/^Staff/), agreedBy: null });
  });

  it('is told by notification and e-mail, or not at all', async () => {
    await change('support');
    const [letter] = await waitForMails(who.user.email, 1);
    expect(letter?.text).toContain('We are checking a few payments.');
    await expect
      .poll(async () => (await notifications()).map(({ message }) => message), { timeout: 15_000 })
      .toEqual([expect.stringContaining('We are checking a few payments.')]);
    await change('compliance', lift({ notifyCustomer: false, customerMessage: null }));
    await change('support', { notifyCustomer: true, reasonCode: 'fraud_suspected', customerMessage: null });
    await expect.poll(async () => (await notifications()).length, { timeout: 15_000 }).toBe(2);
    expect((await notifications())[1]?.message).not.toContain('fraud');
  });

  it('once for a request that is repeated', async () => {
    const sent = order();
    const [one, other] = [
      await people.support.call('POST', path(), sent),
      await people.support.call('POST', path(), sent),
    ];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect((await show('support')).history).toHaveLength(2);
  });

  it('of two at once comes once', async () => {
    const answers = await Promise.all([change('support'), change('payment_operations')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  const notifications = async () => {
    const { rows } = await sql<{ message: string }>`
      select message from notification.notification where user_id = ${who.user.id} order by created_at`.execute(db);
    return rows;
  };
});

describe('a reason that the customer must not learn', () => {
  it('takes no text for the customer, and stays with those who see sanctions alerts', async () => {
    const secret = { status: 'suspended', reasonCode: 'money_laundering_suspected', notifyCustomer: false };
    const refused = await change('compliance', secret);
    expect(refused.body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'customerMessage' }] });
    expect((await change('compliance', { ...secret, customerMessage: null })).status).toBe(200);
    expect(await show('support')).toMatchObject({ reasonCode: 'with_compliance', internalNote: null, proposed: null });
    expect(await show('auditor')).toMatchObject({ reasonCode: 'money_laundering_suspected' });
    const header = async (role: Role) =>
      (await people[role].call('GET', `/v1/manage/customer/${who.customer.id}`)).body.data.statusReason;
    expect(await header('support')).toBe('with_compliance');
    expect(await header('compliance')).toBe('money_laundering_suspected');
  });
});

describe.each<[string, object, string]>([
  ['a reason of another status', { reasonCode: 'business_use' }, 'reasonCode'],
  ['no text for a customer who is told', { customerMessage: null }, 'customerMessage'],
  ['a notice for a status that holds at once', { effectiveAt: '2100-01-01T00:00:00Z' }, 'effectiveAt'],
  ['a short note', { internalNote: 'No.' }, 'internalNote'],
  ['a closing without a legal basis', closing({ legalBasis: null }), 'legalBasis'],
  ['a notice in the past', closing({ effectiveAt: '2020-01-01T00:00:00Z' }), 'effectiveAt'],
])('%s', (_, over, field) => {
  it('is refused with the field', async () => {
    const { body } = await change('mlro', over);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
    expect((await show('mlro')).status).toBe('active');
  });
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

describe('close', () => {
  it('takes two people, who see the same', async () => {
    const proposed = await change('mlro', closing());
    expect(proposed.body.data).toMatchObject({ status: 'active', proposed: { status: 'closing', isOwn: true } });
    const approvalRef = await proposalOf();
    expect((await change('mlro', closing({ approvalRef }))).body).toMatchObject({ code: 'approver_conflict' });
    expect((await change('compliance', closing({ approvalRef }))).status).toBe(403);
    const other = closing({ approvalRef, customerMessage: 'Something that nobody proposed.' });
    expect((await change('mlro2', other)).body).toMatchObject({ code: 'invalid_transition' });
    expect((await change('mlro2', closing({ approvalRef }))).body.data).toMatchObject({
      status: 'closing',
      blockedBy: 'us',
      proposed: null,
      agreedBy: expect.stringMatching(/^Staff/),
    });
    expect((await change('mlro2', closing({ approvalRef }))).body).toMatchObject({ code: 'invalid_transition' });
  });

  it('by maker and checker in one person is refused by the database as well', async () => {
    await change('mlro', closing());
    const id = await proposalOf();
    const decide = sql`update status_change.change set state = 'approved', decided_by = proposed_by, decided_at = now(),
      transition_seq = 1 where id = ${id}`;
    await expect(decide.execute(db)).rejects.toThrow('change_by_two');
    const alone = sql`update status_change.change set state = 'applied', transition_seq = 1 where id = ${id}`;
    await expect(alone.execute(db)).rejects.toThrow('change_needs_two');
  });

  it.each([
    [88, 'terms_notice', 400],
    [90, 'terms_notice', 200],
    [10, 'terms_serious_breach', 200],
  ] as const)('with %i days of notice under %s: %i', async (days, legalBasis, status) => {
    expect((await change('mlro', closing({ legalBasis, effectiveAt: inDays(days) }))).status).toBe(status);
  });

  it('lets the notice run, which only staff end; the clock closes an empty account', async () => {
    await seedCredentials(db, who);
    await change('mlro', closing());
    await change('mlro2', closing({ approvalRef: await proposalOf() }));
    const { call } = await signIn(base, who);
    const shown = (await call('GET', '/v1/request/delete/user')).body.data;
    expect(shown).toMatchObject({ state: 'closing', requestedBy: 'us' });
    expect(Date.parse(shown.closesAt) - Date.now()).toBeGreaterThan(89 * 86_400_000);
    const kept = await call('POST', '/v1/request/delete/user/withdraw', { idempotency: randomUUID() });
    expect(kept.body).toMatchObject({ code: 'invalid_transition' });
    const [letter] = await waitForMails(who.user.email, 1);
    expect(letter?.subject).toBe('We’re closing your account');
    await runJob(db, closures);
    expect((await show('mlro')).status).toBe('closing');
    await sql`update closure.request set deadline_at = now() where customer_id = ${who.customer.id}`.execute(db);
    await runJob(db, closures);
    expect(await show('mlro')).toMatchObject({ status: 'closed', blockedBy: 'us', allowedNext: [] });
  });

  it('on appeal ends with two people, and the notice with it', async () => {
    await change('mlro', closing());
    await change('mlro2', closing({ approvalRef: await proposalOf() }));
    const upheld = lift({ reasonCode: 'appeal_upheld' });
    await change('mlro2', upheld);
    expect((await change('mlro', { ...upheld, approvalRef: await proposalOf() })).body.data).toMatchObject({
      status: 'active',
    });
    const { rows } = await sql`select state from closure.request where customer_id = ${who.customer.id}`.execute(db);
    expect(rows).toEqual([{ state: 'withdrawn' }]);
  });

  it('does not outlast a suspension that interrupted it', async () => {
    await change('mlro', closing());
    await change('mlro2', closing({ approvalRef: await proposalOf() }));
    await sql`update customer.customer set state = 'suspended' where id = ${who.customer.id}`.execute(db);
    await change('mlro', lift());
    expect((await change('mlro2', lift({ approvalRef: await proposalOf() }))).body.data.status).toBe('active');
    const { rows } = await sql`select state from closure.request where customer_id = ${who.customer.id}`.execute(db);
    expect(rows).toEqual([{ state: 'withdrawn' }]);
  });

  it('lets what the customer had asked for lapse', async () => {
    await sql`insert into closure.request (id, reference, customer_id, user_id, request_key, state, reason, deadline_at)
      values (${randomUUID()}, ${`LK-${randomUUID()}`}, ${who.customer.id}, ${who.user.id}, ${randomUUID()}, 'blocked', 'fees', now() + interval '9 days')`.execute(
      db,
    );
    await change('mlro', closing());
    expect((await change('mlro2', closing({ approvalRef: await proposalOf() }))).body.data.status).toBe('closing');
  });
});

describe('a proposal', () => {
  const unblock = () => lift({ reasonCode: 'checks_completed' });
  const suspend = () => change('compliance', { status: 'suspended', reasonCode: 'terms_breach' });
  const refuse = async (role: Role, uid: string) =>
    people[role].call('POST', `${path()}/${uid}/refuse`, {
      note: 'The customer has to answer first.',
      idempotency: randomUUID(),
    });

  it('ends a suspension only once a second person agrees', async () => {
    await suspend();
    expect((await change('compliance', unblock())).body.data).toMatchObject({ status: 'suspended' });
    const approvalRef = await proposalOf('compliance');
    expect((await change('compliance', { ...unblock(), approvalRef })).body.code).toBe('approver_conflict');
    expect((await change('compliance2', { ...unblock(), approvalRef })).body.data.status).toBe('active');
  });

  it('is refused by another person and withdrawn by its own', async () => {
    await suspend();
    for (const [role, state] of [
      ['compliance', 'withdrawn'],
      ['compliance2', 'refused'],
    ] as const) {
      await change('compliance', unblock());
      const uid = await proposalOf('compliance');
      expect((await refuse('support', uid)).status).toBe(403);
      expect((await refuse(role, uid)).body.data).toMatchObject({ status: 'suspended', proposed: null });
      const { rows } = await sql`select state from status_change.change where id = ${uid}`.execute(db);
      expect(rows).toEqual([{ state }]);
      expect((await refuse(role, uid)).body.code).toBe('invalid_transition');
      expect((await change('compliance2', { ...unblock(), approvalRef: uid })).body.code).toBe('invalid_transition');
    }
    expect((await refuse('mlro', randomUUID())).status).toBe(404);
  });

  it('comes alone, and is outdated once the account has another status', async () => {
    await suspend();
    await change('compliance', unblock());
    const approvalRef = await proposalOf('compliance');
    expect(
      (await change('compliance2', { ...unblock(), status: 'restricted', reasonCode: 'set_in_error' })).body,
    ).toMatchObject({
      code: 'invalid_transition',
    });
    await sql`update customer.customer set state = 'restricted', state_since = clock_timestamp() where id = ${who.customer.id}`.execute(
      db,
    );
    expect((await show('compliance')).proposed).toBeNull();
    expect((await change('compliance2', { ...unblock(), approvalRef })).body.code).toBe('invalid_transition');
  });
});
