import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { accessKeys, type Role } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { createMember } from '../../apps/api/src/back-office/staff/staff.ts';
import { acceptCurrentTerms } from '../../apps/api/src/customers/agreement/agreement.ts';
import {
  addMember,
  type Customer,
  createCustomer,
  createUser,
  type NewCustomer,
  type User,
} from '../../apps/api/src/customers/customer/customer.ts';
import { hashPin, type Pepper } from '../../apps/api/src/identity/pin/pepper.ts';
import type { Tx } from '../../apps/api/src/platform/db/db.ts';
import { deriveEncryptionKey } from '../../apps/api/src/platform/security/encryption.ts';
import { hashSecret } from '../../apps/api/src/platform/security/password-hash.ts';
import { type Day, daysAfter, londonTime } from './calendar.ts';
import { fillFirmCheck, fillPersonCheck } from './identity-checks.ts';

export type DemoPerson = Readonly<{
  username: string;
  password: string;
  pin: string;
  kind: 'plus' | 'business' | 'wallet' | 'kyc-open' | 'kyc-firm';
  name: string;
  memberCode: string;
  email: string;
  /** Another customer that the person works for. */
  memberOf?: Readonly<{ memberCode: string; role: Role }>;
  about: string;
}>;

export type DemoColleague = Omit<DemoPerson, 'kind'> & Readonly<{ kind: 'colleague'; role: Role }>;

export type DemoStaff = Readonly<{
  username: string;
  password: string;
  pin: '';
  kind: 'staff';
  name: string;
  email: string;
  role: StaffRole;
  totpSecret: string;
  about: string;
}>;

const allPeople = JSON.parse(readFileSync(join(import.meta.dirname, 'people.json'), 'utf8')) as readonly (
  | DemoPerson
  | DemoColleague
  | DemoStaff
)[];
export const people = allPeople.filter((person) => person.kind !== 'staff');
export const staff = allPeople.filter((person) => person.kind === 'staff');

const actor = { kind: 'system', name: 'seed' } as const;
const firmName = 'Larch & Tolliver Ltd';
const openFirmName = 'Tamarind & Thread Ltd';
const birthdays: Readonly<Record<string, string>> = {
  anong: '1988-04-17',
  owen: '1979-11-02',
  isla: '1992-05-16',
  marcus: '1976-10-08',
  dara: '1994-07-29',
  boon: '1991-01-08',
  cleo: '1999-09-23',
  noor: '1985-02-11',
};

export async function createDemoCustomer(
  tx: Tx,
  demo: DemoPerson,
  today: Day,
): Promise<Readonly<{ customer: Customer; person: User }>> {
  const createdAt = londonTime(daysAfter(today, isOpen(demo) ? -2 : -368), '16:20');
  const customer = await createCustomer(
    { tx, actor },
    {
      ...customerAttributes(demo, today),
      memberCode: demo.memberCode,
      createdAt,
    },
  );
  await tx.updateTable('customer.customer').set({ address: demoAddress }).where('id', '=', customer.id).execute();
  const person = await createUser(
    { tx, actor },
    {
      customerId: customer.id,
      username: demo.username,
      email: demo.email,
      name: demo.name,
      access: accessKeys,
      dateOfBirth: birthdays[demo.username] ?? null,
      notifyNews: demo.username === 'anong',
      createdAt,
    },
  );
  await acceptCurrentTerms(tx, person.id);
  if (demo.kind === 'kyc-open') await fillPersonCheck(tx, customer, today);
  if (demo.kind === 'kyc-firm') await fillFirmCheck(tx, customer, today);
  return { customer, person };
}

const isOpen = ({ kind }: DemoPerson): boolean => kind === 'kyc-open' || kind === 'kyc-firm';

const accessOf = (role: Role) => roleAccess[role];

async function findByMemberCode(tx: Tx, memberCode: string): Promise<string> {
  const { id } = await tx
    .selectFrom('customer.customer')
    .select('id')
    .where('memberCode', '=', memberCode)
    .executeTakeFirstOrThrow();
  return id;
}

/** Lets a person work for another customer beside their own. */
export async function joinCustomer(
  tx: Tx,
  userId: string,
  { memberCode, role }: NonNullable<DemoPerson['memberOf']>,
): Promise<void> {
  const customerId = await findByMemberCode(tx, memberCode);
  await addMember({ tx, actor }, { userId, customerId, role, access: accessOf(role) });
}

export async function createColleague(tx: Tx, demo: DemoColleague, today: Day): Promise<User> {
  const customerId = await findByMemberCode(tx, demo.memberCode);
  const { username, email, name, role } = demo;
  const dateOfBirth = birthdays[username] ?? null;
  const createdAt = londonTime(daysAfter(today, -7), '09:30');
  const user = await createUser(
    { tx, actor },
    { customerId, username, email, name, role, access: accessOf(role), dateOfBirth, createdAt },
  );
  await acceptCurrentTerms(tx, user.id);
  return user;
}

const demoAddress = { street: 'Long Lane', buildingNumber: '7', postCode: 'EC1A 9HF', town: 'London', country: 'GB' };

type CustomerAttributes = Omit<NewCustomer, 'memberCode'>;

function customerAttributes({ kind, name, username }: DemoPerson, today: Day): CustomerAttributes {
  const verified = { name, kycStatus: 'approved' } as const;
  switch (kind) {
    case 'plus':
      return { ...verified, kind, introducer: true, featureCard: username === 'anong' };
    case 'business':
      return { ...verified, kind: 'plus', name: firmName, business: true, featureCard: true };
    case 'wallet':
      return { ...verified, kind, introducer: true, featureUpgrade: true };
    case 'kyc-open':
      return {
        name,
        kind: 'plus',
        status: 'pending',
        kycStatus: 'action_required',
        kycSubmittedAt: londonTime(daysAfter(today, -2), '17:05'),
        kycDueBy: londonTime(daysAfter(today, 12), '17:00'),
      };
    case 'kyc-firm':
      return { name: openFirmName, kind: 'plus', business: true, status: 'pending', kycStatus: 'in_progress' };
  }
}

export async function setCredentials(
  tx: Tx,
  { id, customerId }: User,
  { password, pin }: Pick<DemoPerson, 'password' | 'pin'>,
  pepper: Pepper,
): Promise<void> {
  const [passwordHash, pinHash] = await Promise.all([hashSecret(password), hashPin(pepper, id, pin)]);
  const { createdAt: at } = await tx
    .selectFrom('customer.customer')
    .select('createdAt')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  await tx.insertInto('session.password').values({ userId: id, hash: passwordHash, changedAt: at }).execute();
  await tx
    .insertInto('pin.pin')
    .values({ userId: id, hash: pinHash, pepperVersion: pepper.version, createdAt: at, changedAt: at })
    .execute();
}

export async function createStaffMember(tx: Tx, { password, ...demo }: DemoStaff, pepper: Pepper): Promise<string> {
  const { username, email, name, role, totpSecret } = demo;
  const passwordHash = await hashSecret(password);
  return createMember(tx, deriveEncryptionKey(pepper.key, 'staff'), {
    username,
    email,
    name,
    role,
    passwordHash,
    totpSecret,
  });
}
