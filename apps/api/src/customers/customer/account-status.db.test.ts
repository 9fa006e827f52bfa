import { randomUUID } from 'node:crypto';
import { endpoints } from '@larkmere/contract/contract';
import { isAccessKey } from '@larkmere/contract/platform/access';
import { type AccountStatus, accountStatuses } from '@larkmere/contract/platform/account-status';
import { type Endpoint, returnsFile } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Caller,
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import {
  asSystem,
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { changeAccountStatus } from './account-status-lifecycle.ts';
import { findCustomer } from './customer.sql.ts';
import { dormancy } from './mark-dormant.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);

async function customerWith(status: AccountStatus): Promise<Readonly<{ who: TestUser; call: Caller }>> {
  const who = await seedCustomer(db);
  await seedCredentials(db, who);
  const { call } = await signIn(base, who);
  await setAccountStatus(db, who, status);
  return { who, call };
}

/** Writes by what they stand for, typed in by hand; a new one must be added. Reads are in none of the lists. */
const writes: Readonly<Record<string, readonly string[]>> = {
  sign_in: [
    'DELETE /v1/card-document/{uid}',
    'DELETE /v1/device/{uid}',
    'DELETE /v1/walletaccount/kyc/document/{uid}',
    'DELETE /v1/walletaccount/kyc/person/{uid}',
    'DELETE /v1/second-factor/{uid}',
    'DELETE /v1/statement/subscription',
    'POST /v1/agreement',
    'POST /v1/bankaccount/currentview',
    'POST /v1/card-payment/{id}/document',
    'POST /v1/changepassword',
    'POST /v1/customer/reactivate',
    'POST /v1/help/freeze',
    'POST /v1/help/message',
    'POST /v1/help/unfreeze',
    'POST /v1/device/{uid}/confirm',
    'POST /v1/device/{uid}/distrust',
    'POST /v1/device/{uid}/not-me',
    'POST /v1/device/{uid}/trust',
    'POST /v1/invitation/accept',
    'POST /v1/logout',
    'POST /v1/logs/pin',
    'POST /v1/member-check/link',
    'POST /v1/notification/markread',
    'POST /v1/payment/pending-domestic/{id}/answers',
    'POST /v1/payment/pending-domestic/{id}/documents',
    'POST /v1/payment/pending-swift/{id}/documents',
    'POST /v1/pin',
    'POST /v1/pin/code',
    'POST /v1/pin/reset',
    'POST /v1/pin/verify',
    'POST /v1/profile/contact-recovery/stop',
    'POST /v1/profile/email',
    'POST /v1/profile/email/confirm',
    'POST /v1/profile/phone',
    'POST /v1/profile/phone/confirm',
    'DELETE /v1/review',
    'POST /v1/review',
    'POST /v1/review/later',
    'POST /v1/session/customer',
    'POST /v1/request/delete/user',
    'POST /v1/request/delete/user/withdraw',
    'POST /v1/factor-reset/cancel',
    'POST /v1/second-factor/challenge',
    'POST /v1/second-factor/passkey',
    'POST /v1/second-factor/passkey/begin',
    'POST /v1/second-factor/recovery-codes',
    'POST /v1/second-factor/totp',
    'POST /v1/second-factor/totp/begin',
    'POST /v1/session/ticket',
    'POST /v1/session/touch',
    'POST /v1/walletaccount/check-walletready',
    'POST /v1/walletaccount/kyc/item/{key}/document',
    'POST /v1/walletaccount/kyc/person',
    'POST /v1/walletaccount/kyc/person/{uid}/invite',
    'POST /v1/walletaccount/kyc/submit',
    'PUT /v1/device/{uid}',
    'PUT /v1/pin',
    'PUT /v1/profile',
    'PUT /v1/second-factor/passkey/{uid}',
    'PUT /v1/walletaccount/kyc/item/{key}',
    'PUT /v1/walletaccount/kyc/person/{uid}',
  ],
  export: [
    'POST /v1/letter',
    'POST /v1/letter/exchange',
    'POST /v1/statement/closing-pack',
    'POST /v1/statement/export',
    'PUT /v1/statement/subscription',
  ],
  view: ['POST /v1/bankaccount/pis/callback', 'POST /v1/payment/bulk/{uid}/quote', 'POST /v1/payment/fxrate'],
  receive: ['POST /v1/bankaccount/pis/payment', 'POST /v1/wallet/topup'],
  send: [
    'POST /v1/document',
    'POST /v1/payment/EUR',
    'POST /v1/payment/GBP',
    'POST /v1/payment/IFX/EUR',
    'POST /v1/payment/IFX/GBP',
    'POST /v1/payment/THB',
    'POST /v1/payment/bulk',
    'POST /v1/payment/bulk/{uid}/payees',
    'POST /v1/payment/bulk/{uid}/release',
    'POST /v1/payment/bulk/{uid}/rows/{number}/accept-name',
    'POST /v1/payment/bulk/{uid}/rows/{number}/confirm',
    'POST /v1/payment/bulk/{uid}/rows/{number}/leave-out',
    'POST /v1/payment/global/crosscurrency',
    'POST /v1/payment/global/samecurrency',
    'POST /v1/payment/pending-domestic',
    'POST /v1/payment/pending-swift',
    'POST /v1/standing-order',
    'POST /v1/standing-order/{uid}/pay-held',
    'POST /v1/standing-order/{uid}/resume',
    'POST /v1/transfer',
    'POST /v1/wallet/favorite/{uid}/prepare',
    'POST /v1/wallet/send',
    'POST /v1/walletaccount/upgrade-plus',
    'POST /v2/payment/global/crosscurrency',
    'PUT /v1/payment/bulk/{uid}/rows/{number}',
    'PUT /v1/standing-order/{uid}',
    'PUT /v1/standing-order/{uid}/next',
  ],
  stop: [
    'POST /v1/access-request/{uid}/refuse',
    'DELETE /v1/auto-fx/{uid}',
    'DELETE /v1/standing-order/{uid}',
    'DELETE /v1/wallet/card/{id}',
    'POST /v1/auto-fx/{uid}/pause',
    'POST /v1/card/{id}/block',
    'POST /v1/card/{id}/freeze',
    'POST /v1/card-payment/{id}/dispute',
    'POST /v1/card-payment/{id}/dispute/evidence',
    'POST /v1/manual-fx/{uid}/decline',
    'POST /v1/manual-fx/{uid}/withdraw',
    'POST /v1/payment/pending-domestic/{id}/cancel',
    'POST /v1/payment/pending-domestic/{id}/recall',
    'POST /v1/standing-order/{uid}/pause',
    'POST /v1/standing-order/{uid}/skip',
    'POST /v1/team-approval/{uid}/recall',
    'POST /v1/team-approval/{uid}/reject',
    'POST /v1/wallet/topup/{id}/cancel',
  ],
  exchange: [
    'POST /v1/fx/convert',
    'POST /v1/auto-fx',
    'POST /v1/auto-fx/{uid}/resume',
    'POST /v1/manual-fx',
    'POST /v1/manual-fx/{uid}/accept',
    'PUT /v1/auto-fx/{uid}',
  ],
  card: [
    'POST /v1/card/order',
    'POST /v1/card/{id}/activate',
    'POST /v1/card/{id}/pin',
    'POST /v1/card/{id}/reveal',
    'POST /v1/card/{id}/unfreeze',
    'PUT /v1/card-person/{uid}',
    'PUT /v1/card/{id}/limits',
    'PUT /v1/card/{id}/switch',
  ],
  manage: [
    'DELETE /v1/payee/{uid}',
    'DELETE /v1/rate-alert/{uid}',
    'DELETE /v1/user/{id}',
    'POST /v1/access-request/{uid}/approve',
    'DELETE /v1/wallet/favorite/{uid}',
    'DELETE /v1/wallet/{uid}',
    'POST /v1/payee',
    'POST /v1/payee/namecheck',
    'POST /v1/rate-alert',
    'POST /v1/referral/{uid}/appeal',
    'POST /v1/referral/{uid}/remind',
    'POST /v1/team-approval/rule',
    'POST /v1/team-approval/rule/{uid}/retire',
    'POST /v1/team-approval/{uid}/approve',
    'POST /v1/user',
    'POST /v1/wallet',
    'POST /v1/wallet/favorite',
    'POST /v1/wallet/recipient',
    'PUT /v1/wallet/favorite/order',
    'PUT /v1/wallet/favorite/{uid}',
    'PUT /v1/wallet/{uid}',
    'POST /v1/user/{id}/resendinvitation',
    'POST /v1/user/{id}/resetpin',
    'PUT /v1/payee/name-policy',
    'PUT /v1/request/delete/user',
    'PUT /v1/payee/{uid}',
    'PUT /v1/payee/{uid}/favourite',
    'PUT /v1/rate-alert/{uid}',
    'PUT /v1/user/{id}',
  ],
};

/** What a status refuses at once. A closing account may send to an account of the customer, and exchange to leave. */
const refused: Readonly<Record<Exclude<AccountStatus, 'locked'>, readonly string[]>> = {
  pending: ['export', 'receive', 'send', 'exchange', 'card'],
  active: [],
  restricted: ['send', 'exchange', 'card'],
  suspended: ['receive', 'send', 'stop', 'exchange', 'card', 'manage'],
  dormant: ['send', 'manage'],
  closing: ['receive'],
  closed: ['receive', 'send', 'stop', 'exchange', 'card', 'manage'],
};
const historyFlags = ['dashboard', 'statement', 'viewprofile', 'changepassword', 'term', 'pricetariff', 'devicemanage'];

const callsAtOnce = 8;
const name = ({ method, path }: Endpoint) => `${method} ${path}`;
const customerCalls = endpoints.filter(
  ({ access, downloadTokenParameter }) => (access === 'customer' || isAccessKey(access)) && !downloadTokenParameter,
);
const actionOf = (endpoint: Endpoint): string =>
  endpoint.method === 'GET' ? 'view' : (Object.keys(writes).find((key) => writes[key]?.includes(name(endpoint))) ?? '');

it('knows what every write of customers stands for', () => {
  const known = Object.values(writes).flat().toSorted();
  expect(
    customerCalls
      .filter(({ method }) => method !== 'GET')
      .map(name)
      .toSorted(),
  ).toEqual(known);
  expect(endpoints.filter((endpoint) => returnsFile(endpoint) && endpoint.method !== 'GET')).toEqual([]);
});

describe.each(accountStatuses.filter((status) => status !== 'locked'))('a customer who is %s', (status) => {
  let call: Caller;
  beforeAll(async () => {
    ({ call } = await customerWith(status));
  });

  it('may call exactly what the table allows', async () => {
    const wrong: string[] = [];
    const check = async (endpoint: Endpoint): Promise<void> => {
      const { method, access } = endpoint;
      const path = endpoint.path.replace(/\{\w+\}/g, '0');
      const { body } = await call(method, path, method === 'GET' ? undefined : {});
      const flag = path === '/v1/payment/list' ? 'payment' : access;
      const isFlagGone = status === 'closed' && isAccessKey(flag) && !historyFlags.includes(flag);
      const isRefused = refused[status].includes(actionOf(endpoint));
      const code = isFlagGone ? 'access_denied' : isRefused ? 'account_restricted' : 'other';
      const seen = ['access_denied', 'account_restricted'].includes(body.code) ? body.code : 'other';
      if (seen !== code) wrong.push(`${name(endpoint)}: ${seen}, expected ${code}`);
      if (seen === 'account_restricted') expect(body.data).toEqual({ reasonCode: status });
    };
    const isLogout = ({ path }: Endpoint) => path === '/v1/logout';
    const queue = customerCalls.filter((endpoint) => endpoint.path !== '/v1/session/customer' && !isLogout(endpoint));
    while (queue.length > 0) await Promise.all(queue.splice(0, callsAtOnce).map(check));
    await check(customerCalls.find(isLogout) ?? expect.fail('nothing ends the session'));
    expect(wrong).toEqual([]);
  });
});

describe('account status', () => {
  it('that is locked ends every session at once, and lets nobody sign in', async () => {
    const { who, call } = await customerWith('active');
    await asSystem(db, (ctx) =>
      changeAccountStatus(ctx, who.customer.id, { status: 'locked', reasonCode: 'sanctions_match' }),
    );
    expect((await call('GET', '/v1/bankaccount')).body.code).toBe('not_signed_in');
    const login = { username: who.user.username, password: testPassword, idempotency: randomUUID() };
    expect((await caller(base)('POST', '/v1/login', login)).body.code).toBe('login_failed');
  });

  it.each([
    ['4 years 364 days', true],
    ['5 years', false],
  ])('that has been closed for %s: statements %s', async (age, isOpen) => {
    const { who, call } = await customerWith('closed');
    const account = await seedAccount(db, who);
    await sql`update customer.customer set state_since = now() - ${age}::interval where id = ${who.customer.id}`.execute(
      db,
    );
    const { status } = await call('GET', `/v1/bankaccount/${account.bankholderId}/statement`);
    expect(status).toBe(isOpen ? 200 : 401);
  });

  it('is told to the page with its flags: a closed account opens statements only', async () => {
    const { call } = await customerWith('closed');
    const { user, accountStatus } = (await call('GET', '/v1/login')).body.data;
    expect(accountStatus).toBe('closed');
    expect(
      Object.keys(user.accessRole)
        .filter((key) => user.accessRole[key])
        .toSorted(),
    ).toEqual(historyFlags.toSorted());
  });

  it('keeps its history and an audit entry, and refuses a step that product.md does not have', async () => {
    const who = await seedCustomer(db);
    const change = (status: AccountStatus) =>
      asSystem(db, (ctx) => changeAccountStatus(ctx, who.customer.id, { status, reasonCode: 'inactivity' }));
    await change('dormant');
    await expect(change('closed')).rejects.toMatchObject({ code: 'invalid_transition' });
    const { rows } = await sql`select state, state_reason from customer.status_transition
      where customer_id = ${who.customer.id} order by seq`.execute(db);
    expect(rows).toEqual([
      { state: 'active', stateReason: 'opened' },
      { state: 'dormant', stateReason: 'inactivity' },
    ]);
    const audited = await sql`select action, detail from platform.audit
      where entity = ${`customer:${who.customer.id}`} and action like 'account_status.%'`.execute(db);
    expect(audited.rows).toEqual([{ action: 'account_status.dormant', detail: { reason: 'inactivity' } }]);
  });
});

describe('dormancy', () => {
  const age = async ({ customer }: TestUser, interval: string) => {
    const before = sql`now() - ${interval}::interval`;
    await sql`update customer.customer set state_since = ${before}, created_at = ${before} where id = ${customer.id}`.execute(
      db,
    );
    await sql`update session.session set last_seen_at = ${before} where customer_id = ${customer.id}`.execute(db);
  };
  const statusOf = async ({ customer }: TestUser) =>
    (await asSystem(db, ({ tx }) => findCustomer(tx, customer.id)))?.status;

  it.each([
    ['1 year 1 minute', 'dormant'],
    ['364 days', 'active'],
  ])('begins a year after the last use: %s, %s', async (interval, status) => {
    const { who } = await customerWith('active');
    await age(who, interval);
    await runJob(db, dormancy);
    expect(await statusOf(who)).toBe(status);
  });

  it('does not begin for a customer who has signed in since', async () => {
    const { who } = await customerWith('active');
    await age(who, '2 years');
    await signIn(base, who);
    await runJob(db, dormancy);
    expect(await statusOf(who)).toBe('active');
  });
});
