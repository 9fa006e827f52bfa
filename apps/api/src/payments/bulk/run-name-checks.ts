import { randomUUID } from 'node:crypto';
import type { NameCheckResult } from '@larkmere/contract/payees/payee';
import type { BulkRowState } from '@larkmere/contract/payments/bulk';
import { message } from '@larkmere/messages/message';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { bulkNameCheck, type NameCheckRequest, type NameCheckResponse, type Payee } from '../../payees/payee/payee.ts';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { zip } from '../../platform/values/values.ts';
import type { RowFault, StoredInstruction } from './bulk.ts';

export type CheckName = (question: NameCheckRequest) => Promise<NameCheckResponse>;

const maxChecksPerRun = 50;
const actor: SystemActor = { kind: 'system', name: 'run-name-checks' };

/**
 * Calls banks outside any transaction, within each customer's daily limit. Any number of workers may run it. Returns
 * the number of checks made.
 */
export async function runNameChecks(db: Db, ask: CheckName): Promise<number> {
  let checkCount = 0;
  for (;;) {
    const names = await runInTransaction(db, async ({ tx }) => {
      const claimed = await claimNameChecks(tx, isChecking, maxChecksPerRun - checkCount);
      return claimed.length > 0 ? claimed : claimNameChecks(tx, isCheckingPayee, maxChecksPerRun - checkCount);
    });
    if (names.length === 0) return checkCount;
    checkCount += await checkBatch(db, ask, names);
    if (checkCount >= maxChecksPerRun) return checkCount;
  }
}

const runInTransaction = <T>(db: Db, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: `bulk-payment:${randomUUID()}` }));

async function checkBatch(db: Db, ask: CheckName, due: readonly PendingNameCheck[]): Promise<number> {
  const names = [...new Map(due.map((each) => [`${each.customerId} ${each.key}`, each])).values()];
  const allowed = await runInTransaction(db, (ctx) => selectWithinLimit(ctx, names));
  const answers = await Promise.all(
    names.map(async (name) => (allowed.has(name) ? await ask(toNameCheckRequest(name)) : bulkNameCheck.skipped)),
  );
  await runInTransaction(db, async (ctx) => {
    await storeNameChecks(ctx.tx, await storeResults(ctx, names, answers));
  });
  return allowed.size;
}

async function selectWithinLimit({ tx }: Ctx, names: readonly PendingNameCheck[]): Promise<Set<PendingNameCheck>> {
  const allowed = new Set<PendingNameCheck>();
  for (const customerId of new Set(names.map((name) => name.customerId))) {
    const left = await bulkNameCheck.remaining(tx, customerId);
    for (const name of names.filter((each) => each.customerId === customerId).slice(0, left)) allowed.add(name);
  }
  return allowed;
}

const toNameCheckRequest = ({ read }: PendingNameCheck): NameCheckRequest => bulkNameCheck.toRequest(read.payee);

async function storeResults(
  ctx: Ctx,
  names: readonly PendingNameCheck[],
  answers: readonly NameCheckResponse[],
): Promise<NameCheckUpdate[]> {
  const heard = zip(names, answers).map(([name, response]) => {
    const { customerId, userId, key } = name;
    return { customerId, userId, key, request: toNameCheckRequest(name), response };
  });
  const known = await bulkNameCheck.store(ctx, heard);
  const forbidding = new Map<string, boolean>();
  for (const { customerId } of heard)
    if (!forbidding.has(customerId)) forbidding.set(customerId, await bulkNameCheck.blocksNoMatch(ctx.tx, customerId));
  return known.map((answer, place) => {
    const { customerId, key, request } = heard[place] as (typeof heard)[number];
    const stands = toNameCheckStatus(answer, { type: request.type, isForbidden: forbidding.get(customerId) ?? false });
    return { customerId, key, nameCheckId: answer.id, ...stands };
  });
}

type Answer = Readonly<{ result: z.infer<typeof NameCheckResult>; isAccepted: boolean }>;
type NameCheckStatus = Readonly<{
  state: BulkRowState & ('ready' | 'doubtful' | 'faulty');
  faults: readonly RowFault[];
}>;

const fatalReasons = {
  account_switched: message('bulk_account_switched'),
  not_found: message('bulk_account_not_found'),
};

/** Of a THB row only a PromptPay ID is looked up. */
const accountFields: Partial<Record<Payee['type'], string>> = { eur: 'iban', thb: 'proxy' };

