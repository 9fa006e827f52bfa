import { randomUUID } from 'node:crypto';
import { message } from '@larkmere/messages/message';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notify } from '../../apps/api/src/notifications/notification/notification.ts';
import { searchIndex } from '../../apps/api/src/payments/search/search.sql.ts';
import { caller, startTestApi } from '../fixtures/api-server.ts';
import { seedColleague } from '../fixtures/approval.ts';
import { asSystem, createDatabase, runJob } from '../fixtures/base.ts';
import { expectations, type ObjectKind, ofCustomer } from './expectations.ts';
import { type Objects, seedScene } from './scene.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const scene = await seedScene(db);
const restricted = scene.members.owner;
const unrestricted = await seedColleague(db, scene.chief, 'owner');
await runJob(db, searchIndex);
for (const [i, { payment }] of [scene.own, scene.colleagues].entries())
  await asSystem(db, (ctx) =>
    notify(
      ctx,
      {
        customerId: scene.chief.customer.id,
        people: [restricted.user.id, unrestricted.user.id],
        about: { kind: 'payment', id: payment },
      },
      {
        eventId: BigInt(i + 1),
        type: 'payment.sent',
        severity: 'info',
        title: message('notice_payment_sent_title'),
        message: message('notice_payment_sent_title'),
        link: `/pending-payment-domestic/detail/${payment}`,
      },
    ),
  );

const callAs = async (who: typeof restricted) => caller(base, { authorization: await scene.tokenOf(who) });
const [limited, whole] = [await callAs(restricted), await callAs(unrestricted)];

/** Every reply that lists what belongs to accounts, and what it lists. */
const lists: readonly (readonly [string, ObjectKind])[] = [
  ['/v1/bankaccount', 'account'],
  ['/v1/bankaccount', 'foreignCurrencyAccount'],
  ['/v1/payment/list?size=100', 'payment'],
  ['/v1/payment/list?size=100&search=TEST', 'payment'],
  ['/v1/payment/pending-domestic?filterType=all', 'payment'],
  ['/v1/payment/pending-swift?filterType=all', 'swiftPayment'],
  ['/v1/payment/bulk', 'file'],
  ['/v1/bankaccount/pis/payment', 'instantPayment'],
  ['/v1/standing-order', 'standingOrder'],
  ['/v1/auto-fx', 'autoFxOrder'],
  ['/v1/manual-fx', 'deal'],
  ['/v1/team-approval?box=waiting', 'request'],
  ['/v1/activity?size=50', 'payment'],
  ['/v1/activity?size=50', 'account'],
  ['/v1/statement/search?search=Opening', 'account'],
  ['/v1/search?q=Opening', 'account'],
  ['/v1/search?q=GBP', 'account'],
  ['/v1/notification', 'payment'],
  ['/v1/wallet/favorite', 'favourite'],
  ['/v1/wallet/favorite/member', 'memberTransfer'],
];

test.each(lists)('%s shows the %s on usable accounts only', async (path, kind) => {
  const [seen, all] = await Promise.all([limited('GET', path), whole('GET', path)]);
  expect([seen.status, all.status]).toEqual([200, 200]);
  expect(all.text).toContain(scene.own[kind]);
  expect(all.text).toContain(scene.colleagues[kind]);
  expect(seen.text).toContain(scene.own[kind]);
  expect(seen.text).not.toContain(scene.colleagues[kind]);
});

const kindsOfAccounts = (Object.keys(scene.own) as ObjectKind[]).filter((kind) => !ofCustomer.includes(kind));

test.each(Object.keys(expectations).filter((name) => /^GET [^{]+$/.test(name)))(
  '%s names nothing of other accounts',
  async (name) => {
    const { text } = await limited('GET', name.replace('GET ', ''));
    const ids = (objects: Objects) => kindsOfAccounts.map((kind) => objects[kind]);
    expect(ids(scene.colleagues).filter((id) => text.includes(id))).toEqual([]);
  },
);

test('counts leave other accounts out', async () => {
  const counts = async (call: typeof limited) => {
    const { body: accounts } = await call('GET', '/v1/bankaccount/count');
    const { body: approvals } = await call('GET', '/v1/team-approval/count');
    const { body: notices } = await call('GET', '/v1/notification/count');
    const { body: listed } = await call('GET', '/v1/notification');
    // A job may report a step of a referral meanwhile, which concerns no account.
    const steps = (listed.data.list as { type: string }[]).filter(({ type }) => type === 'referral.step');
    const { body: found } = await call('GET', '/v1/search?q=GBP');
    const { pendingPayments, pendingSwift } = accounts.data;
    return {
      accounts: accounts.data.accounts,
      pendingPayments,
      pendingSwift,
      waiting: approvals.data.waiting,
      unread: notices.data.totalCounts - steps.length,
      found: found.data.accounts.count,
    };
  };
  expect(await counts(whole)).toEqual({
    accounts: 6,
    pendingPayments: 6,
    pendingSwift: 2,
    waiting: 2,
    unread: 2,
    found: 2,
  });
  expect(await counts(limited)).toEqual({
    accounts: 3,
    pendingPayments: 3,
    pendingSwift: 1,
    waiting: 1,
    unread: 1,
    found: 1,
  });
});

test('the current view moves to an account that the member may use', async () => {
  await whole('POST', '/v1/bankaccount/currentview', {
    bankholderid: scene.colleagues.account,
    idempotency: randomUUID(),
  });
  const { body } = await limited('GET', '/v1/bankaccount/currentview');
  expect(body.data.bankholderid).toBe(scene.own.account);
});

test('nobody is told of an account that they may not use', async () => {
  const { rows } = await sql<{ link: string }>`
    select link from notification.notification
    where user_id = ${restricted.user.id} and type <> 'referral.step'`.execute(db);
  expect(rows).toEqual([{ link: `/pending-payment-domestic/detail/${scene.own.payment}` }]);
});
