import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { NameCheckResult } from '@larkmere/contract/payees/payee';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedCustomer,
  type TestUser,
} from '../../../../../../test/fixtures/base.ts';
import { requirePayablePayee } from '../payee.ts';
import { addPayee, editPayee } from '../save-payee.ts';
import { checkName } from './name-check.ts';
import { nameLookUps } from './name-check-policy.ts';

type Typed = Pick<Input<typeof contract.payee.add>, 'type' | 'currency' | 'name' | 'entityType' | 'details'>;
type Result = z.infer<typeof NameCheckResult>;

const { db } = await createDatabase();
const somebody = { name: 'Greta Lindqvist', entityType: 'individual' } as const;
const thb = (details: Typed['details']): Typed => ({ ...somebody, type: 'thb', currency: 'THB', details });

/** One payee of each scheme, and of payments whose names nobody checks. */
const payees = {
  'confirmation of payee': {
    ...somebody,
    type: 'gbp',
    currency: 'GBP',
    details: { sortCode: '202959', accountNumber: '63748472' },
  },
  'verification of payee': {
    ...somebody,
    type: 'eur',
    currency: 'EUR',
    details: { country: 'DE', iban: 'DE89370400440532013000' },
  },
  'PromptPay mobile': thb({ payTo: 'mobile', proxy: '081 234 5678' }),
  'PromptPay ID': thb({ payTo: 'id', proxy: '1101700207366' }),
  'PromptPay e-wallet': thb({ payTo: 'ewallet', proxy: '004999000000000' }),
  'Thai account': thb({ payTo: 'account', bankCode: '004', accountNumber: '1234567890' }),
} as const satisfies Record<string, Typed>;
type Scheme = keyof typeof payees;

let who: TestUser;
beforeEach(async () => {
  who = await seedCustomer(db, { business: true });
});
afterEach(() => {
  nameLookUps.promptPay = true;
});

async function forbidNoMatch(forbids: boolean): Promise<void> {
  const stated = { blockOnNoMatch: forbids, setBy: who.user.id, setAt: new Date() };
  await db
    .insertInto('payee.name_check_policy')
    .values({ customerId: who.customer.id, ...stated })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(stated))
    .execute();
}

const add = (scheme: Scheme, more: object = {}) =>
  asCustomer(db, who).inside((ctx) =>
    addPayee(
      { ...ctx, now: new Date(ctx.now.getTime() + 11_000) },
      { ...payees[scheme], idempotency: randomUUID(), ...more },
    ),
  );
async function check(scheme: Scheme, result: Result): Promise<string> {
  const answer = checkName(async () => ({ scheme: 'cop', code: 'TEST', result }));
  return (await asCustomer(db, who).proceed(answer, payees[scheme])).checkId;
}
const outcomeOf = (work: Promise<{ status: string }>): Promise<string> =>
  work.then(
    ({ status }) => status,
    ({ code }: { code: string }) => code,
  );

describe('a payee that is added without a name check', () => {
  it.each([
    ['confirmation of payee', 'name_check_required', 'name_check_required'],
    ['verification of payee', 'name_check_required', 'name_check_required'],
    ['PromptPay mobile', 'approved', 'name_check_required'],
    ['PromptPay ID', 'approved', 'name_check_required'],
    ['PromptPay e-wallet', 'approved', 'name_check_required'],
    ['Thai account', 'approved', 'approved'],
  ] as const)('by %s is %s, and %s where the customer blocks mismatches', async (scheme, allowed, blocked) => {
    await forbidNoMatch(true);
    // A draft waits for its payment.
    const draft = blocked === 'approved' ? 'pending' : blocked;
    expect(await outcomeOf(add(scheme, { confirmWithPayment: true }))).toBe(draft);
    expect(await outcomeOf(add(scheme))).toBe(blocked);
    who = await seedCustomer(db, { business: true });
    expect(await outcomeOf(add(scheme))).toBe(allowed);
  });

  it('is not asked for what the partner bank cannot look up', async () => {
    nameLookUps.promptPay = false;
    await forbidNoMatch(true);
    expect(await outcomeOf(add('PromptPay mobile'))).toBe('approved');
    expect(await outcomeOf(add('confirmation of payee'))).toBe('name_check_required');
  });
});

const schemes = ['confirmation of payee', 'verification of payee', 'PromptPay mobile', 'PromptPay ID'] as const;
const results = [
  ['match', 'approved', 'approved'],
  ['close_match', 'approved', 'approved'],
  ['unavailable', 'approved', 'approved'],
  ['no_match', 'approved', 'name_check_forbidden'],
  ['not_found', 'payee_details_invalid', 'payee_details_invalid'],
] as const;

describe.each(schemes)('a payee that is added with a check by %s', (scheme) => {
  it.each(results)('that answers %s is %s, and %s where the customer blocks mismatches', async (...row) => {
    const [result, allowed, blocked] = row;
    const word = { acceptNameCheck: true, nameCheckReason: 'She has married since' };
    const addChecked = async () => outcomeOf(add(scheme, { ...word, nameCheckId: await check(scheme, result) }));
    await forbidNoMatch(true);
    expect(await addChecked()).toBe(blocked);
    who = await seedCustomer(db, { business: true });
    expect(await addChecked()).toBe(allowed);
  });
});

describe('a payee that was added without a check before the customer blocked mismatches', () => {
  const pay = (uid: string, version: number, checkId?: string) =>
    asCustomer(db, who).inside((ctx) => requirePayablePayee(ctx, uid, version, checkId));

  it.each([
    ['PromptPay mobile', 'name_check_required'],
    ['PromptPay ID', 'name_check_required'],
    ['PromptPay e-wallet', 'name_check_required'],
    ['Thai account', 'approved'],
  ] as const)('by %s is then %s when it is paid', async (scheme, expected) => {
    const { uid, version } = await add(scheme);
    expect(await outcomeOf(pay(uid, version))).toBe('approved');
    await forbidNoMatch(true);
    expect(await outcomeOf(pay(uid, version))).toBe(expected);
    await forbidNoMatch(false);
    expect(await outcomeOf(pay(uid, version))).toBe('approved');
  });

  it('can be paid with a check of the payment, or once it has one of its own', async () => {
    const { uid, version } = await add('PromptPay mobile');
    await forbidNoMatch(true);
    expect(await outcomeOf(pay(uid, version, await check('PromptPay mobile', 'match')))).toBe('approved');
    const edit = (nameCheckId: string) =>
      asCustomer(db, who).run(editPayee, {
        uid,
        version,
        ...somebody,
        details: payees['PromptPay mobile'].details,
        nameCheckId,
        idempotency: randomUUID(),
      });
    const mismatch = await check('PromptPay mobile', 'no_match');
    await expectRefusal(db, 'name_check_forbidden', () => edit(mismatch));
    const edited = await edit(await check('PromptPay mobile', 'match'));
    expect(edited).toMatchObject({ version: version + 1, status: 'approved', nameCheck: { result: 'match' } });
    expect(await outcomeOf(pay(uid, edited.version))).toBe('approved');
  });
});
