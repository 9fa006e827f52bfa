import { readFileSync } from 'node:fs';
import type { FactorMethod, SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import type { NewPayee } from '@larkmere/contract/payees/new-payee';
import { Purpose } from '@larkmere/contract/purpose';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createDatabase, seedCustomer, toActor } from '../../../../../test/fixtures/base.ts';
import { site } from '../../../../../test/fixtures/second-factor.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { acceptsRecoveryCode, approvalRequirements } from './approval-requirements.ts';
import { createFactorSettings } from './factor-settings.ts';
import { createPinFactors } from './verify-factor.ts';

const { db } = await createDatabase();
const factors = createPinFactors(createFactorSettings(site.origin, 'pepper for tests only', async () => {}));
const [plain, enrolled] = [await seedCustomer(db), await seedCustomer(db)];
await sql`insert into second_factor.authenticator (user_id, id, secret, confirmed_at)
  values (${enrolled.user.id}, ${v7()}, 'sealed', now())`.execute(db);
await sql`insert into second_factor.recovery_code (code_hash, user_id) values ('hash', ${enrolled.user.id})`.execute(
  db,
);

const operations = Purpose.options.flatMap((option) => {
  const { operation } = option.shape;
  return 'options' in operation ? operation.options : [operation.value];
});
const pinOnly = ['transfer.own'];
const trustedDeviceEnough = [
  'pin.set',
  'transfer.member',
  'payment.gbp',
  'payment.eur',
  'payment.thb',
  'payment.ifx.gbp',
  'payment.ifx.eur',
  'payment.global.same',
  'payment.global.cross',
  'payment.global.crossrate',
  'fx.convert',
  'auto-fx.set',
  'manual-fx.accept',
  'standing-order.set',
  'standing-order.next',
  'standing-order.pay-held',
];
const recoverable = ['pin.set', 'second-factor.add', 'second-factor.remove'];

const totp = { method: 'totp', code: '123456' } as const;
const recovery = { method: 'recovery_code', code: 'ABCDE-FGHJK' } as const;

type Person = Readonly<{ who: typeof plain; isDeviceTrusted: boolean }>;

/** `pin`, `factor`, or the methods that are asked for. */
const ask = (person: Person, operation: Purpose['operation'], factor?: SecondFactorProof) =>
  askFor(person, { operation }, factor);
const askFor = (
  { who, isDeviceTrusted }: Person,
  purpose: Readonly<{ operation: Purpose['operation']; newPayee?: NewPayee }>,
  factor?: SecondFactorProof,
) =>
  inTransaction(db, (tx, now) =>
    factors.require(
      { tx, now, requestId: 'test', actor: { ...toActor(who), isDeviceTrusted } },
      purpose as Purpose,
      factor,
    ),
  ).then(
    (isNeeded) => (isNeeded ? 'factor' : 'pin'),
    ({ code, data }: { code: string; data: { methods: FactorMethod[] } }) => [code, ...data.methods],
  );

describe.each(operations)('%s', (operation) => {
  const asked = ['second_factor_required', 'totp', ...(recoverable.includes(operation) ? ['recovery_code'] : [])];

  it('needs only the PIN of a person without a factor, on every device', async () => {
    for (const isDeviceTrusted of [true, false])
      for (const factor of [undefined, totp])
        expect(await ask({ who: plain, isDeviceTrusted }, operation, factor)).toBe('pin');
  });

  it('needs what the table says on a trusted device', async () => {
    const isFree = pinOnly.includes(operation) || trustedDeviceEnough.includes(operation);
    const person = { who: enrolled, isDeviceTrusted: true };
    expect(await ask(person, operation)).toEqual(isFree ? 'pin' : asked);
    expect(await ask(person, operation, totp)).toBe(isFree ? 'pin' : 'factor');
  });

  it('needs what the table says on another device', async () => {
    const isFree = pinOnly.includes(operation);
    const person = { who: enrolled, isDeviceTrusted: false };
    expect(await ask(person, operation)).toEqual(isFree ? 'pin' : asked);
    expect(await ask(person, operation, totp)).toBe(isFree ? 'pin' : 'factor');
    const withCode = recoverable.includes(operation) ? 'factor' : asked;
    expect(await ask(person, operation, recovery)).toEqual(isFree ? 'pin' : withCode);
  });
});

it.each(operations.filter((operation) => operation.startsWith('payment.') && operation !== 'payment.bulk'))(
  '%s that confirms a new payee takes a factor on every device of a person who has one',
  async (operation) => {
    const purpose = { operation, newPayee: { name: 'Somchai Prasert', account: '20-29-59 · 63748472' } };
    for (const isDeviceTrusted of [true, false]) {
      const person = { who: enrolled, isDeviceTrusted };
      expect(await askFor(person, purpose)).toEqual(['second_factor_required', 'totp']);
      expect(await askFor(person, purpose, recovery)).toEqual(['second_factor_required', 'totp']);
      expect(await askFor(person, purpose, totp)).toBe('factor');
      expect(await askFor({ who: plain, isDeviceTrusted }, purpose)).toBe('pin');
    }
  },
);

it('is documented row by row', () => {
  const text = readFileSync('docs/second-factor.md', 'utf8');
  const rows = [...text.matchAll(/^\| `([\w.-]+)` \| `(\w+)` \|$/gm)].map(([, operation, needed]) => [
    operation,
    needed,
  ]);
  expect(Object.fromEntries(rows)).toEqual(approvalRequirements);
  expect(Object.keys(approvalRequirements).toSorted()).toEqual(operations.toSorted());
  expect(operations.filter(acceptsRecoveryCode).toSorted()).toEqual(recoverable);
});
