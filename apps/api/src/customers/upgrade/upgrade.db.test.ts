import { randomUUID } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { findViolations } from '@larkmere/ledger/invariants';
import { hold, post } from '@larkmere/ledger/transfer';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  amountOf,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedCustomer,
  seedUser,
  setAddress,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { askForMemberCheck } from '../../../../../test/fixtures/kyc.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import { createOperationId, safeguardingAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import { listWalletsOf, openWallet, type Wallet } from '../../accounts/wallet/wallet.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import { onCustomerUpgraded } from '../../fx/rate-alert/rate-alert.listeners.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { findCustomer } from '../customer/customer.ts';
import { openAccounts } from './open-accounts.ts';
import type { AccountBank, AccountOpeningRequest } from './rails/account-bank.ts';
import { clearUpgrade, refuseUpgrade, upgradeTimeouts } from './request-upgrade.ts';
import { showWorkQueue } from './upgrade.read.ts';
import { upgradeRoutes } from './upgrade.routes.ts';
import { customerUpgraded } from './upgrade.ts';

const { db } = await createDatabase();
const { call } = await startRouteServer(db, upgradeRoutes);
const officer = await seedDealer(db, 'compliance');
let who: TestUser;
let pounds: Wallet;
let baht: Wallet;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db, { kind: 'wallet', featureUpgrade: true });
  pounds = await openOne('GBP', 'Pounds');
  baht = await openOne('THB', 'Baht');
});

const openOne = (currency: 'GBP' | 'THB' | 'EUR', name: string): Promise<Wallet> =>
  asSystem(db, ({ tx }) => openWallet(tx, { customerId: who.customer.id, currency, name }));
const requestInput = () => ({ agreed: true as const, idempotency: randomUUID() });
type Upgrade = Reply<typeof contract.upgrade.request>;
const submitRequest = async (): Promise<Upgrade> => {
  const { status, body } = await call(contract.upgrade.request, requestInput(), who);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return body.data as Upgrade;
};
const readiness = async (person = who) =>
  (await call(contract.upgrade.readiness, {}, person)).body.data as Reply<typeof contract.upgrade.readiness>;
const stateNow = async () => (await readiness()).upgrade?.state;

let next = 10_000_000;
function createFakeBank(answers: ('refused' | 'no_response')[] = []): AccountBank & { asked: AccountOpeningRequest[] } {
  const asked: AccountOpeningRequest[] = [];
  return {
    asked,
    open: async (order) => {
      asked.push(order);
      const answer = answers.shift();
      if (answer === 'no_response') throw new PartnerTimeout('no answer');
      if (answer === 'refused') return 'refused';
      next += 1;
      const isUk = order.currency === 'GBP';
      const uk = { sortCode: isUk ? '040621' : null, accountNumber: isUk ? String(next) : null };
      return { ...uk, iban: `GB00LARK040621${next}`, bic: 'LARKGB2L', correspondent: null };
    },
  };
}
const deliver = (bank: AccountBank, requestId: string) =>
  openAccounts(bank)(
    { requestId: 'test', transaction: (work) => asSystem(db, work), batchedTransaction: (work) => asSystem(db, work) },
    { eventId: 1n, payload: { requestId } },
  );

