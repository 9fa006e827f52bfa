import { randomUUID } from 'node:crypto';
import { isAccessKey } from '@larkmere/contract/access';
import { contract, endpoints } from '@larkmere/contract/contract';
import { pathNames } from '@larkmere/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { type caller, givenApp, givenCredentials, signIn } from '../../../../test/given-app.ts';
import { approve, givenSession, inSession, orderFor } from '../../../../test/given-payment.ts';
import { sendGbp } from '../payment/send-gbp.ts';
import { inTransaction } from './transaction.ts';

const { db, url } = await givenDatabase();
const app = await givenApp(url);
const ofCustomers = endpoints.filter(
  ({ access, byTicket }) => !['public', 'rail', 'rate', 'staff'].includes(access) && byTicket === undefined,
);

async function signedIn(wanted: Parameters<typeof givenCustomer>[1] = {}) {
  const who = await givenCustomer(db, wanted);
  await givenCredentials(db, who);
  const { call } = await signIn(app.base, who);
  return { who, call };
}

async function askAll(call: ReturnType<typeof caller>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { method, path } of ofCustomers.filter(({ path }) => !path.endsWith('/logout'))) {
    const filled = pathNames(path).reduce((whole, name) => whole.replace(`{${name}}`, randomUUID()), path as string);
    const { body } = await call(method, filled, method === 'GET' ? undefined : {});
    answers.set(`${method} ${path}`, body.code ?? 'success');
  }
  return answers;
}

const callsWith = (answers: Map<string, string>, code: string) =>
  [...answers].filter(([, answer]) => answer === code).map(([name]) => name);
const names = (chosen: typeof ofCustomers) => chosen.map(({ method, path }) => `${method} ${path}`);

describe('access rights', () => {
  it('are enforced by every call that requires one', async () => {
    const { call } = await signedIn({ access: [] });
    const refused = callsWith(await askAll(call), 'access_denied');
    expect(refused).toEqual(names(ofCustomers.filter(({ access }) => isAccessKey(access))));
  });

  it('to view or to approve do not include initiating', async () => {
    const { who, call } = await signedIn();
    await db.updateTable('customer.person').set({ role: 'approver' }).where('id', '=', who.person.id).execute();
    const refused = callsWith(await askAll(call), 'access_denied');
    const movesMoney: readonly string[] = ['payment', 'instant', 'standingorder', 'payee', 'autofx', 'manualfx'];
    const making = ofCustomers.filter(
      ({ method, access, asksOnly, makesNothing }) =>
        method !== 'GET' && movesMoney.includes(access) && !asksOnly && !makesNothing,
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
    const { call } = await signedIn({ kycStatus: 'pending' });
    const refused = callsWith(await askAll(call), 'kyc_required');
    expect(refused).toEqual(names(ofCustomers.filter(({ beforeKyc }) => !beforeKyc)));
  });
});

describe('resources of another customer', () => {
  it('are reported as not found: accounts, statements, payees and payments', async () => {
    const [owner, stranger] = [await signedIn(), await signedIn()];
    const account = await givenAccount(db, owner.who, { balance: '100.00' });
    const payee = await givenPayee(db, owner.who);
    const session = await givenSession(db, owner.who);
    const order = await approve(db, owner.who, orderFor(account, payee), session);
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
    const [one, two] = [await signedIn(), await signedIn()];
    const idempotency = randomUUID();
    for (const { who, call } of [one, two]) {
      const { bankholderId: bankholderid } = await givenAccount(db, who);
      const { body } = await call('POST', contract.bankAccount.chooseView.path, { bankholderid, idempotency });
      expect(body).toMatchObject({ result: true });
    }
  });
});

describe('an idempotency key', () => {
  const chooseView = async () => {
    const { who, call } = await signedIn();
    const { bankholderId: bankholderid } = await givenAccount(db, who);
    return (idempotency: string) => call('POST', contract.bankAccount.chooseView.path, { bankholderid, idempotency });
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