export const forbiddenNameFault: RowFault = {
  field: 'name',
  reason: message('bulk_name_mismatch_not_allowed'),
};

export function toNameCheckStatus(
  { result, isAccepted }: Answer,
  { type, isForbidden }: Readonly<{ type: Payee['type']; isForbidden: boolean }>,
): NameCheckStatus {
  if (result === 'no_match' && isForbidden) return { state: 'faulty', faults: [forbiddenNameFault] };
  switch (result) {
    case 'match':
    case 'unavailable':
    case 'not_supported':
      return { state: 'ready', faults: [] };
    case 'close_match':
    case 'wrong_account_type':
    case 'no_match':
      return { state: isAccepted ? 'ready' : 'doubtful', faults: [] };
    case 'account_switched':
    case 'not_found':
      return {
        state: 'faulty',
        faults: [{ field: accountFields[type] ?? 'accountNumber', reason: fatalReasons[result] }],
      };
  }
}

const hasOpenQuestion = (row: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`jsonb_path_exists(${row}.questions, '$[*] ? (@.isConfirmed == false)')`;

type PendingNameCheck = Readonly<{ key: string; read: StoredInstruction; customerId: string; userId: string }>;

const isChecking = sql<boolean>`state = 'checking'`;
/** The name is checked before the payee is added, so that the customer decides about it first. */
const isCheckingPayee = sql<boolean>`awaits_payee and state = 'faulty' and name_key is not null and name_check_id is null`;

/** A claim expires after a minute, in case its worker has died. */
async function claimNameChecks(tx: Tx, isDue: RawBuilder<boolean>, most: number): Promise<PendingNameCheck[]> {
  const { rows } = await sql<PendingNameCheck>`
    with due as materialized (
      select id from bulk_payment.row where ${isDue} and (name_check_requested_at is null or name_check_requested_at < now() - interval '1 minute')
      order by name_check_requested_at nulls first, id limit ${most} for update skip locked
    )
    update bulk_payment.row r set name_check_requested_at = now() from due, bulk_payment.file f
    where r.id = due.id and f.id = r.file_id
    returning r.name_key as key, r.read, f.customer_id, f.user_id`.execute(tx);
  return rows;
}

type NameCheckUpdate = Readonly<{
  customerId: string;
  key: string;
  state: string;
  faults: object;
  nameCheckId: string;
}>;

/** Locks the files first, so that a concurrent release cannot include rows that it has not checked. */
async function storeNameChecks(tx: Tx, updates: readonly NameCheckUpdate[]): Promise<void> {
  const rows = columnJson(updates);
  const waiting = sql`
    from bulk_payment.row r join bulk_payment.file f on f.id = r.file_id
    join jsonb_to_recordset(${rows}::jsonb) as t (customer_id uuid, key text, state text, faults jsonb, name_check_id uuid)
      on t.customer_id = f.customer_id and t.key = r.name_key
    where (r.state = 'checking' or (r.state = 'faulty' and r.awaits_payee))`;
  await sql`
    select from bulk_payment.file where id in (select r.file_id ${waiting}) order by id for no key update`.execute(tx);
  await sql`
    update bulk_payment.row as w set
      state = case when w.awaits_payee and found.state = 'ready' then 'faulty'
        when found.state = 'ready' and ${hasOpenQuestion(sql`w`)} then 'doubtful' else found.state end,
      faults = case when w.awaits_payee and found.faults = '[]' then w.faults else found.faults end,
      awaits_payee = w.awaits_payee and found.faults = '[]',
      name_check_id = found.name_check_id
    from (select r.id, t.state, t.faults, t.name_check_id ${waiting}) as found
    where w.id = found.id and (w.state = 'checking' or (w.state = 'faulty' and w.awaits_payee))`.execute(tx);
}

export async function releaseOverriddenRows(tx: Tx, fileId: string, nameCheckId: string): Promise<void> {
  await tx
    .updateTable('bulk_payment.row')
    .set({ state: sql`case when awaits_payee then 'faulty' else 'ready' end` })
    .where('fileId', '=', fileId)
    .where('state', '=', 'doubtful')
    .where(sql<boolean>`not ${hasOpenQuestion(sql`bulk_payment.row`)}`)
    .where('nameCheckId', '=', nameCheckId)
    .execute();
}
