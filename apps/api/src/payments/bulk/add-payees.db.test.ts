import type { BulkFileView } from '@larkmere/contract/payments/bulk';
import { accessKeys } from '@larkmere/contract/platform/access';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
  signedIn,
} from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { releaseFileAs, seedBulkFile } from '../../../../../test/fixtures/bulk-payment.ts';
import { listPayees } from '../../payees/payee/payee.read.ts';
import type { NameCheckResponse } from '../../payees/payee/payee.ts';
import { storeNewPayee } from '../../payees/payee/save-payee.ts';
import { openLog } from '../../platform/observability/log.ts';
import { addPayeesOfFile, revalidateRowsOfPayee } from './add-payees.ts';
import { overrideNameCheck } from './correct-row.ts';
import { runBulkPayments } from './run-bulk-payments.ts';
import { runNameChecks } from './run-name-checks.ts';
import { getFile, listRows } from './show-files.ts';

const { db } = await createDatabase();
const addPayees = addPayeesOfFile(storeNewPayee);
const lines = [
  'Somchai Prasert,20-29-59,63748472,25.00,A 1',
  'Northgate Lettings Ltd,08-99-99,66374958,10.00,A 2',
  'Somchai Prasert,20-29-59,63748472,30.00,A 3',
  'Mekong Trading Ltd,10-79-99,88837491,none,A 4',
];

let owner: TestUser;
let approver: TestUser;

beforeEach(async () => {
  owner = await seedCustomer(db, { business: true });
  approver = await seedColleague(db, owner, 'approver');
  await seedAccount(db, owner, { balance: '500.00' });
  await seedApprovalRule(db, owner, { scope: 'payee', minAmount: '0' });
});

const view = (uid: string) => asCustomer(db, owner).run(getFile, { uid });
const rowsOf = async (uid: string) => (await asCustomer(db, owner).run(listRows, { uid })).rows;
const faultsOf = async (uid: string) =>
  (await rowsOf(uid)).map(({ state, faults }) => [state, ...faults.map(({ message }) => message)]);
const checkNames = (result: NameCheckResponse['result'] = 'match') =>
  runNameChecks(db, async () => ({ scheme: 'cop', code: 'MTCH', result }));
const add = ({ uid, payeesToAdd: { digest } }: BulkFileView, by = owner, over: object = {}) =>
  asCustomer(db, by).run(addPayees, { uid, digest, idempotency: v7(), ...over });
const payees = () => asCustomer(db, owner).run(listPayees, {});

async function upload(rows: readonly string[] = lines, result?: NameCheckResponse['result']): Promise<BulkFileView> {
  const { uid } = await seedBulkFile(db, owner, rows);
  await checkNames(result);
  return view(uid);
}

async function decide(
  name: string,
  decision: (...how: [typeof db, TestUser, string]) => Promise<unknown>,
): Promise<void> {
  const payee = (await payees()).find((each) => each.name === name);
  await decision(db, approver, payee?.approvalRequest?.uid ?? '');
  await asSystem(db, (ctx) => revalidateRowsOfPayee(ctx, { eventId: 0n, payload: { payeeId: payee?.uid ?? '' } }));
}

const first = 'Add this payee first. A colleague needs to approve new payees';
const awaited = 'A colleague still needs to approve this payee. Then we check this row again';

