import { createHash, randomUUID } from 'node:crypto';
import { StaffRole } from '@larkmere/contract/back-office/staff';
import { workQueueKeys } from '@larkmere/contract/back-office/work-queues';
import { endpoints } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertDocument } from '../../apps/api/src/checks/document/document.sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { seedCredentials, signIn, startTestApi } from '../fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../fixtures/base.ts';
import { seedPaymentRow } from '../fixtures/payment.ts';
import { seedStaff, signInStaff } from '../fixtures/staff.ts';
import { visit } from '../fixtures/visit.ts';

/** In every confidential row there is: whoever finds it has been told. */
const canary = 'CANARY-OF-TIPPING-OFF';
const text = (what: string) => `${canary} ${what}: a suspicion was reported`;
/** Compliance and the MLRO; the auditor reads everything (product.md D12). */
const readers: readonly StaffRole[] = ['compliance', 'mlro', 'auditor'];

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const who = await seedCustomer(db);
await seedCredentials(db, who);
const account = await seedAccount(db, who, { balance: '120.50' });
const payment = await seedPaymentRow(db, who, account, await seedPayee(db, who), { state: 'in_review' });
const id = who.customer.id;

const members = new Map<StaffRole, Awaited<ReturnType<typeof enter>>>();
for (const role of StaffRole.options) members.set(role, await enter(role));

async function enter(role: StaffRole) {
  const staff = await seedStaff(db, { role });
  return { db, base, staff, session: await signInStaff(base, staff) };
}

function memberOf(role: StaffRole) {
  const member = members.get(role);
  if (!member) throw new Error(`nobody is ${role}`);
  return member;
}

beforeAll(async () => {
  const { session: compliance, staff } = memberOf('compliance');
  const post = async (path: string, sent: object) => {
    const { status, body } = await compliance.call('POST', path, { ...sent, idempotency: randomUUID() });
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  };
  await post(`/v1/manage/customer/${id}/notes`, { body: text('note'), isSupportNeed: false, isConfidential: true });
  await post(`/v1/manage/review/${payment}/claim`, {});
  await post(`/v1/manage/review/${payment}/escalate`, { reason: 'unusual_pattern', note: text('escalation') });
  await post(`/v1/manage/customer/${id}/accountstatus`, {
    status: 'restricted',
    reasonCode: 'money_laundering_suspected',
    customerMessage: null,
    internalNote: text('status'),
    notifyCustomer: false,
  });
  await visitUnderBreakGlass();
  await seedReceivedDocument();
  // As an action of staff of any kind may leave it.
  await sql`insert into platform.audit (actor_kind, actor_id, action, entity, detail, request_id) values
    ('staff', ${staff.id}, 'review.escalated', ${`payment:${payment}`}, ${JSON.stringify({ reason: text('audit') })}, 'r'),
    ('staff', ${staff.id}, 'sanctions_alert.confirmed', ${`customer:${id}`}, ${JSON.stringify({ reason: text('alert') })}, 'r')`.execute(
    db,
  );
});

/** The customer’s own words, which for staff belong to the review that compliance took over. */
const documentText = 'DOCUMENT-OF-AN-ESCALATED-PAYMENT';
const documentId = v7();

async function seedReceivedDocument(): Promise<void> {
  const content = Buffer.from(documentText);
  const row = {
    id: documentId,
    paymentId: payment,
    customerId: id,
    userId: who.user.id,
    type: 'invoice',
    name: `${documentText}.pdf`,
    mediaType: 'application/pdf',
    sizeBytes: content.length,
    sha256: createHash('sha256').update(content).digest(),
    note: documentText,
  } as const;
  await inTransaction(db, (tx) => insertDocument(tx, row, content));
  for (const state of ['scanning', 'received'])
    await sql`update document.document set state = ${state} where id = ${documentId}`.execute(db);
}

async function visitUnderBreakGlass(): Promise<void> {
  const over = { basis: 'break_glass', ticket: canary, reason: text('visit'), breakGlassReason: text('glass') };
  const { call, opened } = await visit(memberOf('mlro'), who, over);
  expect(opened.status).toBe(200);
  await call('GET', '/v1/bankaccount');
}

