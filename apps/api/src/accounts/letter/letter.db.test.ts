import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  restrict,
  seedAccount,
  seedCredit,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { seedExchange } from '../../../../../test/fixtures/exchange.ts';
import { readPdf } from '../../../../../test/fixtures/read-pdf.ts';
import { issueExchangeNote } from '../../fx/conversion/issue-exchange-note.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { issueAccountLetter } from './issue-letter.ts';
import { listLetters, verifyLetter } from './show-letter.ts';

const { db, url } = await createDatabase();

let who: TestUser;
let pounds: BankAccount;
let euros: BankAccount;

beforeEach(async () => {
  who = await seedCustomer(db, { name: 'Anna Ćwik' });
  pounds = await seedAccount(db, who, { balance: '1000.00' });
  euros = await seedAccount(db, who, { currency: 'EUR', iban: `DE${String(Date.now())}`, bic: 'LARKGB2L' });
});

type Request = Partial<Parameters<typeof issueAccountLetter>[1]>;
const issue = (over: Request = {}, as = who) =>
  asCustomer(db, as).run(issueAccountLetter, {
    kind: 'account_ownership',
    accounts: [pounds.bankholderId, euros.bankholderId],
    idempotency: randomUUID(),
    ...over,
  });
const verify = (code: string) => asCustomer(db, who).run(verifyLetter, { code });
const contentOf = async (over: Request) => JSON.stringify(await verify((await issue(over)).code));

describe('a letter', () => {
  it('names the holder and the accounts without their balances', async () => {
    const written = await contentOf({});
    for (const part of ['Anna Ćwik', pounds.accountNumber, '04-06-21', 'The accounts below belong to Anna Ćwik.'])
      expect(written).toContain(part);
    expect(written).not.toContain('1,000.00');
  });

  it('can be checked by its code in any form of writing, and says the same after later movements', async () => {
    const { code } = await issue({ kind: 'balance_confirmation' });
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const first = await verify(code);
    await seedCredit(db, pounds, '5.00');
    for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' '), code.replaceAll('1', 'l')])
      expect(await verify(typed)).toEqual(first);
    expect(JSON.stringify(first)).toContain('1,000.00 GBP');
  });

  it.each(['', '0000-0000-0000-0000', 'ABCD', "'; drop table letter.letter; --", 'U'.repeat(16)])(
    'is not found by %o',
    async (code) => {
      expect(await verify(code)).toBeNull();
    },
  );

  it('cannot be changed or deleted', async () => {
    await issue();
    for (const change of [sql`update letter.letter set kind = 'fee_statement'`, sql`delete from letter.letter`])
      await expect(change.execute(db)).rejects.toThrow('permission denied for table letter');
  });
});

describe('a confirmation of balance', () => {
  it('states the balance at the end of a London day', async () => {
    const yesterday = dayAhead(-1);
    expect(await contentOf({ kind: 'balance_confirmation', day: yesterday })).toContain('"Balance","0.00 GBP"');
    expect(await contentOf({ kind: 'balance_confirmation' })).toContain('"Balance","1,000.00 GBP"');
  });

  it('refuses a day to come', async () => {
    const tomorrow = dayAhead(2);
    await expectRefusal(db, 'validation_failed', () => issue({ kind: 'balance_confirmation', day: tomorrow }));
  });
});

describe('a statement of fees', () => {
  it('adds up the fees of each account and the margin in its exchanges', async () => {
    await seedExchange(db, who, { from: pounds, to: euros });
    await seedExchange(db, who, { from: pounds, to: euros });
    const written = await contentOf({ kind: 'fee_statement' });
    expect(written).toContain('["Exchanges","2","0.40 GBP","0.00 GBP","0.40 GBP"]');
    expect(written).toContain('["Total","","0.40 GBP","0.00 GBP","0.40 GBP"]');
    expect(written).toContain('["2 exchanges into EUR","0.84 EUR"]');
    expect(written).toContain('No fees were charged.');
  });

  it('is empty for a year without movements, and refuses a year to come', async () => {
    expect(await contentOf({ kind: 'fee_statement', year: 2019 })).toContain('Fees in 2019"');
    await expectRefusal(db, 'validation_failed', () => issue({ kind: 'fee_statement', year: 2999 }));
  });
});

describe('an exchange note', () => {
  it('states amounts, rates and margin', async () => {
    const uid = await seedExchange(db, who, { from: pounds, to: euros });
    const note = await asCustomer(db, who).run(issueExchangeNote, { uid, idempotency: randomUUID() });
    const written = JSON.stringify(await verify(note.code));
    for (const part of ['100.00 GBP', '0.20 GBP', '116.02 EUR', '0.36 GBP']) expect(written).toContain(part);
  });
});

describe('members', () => {
  it('see and issue letters only about accounts that they may all use', async () => {
    await issue();
    const onlyPounds = await issue({ accounts: [pounds.bankholderId] });
    const member = await restrict(db, who, { accounts: [pounds] });
    const seen = await asCustomer(db, member).run(listLetters, {});
    expect(seen.map(({ uid }) => uid)).toEqual([onlyPounds.uid]);
    await expectRefusal(db, 'not_found', () => issue({}, member));
    const uid = await seedExchange(db, who, { from: pounds, to: euros });
    await expectRefusal(db, 'not_found', () =>
      asCustomer(db, member).run(issueExchangeNote, { uid, idempotency: randomUUID() }),
    );
  });

  it('cannot issue or see letters of other customers', async () => {
    await issue();
    const stranger = await seedCustomer(db);
    await expectRefusal(db, 'not_found', () => issue({}, stranger));
    expect(await asCustomer(db, stranger).run(listLetters, {})).toEqual([]);
  });
});

describe('the file', () => {
  let app: Awaited<ReturnType<typeof startTestApi>>;
  beforeAll(async () => {
    app = await startTestApi(url);
  });

  it('is a tagged PDF with the letter, its code and where to check it on every page', async () => {
    await seedCredentials(db, who);
    const { call } = await signIn(app.base, who);
    const accounts = [pounds, euros];
    for (let i = 0; i < 8; i++)
      accounts.push(await seedAccount(db, who, { currency: 'EUR', iban: `DE${Date.now()}${i}` }));
    const { uid, code } = await issue({ accounts: accounts.map(({ bankholderId }) => bankholderId) });
    const file = `/v1/letter/${uid}/pdf`;
    const { body } = await call('POST', '/v1/session/ticket', { file, idempotency: randomUUID() });
    const answer = await fetch(`${app.base}/api/services${file}?access_token=${body.data?.downloadToken}`);
    const { text, pages, names } = readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pages).toBe(2);
    expect(text.split(code)).toHaveLength(1 + pages);
    expect(text).toContain('Page 2 of 2');
    expect(text).toContain('Anna Ćwik');
    expect(text).toMatch(/Check this document at \S+\/verify/);
    for (const name of ['/StructTreeRoot', '/MarkInfo', '/TH', '/TD']) expect(names).toContain(name);
  });
});
