import { randomUUID } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import type { PayeeForStaff } from '@larkmere/contract/payees/payee-review';
import { expect, test } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedCustomer,
  seedPayee,
} from '../../../../../test/fixtures/base.ts';
import { seedDealer as givenMember } from '../../../../../test/fixtures/manual-fx.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { blockPayee, releasePayee } from './decide-payee.ts';
import { listPendingPayees, listUsableGbp, viewPayee } from './payee.read.ts';
import type { Payee } from './payee.ts';
import { editPayee } from './save-payee.ts';

const { db, url } = await createDatabase();
const compliance = await givenMember(db, 'compliance');
const operations = await givenMember(db, 'payment_operations');

type StatusFixture = Readonly<{ status: Payee['status']; reasonCode?: Payee['reasonCode']; reason?: string }>;

async function createPayee({ status, reasonCode, reason }: StatusFixture) {
  const who = await seedCustomer(db);
  const { id: uid } = await seedPayee(db, who);
  const standing = { status, reasonCode: reasonCode ?? null, reason: reason ?? null };
  await db.updateTable('payee.payee').set(standing).where('id', '=', uid).execute();
  return { who, uid };
}

const release = (uid: string, version = 1) => ({ uid, version, note: 'Looked at it', idempotency: randomUUID() });
const block = (uid: string, version = 1) => ({
  ...release(uid, version),
  reasonCode: 'bank_details_invalid' as const,
  reason: 'The account of this payee is closed.',
});
const usable = async (who: Parameters<typeof asCustomer>[1]) =>
  (await asCustomer(db, who).run(listUsableGbp, {})).map(({ uid }) => uid);

test('lists a pending payee with its customer, and makes it payable once approved', async () => {
  const { who, uid } = await createPayee({ status: 'pending', reasonCode: 'compliance' });
  const list = (await compliance.act(listPendingPayees, {})) as unknown as PayeeForStaff[];
  expect(list.find((payee) => payee.uid === uid)).toMatchObject({
    status: 'pending',
    customer: { name: who.customer.name, memberCode: who.customer.memberCode },
  });
  expect(await usable(who)).toEqual([]);
  expect(await compliance.act(releasePayee, release(uid))).toMatchObject({ status: 'approved', version: 2 });
  expect(await usable(who)).toEqual([uid]);
  const told = db.selectFrom('platform.event').select('payload').where('topic', '=', 'payee.decided');
  expect(await told.execute()).toMatchObject([{ payload: { payeeId: uid, status: 'approved', reason: null } }]);
  const versions = db.selectFrom('payee.version').select(['version', 'changedBy', 'details']);
  const second = await versions.where('payeeId', '=', uid).where('version', '=', 2).executeTakeFirstOrThrow();
  expect(second).toMatchObject({ changedBy: compliance.id, details: { status: 'approved', name: 'Somchai Prasert' } });
  expect(Object.keys(second.details as object)).not.toContain('customerId');
  const audits = db.selectFrom('platform.audit').select(['action', 'actorId', 'detail']);
  expect(await audits.where('entity', '=', `payee:${uid}`).orderBy('id', 'desc').executeTakeFirst()).toMatchObject({
    action: 'payee.decided',
    actorId: compliance.id,
    detail: { from: 'pending', status: 'approved', note: 'Looked at it' },
  });
});

test('gives the reason of a rejection and lets the customer correct the payee', async () => {
  const { who, uid } = await createPayee({ status: 'pending', reasonCode: 'name_check' });
  expect(await operations.act(blockPayee, block(uid))).toMatchObject({ status: 'reject' });
  const { run } = asCustomer(db, who);
  const seen = await run(viewPayee, { uid });
  expect(seen).toMatchObject({ reasonCode: 'bank_details_invalid', reason: 'The account of this payee is closed.' });
  await expectRefusal(db, 'invalid_transition', () => operations.act(releasePayee, release(uid, 2)));
  const { name, entityType, details } = seen;
  const edit = { uid, version: 2, name: `${name} Jr`, entityType, details, idempotency: randomUUID() };
  await expectRefusal(db, 'name_check_required', () => run(editPayee, edit));
});

test('disables an approved payee and approves it again', async () => {
  const { who, uid } = await createPayee({ status: 'approved' });
  expect(await operations.act(blockPayee, block(uid))).toMatchObject({ status: 'disabled', version: 2 });
  expect(await usable(who)).toEqual([]);
  await expectRefusal(db, 'invalid_transition', () => operations.act(blockPayee, block(uid, 2)));
  expect(await operations.act(releasePayee, release(uid, 2))).toMatchObject({ status: 'approved', version: 3 });
  await expectRefusal(db, 'invalid_transition', () => operations.act(releasePayee, release(uid, 3)));
  expect(await usable(who)).toEqual([uid]);
});

test('refuses a decision on a changed or unknown payee', async () => {
  const { uid } = await createPayee({ status: 'pending', reasonCode: 'name_check' });
  await expectRefusal(db, 'payee_changed', () => operations.act(releasePayee, release(uid, 2)));
  await expectRefusal(db, 'not_found', () => operations.act(releasePayee, release(randomUUID())));
});

test.each(['support', 'dealer', 'finance', 'settings', 'super', 'auditor'] as const)(
  'refuses the role %s',
  async (role) => {
    const { uid } = await createPayee({ status: 'pending', reasonCode: 'name_check' });
    const member = await givenMember(db, role);
    await expectRefusal(db, 'access_denied', () => member.act(releasePayee, release(uid)));
    await expectRefusal(db, 'access_denied', () => member.act(blockPayee, block(uid)));
    if (role !== 'auditor') await expectRefusal(db, 'access_denied', () => member.act(listPendingPayees, {}));
  },
);

test('refuses decisions on compliance cases and on customer approvals by others', async () => {
  const { uid } = await createPayee({ status: 'pending', reasonCode: 'compliance' });
  await expectRefusal(db, 'access_denied', () => operations.act(releasePayee, release(uid)));
  await expectRefusal(db, 'access_denied', () => operations.act(blockPayee, block(uid)));
  const team = await createPayee({ status: 'pending', reasonCode: 'team_approval' });
  await expectRefusal(db, 'access_denied', () => compliance.act(releasePayee, release(team.uid)));
  const list = (await compliance.act(listPendingPayees, {})) as unknown as PayeeForStaff[];
  expect(list.map((payee) => payee.uid)).not.toContain(team.uid);
});

test('serves the calls to staff and decides once per idempotency key', async () => {
  const { base } = await startTestApi(url);
  const { call } = await signInStaff(base, await seedStaff(db));
  const { uid } = await createPayee({ status: 'pending', reasonCode: 'name_check' });
  const { path } = contract.payeeReview.release;
  const sent = release(uid);
  const first = await call('POST', path.replace('{uid}', uid), sent);
  expect(first).toMatchObject({ status: 200, body: { data: { status: 'approved', version: 2 } } });
  expect((await call('POST', path.replace('{uid}', uid), sent)).body).toEqual(first.body);
  expect(await call('GET', contract.payeeReview.list.path)).toMatchObject({ status: 200 });
});