describe('upgrade', () => {
  it('turns each wallet into an account with the same money and moves nothing', async () => {
    const own = pounds.ledgerAccountId;
    await asSystem(db, async ({ tx }) => {
      const outside = await safeguardingAccountId(tx, 'GBP');
      const arrived = [{ debit: outside, credit: own, amount: amountOf('GBP', '250.00') }];
      await post(tx, { id: createOperationId(), code: 'credit.received', postings: arrived });
      const leaving = [{ debit: own, credit: outside, amount: amountOf('GBP', '40.00') }];
      await hold(tx, { id: createOperationId(), code: 'payment.held', postings: leaving });
    });
    const before = await balancesOf(db, pounds);
    expect(before).toEqual(['250.00', '210.00']);
    const asked = await submitRequest();
    expect(asked).toMatchObject({ state: 'opening_accounts', waiting: { owner: 'bank' } });
    const bank = createFakeBank();
    await deliver(bank, asked.uid);
    await deliver(bank, asked.uid);
    expect(bank.asked.map(({ currency, holder }) => [currency, holder])).toEqual([
      ['GBP', who.customer.name],
      ['THB', who.customer.name],
    ]);
    const { wallets, accounts, customer } = await asSystem(db, async ({ tx }) => ({
      wallets: await listWalletsOf(tx, who.customer.id),
      accounts: await listAccountsOf(tx, who.customer.id),
      customer: await findCustomer(tx, who.customer.id),
    }));
    expect(wallets.map(({ status }) => status)).toEqual(['closed', 'closed']);
    expect(accounts).toMatchObject([
      {
        currency: 'GBP',
        bankholderId: pounds.bankholderId,
        ledgerAccountId: own,
        sortCode: '040621',
        status: 'active',
      },
      { currency: 'THB', bankholderId: baht.bankholderId, ledgerAccountId: baht.ledgerAccountId, sortCode: null },
    ]);
    expect(customer).toMatchObject({ kind: 'plus', featureUpgrade: false });
    expect(await balancesOf(db, accounts[0] ?? pounds)).toEqual(before);
    const { upgrade, offered } = await readiness();
    expect(upgrade?.timeline.map(({ state }) => state)).toEqual(['requested', 'opening_accounts', 'done']);
    expect([upgrade?.waiting, offered]).toEqual([null, false]);
    expect(await findViolations(db)).toEqual([]);
  });

  it('opens a GBP account for a customer without a GBP wallet, and for a wallet opened meanwhile', async () => {
    who = await seedCustomer(db, { kind: 'wallet', featureUpgrade: true });
    baht = await openOne('THB', 'Baht');
    const { uid } = await submitRequest();
    const late: AccountBank = {
      open: async (order) => {
        if (order.currency === 'THB') await openOne('EUR', 'Euros');
        return createFakeBank().open(order);
      },
    };
    await deliver(late, uid);
    expect(await stateNow()).toBe('opening_accounts');
    await deliver(createFakeBank(), uid);
    expect(await stateNow()).toBe('done');
    const accounts = await asSystem(db, ({ tx }) => listAccountsOf(tx, who.customer.id));
    expect(accounts.map(({ currency }) => currency).sort()).toEqual(['EUR', 'GBP', 'THB']);
  });

  it('waits for an unresponsive bank, and leaves the wallets unchanged when the bank refuses', async () => {
    const { uid } = await submitRequest();
    await expect(deliver(createFakeBank(['no_response']), uid)).rejects.toThrow(PartnerTimeout);
    expect(await stateNow()).toBe('opening_accounts');
    await deliver(createFakeBank(['refused']), uid);
    expect((await readiness()).upgrade).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('Your wallets work as before.'),
    });
    const wallets = await asSystem(db, ({ tx }) => listWalletsOf(tx, who.customer.id));
    expect(wallets.map(({ status }) => status)).toEqual(['active', 'active']);
    await deliver(createFakeBank(), uid);
    expect(await stateNow()).toBe('refused');
    expect((await submitRequest()).state).toBe('opening_accounts');
  });

  it('moves alerts to the Plus rate', async () => {
    const alert = {
      userId: who.user.id,
      customerId: who.customer.id,
      sell: 'GBP',
      buy: 'THB',
      direction: 'rises_to',
      targetBase: 'GBP',
    } as const;
    await db
      .insertInto('rate_alert.alert')
      .values({ ...alert, id: v7(), tier: 'wallet', target: '99' })
      .execute();
    const { uid } = await submitRequest();
    await deliver(createFakeBank(), uid);
    const news = await db
      .selectFrom('platform.event')
      .select('payload')
      .where('topic', '=', customerUpgraded.topic)
      .execute();
    const mine = { customerId: who.customer.id };
    expect(news.map(({ payload }) => payload)).toContainEqual(mine);
    await asSystem(db, (ctx) => onCustomerUpgraded(ctx, { eventId: 1n, payload: mine }));
    const alerts = await db.selectFrom('rate_alert.alert').select('tier').where('userId', '=', who.user.id).execute();
    expect(alerts).toEqual([{ tier: 'plus' }]);
  });
});

