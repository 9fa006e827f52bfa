import { randomUUID } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import type { PayeeRequirements } from '@larkmere/contract/payees/payee-requirements';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedCustomer,
  type TestUser,
} from '../../../../../../test/fixtures/base.ts';
import { startRouteServer } from '../../../../../../test/fixtures/route-server.ts';
import { startBank, startReceiver } from '../../../../../sandbox-bank/src/bank.fixture.ts';
import { payeeRoutes } from '../payee.routes.ts';
import { createNameCheckClient } from '../rails/name-check-client.ts';
import { addPayee } from '../save-payee.ts';
import { checkName } from './name-check.ts';

const { db } = await createDatabase();
const receiver = await startReceiver();
const bank = await startBank(receiver);
afterAll(async () => {
  await bank.end();
  receiver.close();
});

const partner = { name: 'bank', baseUrl: bank.url, secret: bank.secret, timeoutMs: 5000 };
const nameChecks = createNameCheckClient(partner);
const withoutLookUp = createNameCheckClient(partner, { checksPromptPay: false });
const server = await startRouteServer(db, (bind) => payeeRoutes(bind, nameChecks));
const serverWithoutLookUp = await startRouteServer(db, (bind) => payeeRoutes(bind, withoutLookUp));

type Typed = Pick<Input<typeof contract.payee.add>, 'type' | 'currency' | 'name' | 'entityType' | 'details'>;
const malee: Typed = {
  type: 'thb',
  currency: 'THB',
  name: 'Malee Boonsong',
  entityType: 'individual',
  details: { payTo: 'mobile', proxy: '081 555 0142' },
};
const at = (proxy: string): Typed => ({ ...malee, details: { payTo: 'mobile', proxy } });

let who: TestUser;
beforeEach(async () => {
  who = await seedCustomer(db);
});

const check = (typed: Typed) => asCustomer(db, who).proceed(checkName(nameChecks.checkName), typed);
const add = (typed: Typed, more: Partial<Input<typeof contract.payee.add>> = {}, waitMs = 0) =>
  asCustomer(db, who).inside((ctx) =>
    addPayee({ ...ctx, now: new Date(ctx.now.getTime() + waitMs) }, { ...typed, idempotency: randomUUID(), ...more }),
  );

test('names the holder of a PromptPay ID, and the check is stored with the payee', async () => {
  const answer = await check(malee);
  expect(answer).toMatchObject({ scheme: 'promptpay', result: 'match', actualName: 'Malee Boonsong' });
  const added = await add(malee, { nameCheckId: answer.checkId });
  expect(added).toMatchObject({ status: 'approved', nameCheck: { result: 'match', actualName: 'Malee Boonsong' } });
  const stored = await db
    .selectFrom('payee.name_check')
    .select(['scheme', 'result', 'account', 'payeeType'])
    .where('id', '=', answer.checkId)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ scheme: 'promptpay', result: 'match', account: '0066815550142', payeeType: 'thb' });
});

test('a close match takes a decision, or the name of the holder', async () => {
  const near = { ...malee, name: 'M Boonsong' };
  const { checkId: nameCheckId, ...answer } = await check(near);
  expect(answer).toMatchObject({ result: 'close_match', actualName: 'Malee Boonsong', acceptedAt: null });
  await expectRefusal(db, 'name_check_unconfirmed', () => add(near, { nameCheckId }));
  expect(await add(near, { nameCheckId, acceptNameCheck: true })).toMatchObject({
    nameCheck: { result: 'close_match' },
  });
  expect((await check({ ...near, name: answer.actualName ?? '' })).result).toBe('match');
});

test('a mismatch takes ten seconds and a reason, which are stored, and a firm may forbid it', async () => {
  const other = { ...malee, name: 'Greta Lindqvist' };
  const { checkId: nameCheckId, ...answer } = await check(other);
  expect(answer).toMatchObject({ result: 'no_match', actualName: 'Malee Boonsong', isBlocked: false });
  const decided = { nameCheckId, acceptNameCheck: true, nameCheckReason: 'She uses the phone of her mother' };
  await expectRefusal(db, 'name_check_unconfirmed', () => add(other, { nameCheckId, acceptNameCheck: true }, 11_000));
  await expectRefusal(db, 'name_check_unconfirmed', () => add(other, decided));
  expect(await add(other, decided, 11_000)).toMatchObject({ nameCheck: { result: 'no_match' } });
  const override = await db
    .selectFrom('payee.name_check_override')
    .select('reason')
    .where('nameCheckId', '=', nameCheckId)
    .executeTakeFirstOrThrow();
  expect(override.reason).toBe(decided.nameCheckReason);

  const firm = await seedCustomer(db, { business: true });
  const policy = { customerId: firm.customer.id, blockOnNoMatch: true, setBy: firm.user.id, setAt: new Date() };
  await db.insertInto('payee.name_check_policy').values(policy).execute();
  who = firm;
  const blocked = await check(other);
  expect(blocked).toMatchObject({ result: 'no_match', isBlocked: true });
  await expectRefusal(db, 'name_check_forbidden', () =>
    add(other, { ...decided, nameCheckId: blocked.checkId }, 11_000),
  );
});

test('an ID that nobody registered is refused, and a bank that cannot answer blocks nobody', async () => {
  const unknown = at('081 234 5693');
  const { checkId, result } = await check(unknown);
  expect(result).toBe('not_found');
  await expectRefusal(db, 'payee_details_invalid', () => add(unknown, { nameCheckId: checkId }));
  const silent = at('081 234 5690');
  const answer = await check(silent);
  expect(answer).toMatchObject({ result: 'unavailable', actualName: null });
  expect(await add(silent, { nameCheckId: answer.checkId })).toMatchObject({ nameCheck: { result: 'unavailable' } });
});

test('is optional for the API, but a check that is named has to be of this payee', async () => {
  const { checkId: nameCheckId } = await check(malee);
  const other = at('081 234 5678');
  await expectRefusal(db, 'name_check_required', () => add(other, { nameCheckId }));
  expect(await add(other)).toMatchObject({ status: 'approved', nameCheck: null });
});

test('the requirements ask for it unless it is switched off, and never for a bank account', async () => {
  const schemes = async (of: typeof server) => {
    const answers = await Promise.all(
      [{}, ...['mobile', 'id', 'ewallet', 'account'].map((payTo) => ({ payTo }))].map((more) =>
        of.call(contract.payee.requirements, { type: 'thb', ...more }, who),
      ),
    );
    return answers.map(({ body }) => (body.data as PayeeRequirements[])[0]?.nameCheck);
  };
  expect(await schemes(server)).toEqual(['none', 'promptpay', 'promptpay', 'promptpay', 'none']);
  expect(await schemes(serverWithoutLookUp)).toEqual(['none', 'none', 'none', 'none', 'none']);
  const { body } = await serverWithoutLookUp.call(contract.payee.checkName, malee, who);
  expect(body.data).toMatchObject({ scheme: 'none', result: 'not_supported', actualName: null });
});