describe('new payees of a file that colleagues have to approve', () => {
  it('are counted once their names are checked, each once', async () => {
    const { uid, payeesToAdd } = await seedBulkFile(db, owner, lines);
    expect(payeesToAdd).toMatchObject({ count: 0, checking: 3 });
    await checkNames();
    expect((await view(uid)).payeesToAdd).toMatchObject({ count: 2, checking: 0 });
    expect(await faultsOf(uid)).toMatchObject([
      ['faulty', first],
      ['faulty', first],
      ['faulty', first],
      ['faulty', expect.stringContaining('mount'), first],
    ]);
  });

  it('are added together, and their rows are ready once colleagues approved them', async () => {
    const file = await upload();
    const added = await add(file);
    expect(added.payeesToAdd).toMatchObject({ count: 0, checking: 0 });
    expect(await payees()).toMatchObject([
      {
        name: 'Northgate Lettings Ltd',
        status: 'pending',
        reasonCode: 'team_approval',
        nameCheck: { result: 'match' },
        approvalRequest: { state: 'open' },
      },
      { name: 'Somchai Prasert', status: 'pending', reasonCode: 'team_approval', approvalRequest: { state: 'open' } },
    ]);
    expect((await faultsOf(file.uid)).slice(0, 3)).toEqual([
      ['faulty', awaited],
      ['faulty', awaited],
      ['faulty', awaited],
    ]);
    await decide('Somchai Prasert', approveAs);
    expect((await faultsOf(file.uid)).slice(0, 3)).toEqual([['ready'], ['faulty', awaited], ['ready']]);
    await decide('Northgate Lettings Ltd', rejectAs);
    expect((await faultsOf(file.uid))[1]).toEqual([
      'faulty',
      'Check this payee’s status. You cannot pay them at the moment',
    ]);
    await releaseFileAs(db, owner, await view(file.uid));
    await runBulkPayments(db, openLog('silent'));
    expect((await view(file.uid)).counts).toMatchObject({ paid: 2, faulty: 2 });
  });

  it('wait for the customer if the name is not quite the one of the account', async () => {
    const file = await upload(lines.slice(0, 1), 'close_match');
    expect(file.payeesToAdd).toMatchObject({ count: 0, checking: 0 });
    expect(await rowsOf(file.uid)).toMatchObject([{ state: 'doubtful', name: { result: 'close_match' } }]);
    await asCustomer(db, owner).run(overrideNameCheck, { uid: file.uid, number: 1, idempotency: v7() });
    const decided = await view(file.uid);
    expect(decided).toMatchObject({ counts: { faulty: 1 }, payeesToAdd: { count: 1 } });
    await add(decided);
    expect(await payees()).toMatchObject([{ nameCheck: { result: 'close_match' } }]);
  });

  it('are not added if the bank has no such account', async () => {
    const file = await upload(lines.slice(0, 1), 'not_found');
    expect(file.payeesToAdd).toMatchObject({ count: 0, checking: 0 });
    expect(await faultsOf(file.uid)).toEqual([
      ['faulty', 'Check the details with your payee. The bank has no account with them'],
    ]);
  });

  it('are added as they were shown', async () => {
    const file = await upload();
    await expectRefusal(db, 'bulk_changed', () => add(file, owner, { digest: 'a'.repeat(64) }));
    const none = await upload(lines.slice(3));
    await expectRefusal(db, 'bulk_changed', () => add(none, owner, { digest: 'a'.repeat(64) }));
    await add(file);
    await expectRefusal(db, 'bulk_changed', () => add(file));
  });

  it('are added by members who may add payees, of this customer', async () => {
    const file = await upload();
    const without = await seedColleague(
      db,
      owner,
      'admin',
      accessKeys.filter((key) => key !== 'payee'),
    );
    await expectRefusal(db, 'access_denied', () => add(file, without));
    await expectRefusal(db, 'access_denied', () => add(file, approver));
    const stranger = await seedCustomer(db);
    await expectRefusal(db, 'not_found', () => add(file, stranger));
  });

  it('take one PIN with a second factor of a person who has one', async () => {
    const file = await upload();
    await sql`insert into second_factor.authenticator (user_id, id, secret, confirmed_at)
      values (${owner.user.id}, ${v7()}, 'sealed', now())`.execute(db);
    await expectRefusal(db, 'second_factor_required', () => add(file));
    const { ctx, confirm } = await signedIn(db, owner);
    const {
      uid,
      payeesToAdd: { digest },
    } = file;
    const idempotency = v7();
    const purpose = { operation: 'payee.add-from-file', uid, digest, paymentIdempotency: idempotency } as const;
    const authorisation = await confirm(purpose);
    const input = { uid, digest, authorisation, idempotency };
    await expectRefusal(db, 'authorisation_invalid', () => ctx((c) => addPayees(c, { ...input, idempotency: v7() })));
    await ctx((c) => addPayees(c, input));
    expect(await payees()).toHaveLength(2);
  });
});
