import { StaffRole } from '@larkmere/contract/back-office/staff';
import { openWallet } from '../../apps/api/src/accounts/wallet/wallet.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { caller, seedCredentials, signIn } from '../fixtures/api-server.ts';
import { seedColleague } from '../fixtures/approval.ts';
import { asSystem, seedAccount, seedCustomer, type TestUser } from '../fixtures/base.ts';
import { asOwner } from '../fixtures/database.ts';
import { seedStaff, signInStaff } from '../fixtures/staff.ts';
import { createSimulatedCustomer } from '../simulation/customers.ts';
import type { Scheme } from './api-document.ts';

type Headers = Readonly<Record<string, string>>;

export type Identity = Readonly<{
  name: string;
  scheme: Scheme;
  headers: () => Promise<Headers>;
  signOut: () => void;
}>;

function identity(name: string, scheme: Scheme, signInAnew: () => Promise<Headers>): Identity {
  let current: Promise<Headers> | undefined;
  return {
    name,
    scheme,
    headers: () => {
      current ??= signInAnew();
      return current;
    },
    signOut: () => {
      current = undefined;
    },
  };
}

export async function createIdentities(db: Db, url: string, base: string): Promise<readonly Identity[]> {
  const customer = (name: string, who: TestUser) =>
    identity(name, 'customer', async () => {
      // Generated sign-ins fail from the same address, until it has to solve a captcha.
      await asOwner({ url }, 'truncate session.login_throttle');
      return { authorization: (await signIn(base, who)).token };
    });
  const customers: Identity[] = [];
  for (const [name, who] of Object.entries(await createCustomers(db))) {
    await seedCredentials(db, who);
    customers.push(customer(name, who));
  }
  const staff: Identity[] = [];
  for (const role of StaffRole.options) {
    const member = await seedStaff(db);
    const of = `where id = '${member.id}'`;
    await asOwner({ url }, `update staff.member set role = '${role}' ${of}`);
    const signInOnceMore = async () => {
      await asOwner({ url }, `update staff.member set last_totp_step = null ${of}`);
      return { authorization_manage: (await signInStaff(base, member)).token };
    };
    staff.push(identity(role, 'staff', signInOnceMore));
  }
  const rate = identity('rate', 'rate', async () => {
    const { body } = await caller(base)('GET', '/v1/rate/pass');
    return { authorization: body.data.rateToken };
  });
  const nobody = identity('nobody', 'public', async () => ({}));
  return [...customers, ...staff, rate, nobody];
}

async function createCustomers(db: Db): Promise<Readonly<Record<string, TestUser>>> {
  const { who: owner } = await createSimulatedCustomer(db);
  const wallet = await seedCustomer(db, { kind: 'wallet' });
  for (const [currency, name] of [
    ['GBP', 'Pounds'],
    ['THB', 'Baht'],
  ] as const)
    await asSystem(db, ({ tx }) => openWallet(tx, { customerId: wallet.customer.id, currency, name }));
  const stranger = await seedCustomer(db);
  await seedAccount(db, stranger, { balance: '900.00' });
  return {
    owner,
    wallet,
    stranger,
    maker: await seedColleague(db, owner, 'maker'),
    approver: await seedColleague(db, owner, 'approver'),
    viewer: await seedColleague(db, owner, 'viewer'),
    unverified: await seedCustomer(db, { kycStatus: 'pending' }),
  };
}

/** Resets locked PINs and the day limit after a PIN reset, which would block later requests. */
export const resetPins = (url: string): Promise<unknown> =>
  asOwner({ url }, 'update pin.pin set failures = 0, reset_at = null');
