import { randomUUID } from 'node:crypto';
import { hashSecret } from '../apps/api/src/kernel/argon.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { sealingKey } from '../apps/api/src/staff/seal.ts';
import { createMember } from '../apps/api/src/staff/staff.ts';
import { codeAt, newTotpSecret } from '../apps/api/src/staff/totp.ts';
import { type Answer, type Caller, caller, testPassword, testPepper } from './given-app.ts';

export type GivenStaff = Readonly<{ id: string; username: string; secret: string }>;

let count = 0;

export async function givenStaff(db: Db, { isEnrolled = true } = {}): Promise<GivenStaff> {
  count += 1;
  const [username, email, name] = [`staff${count}`, `staff${count}@example.com`, `Staff ${count}`];
  const [passwordHash, secret] = [await hashSecret(testPassword), newTotpSecret()];
  const member = { username, email, name, role: 'payment_operations', passwordHash } as const;
  const known = isEnrolled ? { totpSecret: secret } : {};
  const id = await inTransaction(db, (tx) => createMember(tx, sealingKey(testPepper), { ...member, ...known }));
  return { id, username, secret };
}

export const codeOf = ({ secret }: Pick<GivenStaff, 'secret'>, stepsLater = 0): Promise<string> =>
  codeAt(secret, new Date(Date.now() + stepsLater * 30_000));

export const staffCredentials = async (staff: GivenStaff, over: object = {}) => ({
  username: staff.username,
  password: testPassword,
  code: await codeOf(staff),
  idempotency: randomUUID(),
  ...over,
});

type SignedIn = Readonly<{ call: Caller; token: string; cookie: string; answer: Answer }>;

const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

async function signIn(base: string, credentials: object, always: Record<string, string>): Promise<SignedIn> {
  const call = caller(base, always);
  const answer = await call('POST', '/v1/manage/login', credentials);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const token = answer.body.data?.token as string;
  const halves = { authorization_manage: token, ...(cookie ? { cookie } : {}) };
  return {
    token,
    cookie,
    answer,
    call: (method, path, sent, more) => call(method, path, sent, { ...halves, ...more }),
  };
}

export const signInStaff = async (base: string, staff: GivenStaff, over: object = {}): Promise<SignedIn> =>
  signIn(base, await staffCredentials(staff, over), {});

export const signInStaffBrowser = async (base: string, staff: GivenStaff): Promise<SignedIn> =>
  signIn(base, await staffCredentials(staff), page);
