import { StaffRole } from '@larkmere/contract/manage';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { openWallet } from '../../apps/api/src/wallet/wallet.ts';
import { asOwner } from '../database.ts';
import { asSystem, type Given, givenAccount, givenCustomer } from '../given.ts';
import { caller, givenCredentials, signIn } from '../given-app.ts';
import { givenStaff, signInStaff } from '../given-staff.ts';
import { givenColleague } from '../given-team.ts';
import { givenPeople } from '../outside-world/people.ts';
import type { Scheme } from './document.ts';

type Headers = Readonly<Record<string, string>>;

export type Identity = Readonly<{
  name: string;
  scheme: Scheme;
  headers: () => Promise<Headers>;
  forget: () => void;
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
    forget: () => {
      current = undefined;
    },
  };
}

export async function givenIdentities(db: Db, url: string, base: string): Promise<readonly Identity[]> {
  const customer = (name: string, who: Given) =>
    identity(name, 'customer', async () => ({ authorization: (await signIn(base, who)).token }));
  const customers: Identity[] = [];
  for (const [name, who] of Object.entries(await givenCustomers(db))) {
    await givenCredentials(db, who);
    customers.push(customer(name, who));
  }
  const staff: Identity[] = [];
  for (const role of StaffRole.options) {
    const member = await givenStaff(db);
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

async function givenCustomers(db: Db): Promise<Readonly<Record<string, Given>>> {
  const { who: owner } = await givenPeople(db);
  const wallet = await givenCustomer(db, { kind: 'wallet' });
  for (const [currency, name] of [
    ['GBP', 'Pounds'],
    ['THB', 'Baht'],
  ] as const)
    await asSystem(db, ({ tx }) => openWallet(tx, { customerId: wallet.customer.id, currency, name }));
  const stranger = await givenCustomer(db);
  await givenAccount(db, stranger, { balance: '900.00' });
  return {
    owner,
    wallet,
    stranger,
    maker: await givenColleague(db, owner, 'maker'),
    approver: await givenColleague(db, owner, 'approver'),
    viewer: await givenColleague(db, owner, 'viewer'),
    unverified: await givenCustomer(db, { kycStatus: 'pending' }),
  };
}

/** Resets locked PINs and the day limit after a PIN reset, which would block later requests. */
export const unlock = (url: string): Promise<unknown> =>
  asOwner({ url }, 'update pin.pin set failures = 0, reset_at = null');
