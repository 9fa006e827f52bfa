import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { hold } from '@larkmere/ledger/transfer';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { asSystem, createDatabase, seedAccount, seedCustomer } from '../../../test/fixtures/base.ts';
import { asOwner } from '../../../test/fixtures/database.ts';
import { balancesOf } from '../../../test/fixtures/payment.ts';
import { openAuditChainWriter } from './accounting/audit-chain/audit-chain-writer.ts';
import { createOperationId, firmAccountId } from './accounting/chart-of-accounts/chart-of-accounts.ts';
import { approvalHandlers } from './approvable-types.ts';
import { cardProcessor } from './cards/card/rails/card-processor.ts';
import { cardIssuer } from './cards/issued-card/rails/card-issuer.ts';
import { identityVendor } from './customers/kyc/rails/identity-vendor.ts';
import { jobs } from './jobs.ts';
import { createNameCheckClient } from './payees/payee/rails/name-check-client.ts';
import { paymentBank } from './payments/execution/rails/payment-bank.ts';
import { ukOpenBanking } from './payments/open-banking/rails/uk-open-banking.ts';
import { createServiceBreakers } from './platform/http/service-breakers.ts';
import { startJobs } from './platform/jobs/job.ts';
import { openLog } from './platform/observability/log.ts';
import { breakerFollowing } from './reference/service-breaker/follow-breakers.ts';

const { db, url } = await createDatabase();
const directory = mkdtempSync(join(tmpdir(), 'larkmere-seal-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function runAllJobsOnce(): Promise<string> {
  const bank = { name: 'bank', baseUrl: 'http://127.0.0.1:9', secret: 'rail secret for tests', timeoutMs: 500 };
  const out = new PassThrough();
  const scheduled = jobs({
    sealer: openAuditChainWriter(db, { key: 'key of the seal, for tests alone', file: join(directory, 'heads.jsonl') }),
    followBreakers: breakerFollowing(createServiceBreakers()),
    bank: paymentBank(bank),
    openBanking: await ukOpenBanking(bank, { port: 9, publicUrl: undefined, openBankingKey: undefined }),
    processor: cardProcessor(bank),
    issuer: cardIssuer(bank),
    vendor: identityVendor(bank),
    ...createNameCheckClient(bank),
    approvalHandlers,
    verificationAddress: 'larkmere.test/verify',
    invitationKey: Buffer.alloc(32),
    contactRecoveryKey: Buffer.alloc(32),
  });
  const tasks = startJobs(scheduled, db, openLog('error', out));
  await Promise.all(tasks.map(({ stop }) => stop()));
  return String(out.read() ?? '');
}

const partitionsOf = async (table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${`ledger.${table}`}::regclass order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

const isSealed = async (): Promise<boolean> => {
  const { rows } = await sql<{
    sealed: boolean;
  }>`select exists (select from audit_chain.checkpoint where seq > 0) as sealed`.execute(db);
  return rows[0]?.sealed ?? false;
};

test('creates partitions, expires holds and purges old rows without errors', async () => {
  const account = await seedAccount(db, await seedCustomer(db), { balance: '10.00' });
  await asSystem(db, async ({ tx, now }) => {
    const credit = await firmAccountId(tx, 'clearing:faster-payments:GBP');
    const postings = [{ debit: account.ledgerAccountId, credit, amount: money('GBP', 400n) }];
    const expiresAt = new Date(now.getTime() + 50);
    await hold(tx, { id: createOperationId(), code: 'payment.held', postings, expiresAt });
  });
  const [entries, transfers] = [await partitionsOf('entry'), await partitionsOf('transfer')];
  await asOwner(
    { url },
    `drop table ${entries.at(-1)}; drop table ${transfers.at(-1)};
    insert into session.solved_captcha values ('long ago', now() - interval '2 days');
    insert into platform.idempotency values ('somebody', 'GET /v1/payee', gen_random_uuid(), '\\x00', '{}', false, now() - interval '3 days');
    insert into platform.idempotency values ('somebody', 'POST /v1/payment/GBP', gen_random_uuid(), '\\x00', '{}', true, now() - interval '3 days');`,
  );
  expect(await runAllJobsOnce()).toBe('');
  expect([await partitionsOf('entry'), await partitionsOf('transfer')]).toEqual([entries, transfers]);
  const { rows } = await sql`
    select (select count(*)::int from session.solved_captcha) as solved,
      (select array_agg(route) from platform.idempotency) as replies`.execute(db);
  expect(rows).toEqual([{ solved: 0, replies: ['POST /v1/payment/GBP'] }]);
  // Rows younger than any open transaction of the server are not sealed yet, and the hold may have some milliseconds
  // left.
  await expect
    .poll(async () => [await runAllJobsOnce(), await isSealed(), await balancesOf(db, account)], { timeout: 20_000 })
    .toEqual(['', true, ['10.00', '10.00']]);
});
