import { randomUUID } from 'node:crypto';
import { contract, endpoints } from '@larkmere/contract/contract';
import { isAccessKey } from '@larkmere/contract/platform/access';
import { pathParameters } from '@larkmere/contract/platform/endpoint';
import { describe, expect, it } from 'vitest';
import { type caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { inTransaction } from '../db/transaction.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);
const customerEndpoints = endpoints.filter(
  ({ access, downloadTokenParameter }) =>
    !['public', 'rail', 'rate', 'staff'].includes(access) && downloadTokenParameter === undefined,
);

async function signInNewCustomer(wanted: Parameters<typeof seedCustomer>[1] = {}) {
  const who = await seedCustomer(db, wanted);
  await seedCredentials(db, who);
  const { call } = await signIn(app.base, who);
  return { who, call };
}

async function callAllEndpoints(call: ReturnType<typeof caller>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { method, path } of customerEndpoints.filter(({ path }) => !path.endsWith('/logout'))) {
    const filled = pathParameters(path).reduce((whole, name) => whole.replace(`{${name}}`, randomUUID()), path);
    const { body } = await call(method, filled, method === 'GET' ? undefined : {});
    answers.set(`${method} ${path}`, body.code ?? 'success');
  }
  return answers;
}

const callsWith = (answers: Map<string, string>, code: string) =>
  [...answers].filter(([, answer]) => answer === code).map(([name]) => name);
const names = (chosen: typeof customerEndpoints) => chosen.map(({ method, path }) => `${method} ${path}`);

describe('access rights', () => {
  it('are enforced by every call that requires one', async () => {
    const { call } = await signInNewCustomer({ access: [] });
    const refused = callsWith(await callAllEndpoints(call), 'access_denied');
    // Opened by either of two rights, which the verb checks.
    const byEither = '/v1/payment/list';
    expect(refused).toEqual(
      names(customerEndpoints.filter(({ access, path }) => isAccessKey(access) || path === byEither)),
    );
  });

  it('to view or to approve do not include initiating', async () => {
    const { who, call } = await signInNewCustomer();
    await db.updateTable('customer.membership').set({ role: 'approver' }).where('userId', '=', who.user.id).execute();
    const refused = callsWith(await callAllEndpoints(call), 'access_denied');
    const movesMoney: readonly string[] = ['payment', 'instant', 'standingorder', 'payee', 'autofx', 'manualfx'];
    // What only owners, or owners and admins, may see is checked by the verb.
    const ofOwners = ['GET /v1/walletaccount/kyc/form', 'GET /v1/statement/closing-pack'];
    const making = customerEndpoints.filter(
      ({ method, path, access, returnsQuote, movesNoMoney }) =>
        ofOwners.includes(`${method} ${path}`) ||
        (method !== 'GET' && movesMoney.includes(access) && !returnsQuote && !movesNoMoney),
    );
    expect(refused).toEqual(names(making));
    expect(refused).toEqual(
      expect.arrayContaining([
        'POST /v1/payment/GBP',
        'POST /v1/payment/pending-domestic/{id}/cancel',
        'DELETE /v1/standing-order/{uid}',
        'POST /v1/fx/convert',
      ]),
    );
  });

  it('require a completed identity check, except for calls that allow otherwise', async () => {
    const { call } = await signInNewCustomer({ kycStatus: 'pending' });
    const refused = callsWith(await callAllEndpoints(call), 'kyc_required');
    expect(refused).toEqual(names(customerEndpoints.filter(({ beforeKyc }) => !beforeKyc)));
  });
});

describe('resources of another customer', () => {
  it('are reported as not found: accounts, statements, payees and payments', async () => {
    const [owner, stranger] = [await signInNewCustomer(), await signInNewCustomer()];
    const account = await seedAccount(db, owner.who, { balance: '100.00' });
    const payee = await seedPayee(db, owner.who);
    const session = await seedSession(db, owner.who);
    const order = await seedPaymentAuthorisation(db, owner.who, toPaymentOrder(account, payee), session);
    const payment = await inTransaction(db, (tx, now) =>
      sendGbp({ tx, now, actor: inSession(owner.who, session), requestId: 'test' }, order),
    );
    for (const path of [
      contract.statement.statement.path.replace('{bankholderid}', account.bankholderId),
      contract.payee.view.path.replace('{uid}', payee.id),
      contract.payment.domesticDetail.path.replace('{id}', payment.uid),
    ]) {
      expect((await owner.call('GET', path)).status, path).toBe(200);
      expect((await stranger.call('GET', path)).body.code, path).toBe('not_found');
    }
  });

  it('do not share idempotency keys: equal keys of two users are two requests', async () => {
    const [one, two] = [await signInNewCustomer(), await signInNewCustomer()];
    const idempotency = randomUUID();
    for (const { who, call } of [one, two]) {
      const { bankholderId: bankholderid } = await seedAccount(db, who);
      const { body } = await call('POST', contract.bankAccount.setCurrentView.path, { bankholderid, idempotency });
      expect(body).toMatchObject({ result: true });
    }
  });
});

describe('an idempotency key', () => {
  const chooseView = async () => {
    const { who, call } = await signInNewCustomer();
    const { bankholderId: bankholderid } = await seedAccount(db, who);
    return (idempotency: string) =>
      call('POST', contract.bankAccount.setCurrentView.path, { bankholderid, idempotency });
  };

  it('ignores letter case in sequential requests', async () => {
    const [choose, key] = [await chooseView(), randomUUID()];
    const first = await choose(key);
    expect(first.status).toBe(200);
    expect((await choose(key.toUpperCase())).text).toBe(first.text);
  });

  it('ignores letter case in concurrent requests', async () => {
    const choose = await chooseView();
    for (let round = 0; round < 10; round += 1) {
      const key = randomUUID();
      const spellings = [key, key.toUpperCase(), key, key.toUpperCase()];
      const answers = await Promise.all(spellings.map(choose));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });
});