/** Every way to read: all calls that only look, at the things of this customer. */
const places = (path: string): string[] => {
  if (path.includes('{key}')) return workQueueKeys.map((key) => path.replace('{key}', key));
  const ofPayment = path.startsWith('/v1/manage/review/');
  const ofPerson = path.startsWith('/v1/manage/user/');
  const ofDocument = path.startsWith('/v1/manage/document/');
  const uid = ofPayment ? payment : ofPerson ? who.user.id : ofDocument ? documentId : id;
  return [path.replaceAll(/\{(id|uid|name|setting)\}/g, uid)];
};
const reads = endpoints
  .filter(({ access, method }) => access === 'staff' && method === 'GET')
  .flatMap(({ path }) => places(path));
const queries: Readonly<Record<string, string>> = {
  '/v1/manage/audit/export': '?reason=The+yearly+audit+asks',
  '/v1/manage/document': `?payment=${payment}`,
};
const searches: readonly (readonly [string, object])[] = [
  ['/v1/manage/audit/search', {}],
  ['/v1/manage/audit/search', { customer: who.customer.memberCode }],
  ['/v1/manage/audit/search', { entity: `payment:${payment}` }],
  ['/v1/manage/audit/search', { action: 'ghost_connect' }],
  ['/v1/manage/api/search', {}],
  ['/v1/manage/customer/search', { search: who.customer.memberCode }],
];

async function readAll(role: StaffRole): Promise<string[]> {
  const { session } = memberOf(role);
  const found: string[] = [];
  const look = async (name: string, answer: Promise<{ status: number; text: string }>) => {
    const { status, text: body } = await answer;
    expect(status, name).toBeLessThan(500);
    if (
      [canary, documentText].some((word) => body.includes(word)) ||
      /money_laundering_suspected|break_glass/.test(body)
    )
      found.push(name);
  };
  for (const path of reads) await look(path, session.call('GET', path + (queries[path] ?? '')));
  for (const [path, sent] of searches)
    await look(`${path} ${JSON.stringify(sent)}`, session.call('POST', path, { ...sent }));
  return found.filter((name) => !isOfTheReader(name, role));
}

/** The page that connects offers the MLRO break glass by name; what they typed into a search is theirs. */
const isOfTheReader = (name: string, role: StaffRole): boolean =>
  role === 'mlro' && name === `/v1/manage/auth/ghostconnect/${id}`;

describe.each(StaffRole.options)('the role %s', (role) => {
  test(readers.includes(role) ? 'reads what is confidential' : 'is told of nothing that is confidential', async () => {
    const found = await readAll(role);
    if (!readers.includes(role)) expect(found).toEqual([]);
    else
      expect(found).toEqual(
        expect.arrayContaining([
          `/v1/manage/customer/${id}/notes`,
          `/v1/manage/customer/${id}/audit`,
          `/v1/manage/customer/${id}/accountstatus`,
          '/v1/manage/audit/export',
          '/v1/manage/audit/search {}',
          '/v1/manage/document',
          ...(role === 'auditor' ? [] : [`/v1/manage/document/${documentId}/file`]),
        ]),
      );
  });
});

test('the customer, and staff who look as the customer, are told of nothing', async () => {
  const own = await signIn(base, who);
  const { call, link } = await visit(memberOf('support'), who);
  expect(link.status).toBe(200);
  const mine = endpoints.filter(
    ({ access, method, path }) => method === 'GET' && !['staff', 'rail', 'rate', 'public'].includes(access) && path,
  );
  for (const { path } of mine)
    for (const read of [own.call, call]) {
      const { text: body } = await read('GET', path.replaceAll(/\{\w+\}/g, payment));
      expect(body, path).not.toMatch(/CANARY-OF-TIPPING-OFF|money_laundering_suspected|break_glass/);
    }
});

test('a confidential note is no support need', async () => {
  const { call } = memberOf('support').session;
  const both = { body: 'A suspicion', isSupportNeed: true, isConfidential: true, idempotency: randomUUID() };
  const answer = await call('POST', `/v1/manage/customer/${id}/notes`, both);
  expect(answer.body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'isConfidential' }] });
});

test('the alert of a visit under break glass does not say why', async () => {
  const { rows } = await sql<{ payload: string }>`
    select payload::text from platform.event where topic = 'ghost_connect.glass_broken'`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { payload } of rows) expect(payload).not.toContain('a suspicion was reported');
});
