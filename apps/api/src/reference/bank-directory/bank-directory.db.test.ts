import { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { asSystem, createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import { bankDirectoryRoutes } from './bank-directory.routes.ts';
import { importBanks } from './import-banks.ts';

const { db } = await createDatabase();
const server = await startRouteServer(db, bankDirectoryRoutes);
const ann = await seedCustomer(db);

const header = 'country,bank_code,bic,name';
const importRows = (...lines: string[]) => asSystem(db, (ctx) => importBanks(ctx, [header, ...lines].join('\n')));
const banks = [
  'DE,37040044,COBADEFFXXX,Commerzbank',
  'DE,50040000,COBADEFFXXX,"Commerzbank, Frankfurt"',
  'IE,AIBK,AIBKIE2DXXX,Allied Irish Banks',
  'TH,002,BKKBTHBKXXX,Bangkok Bank',
  'TH,025,AYUDTHBKXXX,Bank of Ayudhya 100%',
  'BE,539,,Beobank',
];
beforeAll(async () => {
  await importRows(...banks);
});

const find = async (name: string) => {
  const { status, body } = await server.call(contract.bankDirectory.find, { name }, ann);
  return status === 200 ? (body.data as { nameEn: string }[]).map(({ nameEn }) => nameEn) : status;
};
const bankOf = async (asked: Record<string, string>) =>
  (await server.call(contract.bankDirectory.findByIdentifier, asked, ann)).body.data;

describe('find banks by name', () => {
  it('lists names with a matching start first and takes wildcard characters literally', async () => {
    expect(await find('bank')).toEqual(['Bank of Ayudhya 100%', 'Allied Irish Banks', 'Bangkok Bank']);
    expect(await find('IRISH')).toEqual(['Allied Irish Banks']);
    expect(await find('%%%')).toEqual([]);
    expect(await find('ba')).toBe(400);
    expect(await find('a\u0000bc')).toBe(400);
  });

  it('returns at most twenty banks', async () => {
    await importRows(...Array.from({ length: 30 }, (_, i) => `DE,${10_000_000 + i},,Volksbank ${i}`));
    expect(await find('volks')).toHaveLength(20);
    await importRows(...banks);
  });

  it('refuses callers without a session', async () => {
    expect(await server.call(contract.bankDirectory.find, { name: 'bank' })).toMatchObject({ status: 401 });
    expect(await server.call(contract.bankDirectory.findByIdentifier, { bic: 'BKKBTHBK' })).toMatchObject({
      status: 401,
    });
  });
});

describe('find the bank of an account', () => {
  it.each([
    [{ iban: 'DE89 3704 0044 0532 0130 00' }, 'COBADEFFXXX', 'Commerzbank'],
    [{ iban: 'ie29aibk93115212345678' }, 'AIBKIE2DXXX', 'Allied Irish Banks'],
    [{ iban: 'BE68539007547034' }, null, 'Beobank'],
    [{ bic: 'BKKBTHBK' }, 'BKKBTHBKXXX', 'Bangkok Bank'],
    [{ bic: 'bkkbthbk123' }, 'BKKBTHBKXXX', 'Bangkok Bank'],
  ])('%j', async (asked, swift, nameEn) => {
    expect(await bankOf(asked)).toMatchObject({ swift, nameEn });
  });

  it.each([{ iban: 'FR1420041010050500013M02606' }, { iban: 'nothing' }, { bic: 'XXXXXXXX' }, {}])(
    'returns null for unknown %j',
    async (asked) => {
      expect(await bankOf(asked)).toBeNull();
    },
  );
});

describe('Thai banks', () => {
  it('have a Thai name, rails and the PromptPay limit in force', async () => {
    await asSystem(db, (ctx) =>
      importBanks(
        ctx,
        `${header},name_th,logo\nTH,071,THBKTHBK,Thai Credit Bank,ไทยเครดิต,"data:image/png;base64,iVBORw0="\nTH,002,BKKBTHBKXXX,Bangkok Bank,,`,
      ),
    );
    const thai = async (name: string) => (await server.call(contract.bankDirectory.find, { name }, ann)).body.data;
    const credit = {
      country: 'TH',
      bankCode: '071',
      swift: 'THBKTHBK',
      nameEn: 'Thai Credit Bank',
      nameTh: 'ไทยเครดิต',
      logo: 'data:image/png;base64,iVBORw0=',
      paymentLimitThb: '49999.00',
      rails: ['promptpay', 'bahtnet', 'swift'],
    };
    expect(await thai('thai credit')).toEqual([credit]);
    expect(await thai('เครดิต')).toEqual([credit]);
    expect(await thai('bangkok')).toMatchObject([{ nameTh: null, logo: null, paymentLimitThb: null }]);
    await writeSettings(db, sql`insert into payment.payee_bank_limit values ('promptpay', '071', 60000000, now())`);
    expect(await thai('thai credit')).toMatchObject([{ paymentLimitThb: '600000.00' }]);
    await importRows(...banks);
  });

  it('have the rails of their country, like any other bank', async () => {
    expect(await bankOf({ iban: 'DE89370400440532013000' })).toMatchObject({
      rails: ['sepa-instant', 'sepa-credit-transfer', 'swift'],
    });
    expect(await bankOf({ iban: 'BE68539007547034' })).toMatchObject({
      rails: ['sepa-instant', 'sepa-credit-transfer'],
    });
  });
});

describe('import the bank directory', () => {
  it('replaces the previous directory and keeps the first row per code', async () => {
    expect(await importRows('GB,NWBK,,NatWest', 'GB,NWBK,,Another')).toEqual({ lines: 2, banks: 1 });
    expect(await bankOf({ bic: 'BKKBTHBK' })).toBeNull();
    expect(await find('natwest')).toEqual(['NatWest']);
    await importRows(...banks);
  });

  it('names the invalid line and changes nothing', async () => {
    await expect(importRows('GB,NWBK,,NatWest', 'United Kingdom,1,,Bank')).rejects.toThrow('line 3 is no bank');
    await expect(
      asSystem(db, (ctx) => importBanks(ctx, `${header},logo\nGB,NWBK,,NatWest,https://example.com/a.png`)),
    ).rejects.toThrow('line 2 is no bank');
    await expect(importRows()).rejects.toThrow('no bank');
    expect(await find('irish')).toEqual(['Allied Irish Banks']);
  });
});