describe('missing requirements', () => {
  it('are listed, wait for the customer, and let the upgrade continue when complete', async () => {
    await setAddress(db, who.customer, null);
    const setItem = (state: string, reason: string | null) =>
      sql`update kyc.item set state = ${state}, reason = ${reason} where key = 'source_of_funds'
        and application_id = (select id from kyc.application where customer_id = ${who.customer.id})`.execute(db);
    await setItem('rejected', 'unreadable');
    expect(await readiness()).toMatchObject({
      ready: false,
      missing: [
        {
          key: 'source_of_funds',
          title: 'Where your money comes from',
          state: 'rejected',
          reason: expect.stringContaining('The picture is blurred.'),
        },
        { key: 'address' },
      ],
    });
    expect(await submitRequest()).toMatchObject({ state: 'kyc_gap', waiting: { owner: 'you' } });
    await runJob(db, upgradeTimeouts);
    expect(await stateNow()).toBe('kyc_gap');
    await setItem('verified', null);
    await runJob(db, upgradeTimeouts);
    expect(await stateNow()).toBe('kyc_gap');
    await setAddress(db, who.customer, { town: 'London', country: 'GB' });
    await runJob(db, upgradeTimeouts);
    expect(await stateNow()).toBe('opening_accounts');
    expect(await readiness()).toMatchObject({ ready: true, missing: [] });
  });

  it('are not those of the identity check of a member', async () => {
    await askForMemberCheck(db, await seedColleague(db, who, 'payer'));
    await setAddress(db, who.customer, null);
    await submitRequest();
    await setAddress(db, who.customer, { town: 'London', country: 'GB' });
    await runJob(db, upgradeTimeouts);
    expect(await stateNow()).toBe('opening_accounts');
  });

  it('end the request at its deadline', async () => {
    await setAddress(db, who.customer, null);
    const { uid, waiting } = await submitRequest();
    expect(Date.parse(waiting?.deadlineAt ?? '')).toBeGreaterThan(Date.now() + 59 * 86_400_000);
    await sql`update upgrade.request set deadline_at = now() where id = ${uid}`.execute(db);
    await runJob(db, upgradeTimeouts);
    expect((await readiness()).upgrade).toMatchObject({ state: 'refused', reason: expect.stringMatching(/in time/) });
  });
});

describe('review', () => {
  const uidOf = async () => {
    const { uid, state } = await submitRequest();
    expect(state).toBe('reviewing');
    return uid;
  };
  const boardOf = async () => ((await officer.act(showWorkQueue, {})) as unknown as { list: { uid: string }[] }).list;

  it('is required for a business, a conditional check or a name on a list, and hides why from the customer', async () => {
    await asSystem(db, (ctx) =>
      importSanctionsList(ctx, 'test.csv', [{ entryId: 'DEMO1', name: 'Ivanka Zelenkova', regime: 'Made up' }]),
    );
    const named = { name: 'Ivanka Zelenkova', business: true, kycStatus: 'approved_conditional' } as const;
    who = await seedCustomer(db, { kind: 'wallet', featureUpgrade: true, ...named });
    const uid = await uidOf();
    expect((await boardOf()).find((row) => row.uid === uid)).toMatchObject({
      customer: 'Ivanka Zelenkova',
      concerns: ['business', 'conditions', 'name_on_list'],
    });
    expect(JSON.stringify((await readiness()).upgrade)).not.toMatch(/list|concern/);
  });

  it('clears the request or refuses it with a reason for the customer', async () => {
    who = await seedCustomer(db, { kind: 'wallet', featureUpgrade: true, business: true });
    const refused = await uidOf();
    await officer.act(refuseUpgrade, { uid: refused, reason: 'We need the papers of your firm.' });
    expect((await readiness()).upgrade).toMatchObject({ state: 'refused', reason: 'We need the papers of your firm.' });
    const uid = await uidOf();
    expect(await officer.act(clearUpgrade, { uid })).toMatchObject({ state: 'opening_accounts' });
    await expectRefusal(db, 'invalid_transition', () => officer.act(clearUpgrade, { uid }));
    await expectRefusal(db, 'invalid_transition', () => officer.act(refuseUpgrade, { uid, reason: 'Too late now' }));
    await deliver(createFakeBank(), uid);
    expect(await stateNow()).toBe('done');
    expect((await boardOf()).map((row) => row.uid)).not.toContain(uid);
  });

  it('is restricted to reviewers', async () => {
    const dealer = await seedDealer(db);
    await expectRefusal(db, 'access_denied', () => dealer.act(showWorkQueue, {}));
    await expectRefusal(db, 'access_denied', () => dealer.act(clearUpgrade, { uid: v7() }));
    await expectRefusal(db, 'access_denied', () => dealer.act(refuseUpgrade, { uid: v7(), reason: 'No dealer may' }));
    await expectRefusal(db, 'not_found', () => officer.act(clearUpgrade, { uid: v7() }));
  });
});

