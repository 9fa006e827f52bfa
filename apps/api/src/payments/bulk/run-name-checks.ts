import { randomUUID } from 'node:crypto';
import type { NameCheckResult } from '@larkmere/contract/payees/payee';
import type { BulkRowState } from '@larkmere/contract/payments/bulk';
import { message } from '@larkmere/messages/message';
import type { z } from 'zod';
import { bulkNameCheck, type NameCheckRequest, type NameCheckResponse, type Payee } from '../../payees/payee/payee.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { zip } from '../../platform/values/zip.ts';
import type { RowFault } from './bulk.ts';
import { claimNameChecks, type NameCheckUpdate, type PendingNameCheck, storeNameChecks } from './name-check.sql.ts';

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
    const names = await runInTransaction(db, ({ tx }) => claimNameChecks(tx, maxChecksPerRun - checkCount));
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
        faults: [{ field: type === 'eur' ? 'iban' : 'accountNumber', reason: fatalReasons[result] }],
      };
  }
}