describe('request', () => {
  it('is for the owner of a wallet with the offer, one at a time', async () => {
    const code = async (person?: TestUser) => (await call(contract.upgrade.request, requestInput(), person)).body;
    expect((await call(contract.upgrade.request, requestInput())).status).toBe(401);
    const clerk = { customer: who.customer, user: await seedUser(db, who.customer, { role: 'payer' }) };
    expect(await code(clerk)).toMatchObject({ code: 'access_denied' });
    expect((await readiness(clerk)).canRequest).toBe(false);
    expect(await code(await seedCustomer(db))).toMatchObject({ code: 'invalid_transition' });
    expect(await code(await seedCustomer(db, { kind: 'wallet' }))).toMatchObject({ code: 'service_off' });
    const suspended = { kind: 'wallet', featureUpgrade: true, status: 'suspended' } as const;
    expect(await code(await seedCustomer(db, suspended))).toMatchObject({ code: 'account_restricted' });
    const unagreed = { ...requestInput(), agreed: false } as never;
    expect((await call(contract.upgrade.request, unagreed, who)).body).toMatchObject({ code: 'validation_failed' });

    await sql`update payment.service_availability set is_on = false where key = 'wallet.upgrade'`.execute(db);
    expect(await code(who)).toMatchObject({ code: 'service_off' });
    expect((await readiness()).offered).toBe(false);
    await sql`update payment.service_availability set is_on = true where key = 'wallet.upgrade'`.execute(db);

    const wanted = requestInput();
    const first = await call(contract.upgrade.request, wanted, who);
    expect((await call(contract.upgrade.request, wanted, who)).body).toEqual(first.body);
    expect(await code(who)).toMatchObject({ code: 'invalid_transition' });
    const twice = await Promise.all([
      call(contract.upgrade.request, requestInput(), who),
      call(contract.upgrade.request, requestInput(), who),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe('comparison', () => {
  it('uses the last conversion at both current rates, or an example', async () => {
    expect((await readiness()).comparison).toMatchObject({
      sellAmount: { amount: '1000.00', currency: 'GBP' },
      executedAt: null,
      saving: { amount: '238.35', currency: 'THB' },
    });
    await sql`insert into fx.conversion (id, reference, customer_id, cause, sell, buy, sell_minor, fee_minor, buy_minor, mid,
        rate, margin_bps, mid_value_minor, spread_minor, rounding_minor, from_account, to_account)
      values (${v7()}, 'LASTDEAL', ${who.customer.id}, 'instant', 'GBP', 'THB', 20000, 0, 860000, 43.3356, 43.0, 90, 866712,
        6712, 0, ${pounds.ledgerAccountId}, ${baht.ledgerAccountId})`.execute(db);
    const { comparison } = await readiness();
    expect(comparison).toMatchObject({
      sell: 'GBP',
      buy: 'THB',
      sellAmount: { amount: '200.00' },
      executedAt: expect.any(String),
      wallet: { displayedRate: { rate: '42.9456' }, buyAmount: { amount: '8589.12' } },
      plus: { displayedRate: { rate: '43.1839' }, buyAmount: { amount: '8636.79' } },
      saving: { amount: '47.67', currency: 'THB' },
    });
  });

  it('is left out without a rate', async () => {
    await db.deleteFrom('rate.latest').execute();
    expect((await readiness()).comparison).toBeNull();
  });
});
