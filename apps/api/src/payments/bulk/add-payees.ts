import type { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import { principalFor } from '../../customers/customer/customer.ts';
import { requireFactorAuthorisation } from '../../identity/second-factor/second-factor.ts';
import { approvalRequirementsForPayee, requireCreationRight } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { type BulkRow, isPayeeAddable, lockFile, requireOwnFile, selectFile, selectPayeesToAdd } from './bulk.sql.ts';
import type { RowInstruction } from './bulk.ts';
import { viewFile } from './bulk.view.ts';
import { revalidateRow } from './correct-row.ts';

/** Stores a new payee with the requests to colleagues. Refuses with `payee_exists`. */
export type StorePayee = (
  ctx: CustomerCtx,
  payee: RowInstruction['payee'] & Readonly<{ nameCheckId: string | null }>,
  requirements: Awaited<ReturnType<typeof approvalRequirementsForPayee>>,
) => Promise<unknown>;

/**
 * Adds each new payee once, whatever number of rows pays it. Its rows wait for the colleagues then. Throws `not_found`,
 * `bulk_changed`, `payee_exists`, `access_denied`, `approval_required`, `second_factor_required`,
 * `authorisation_invalid`.
 */
export const addPayeesOfFile =
  (storePayee: StorePayee): Verb<typeof contract.bulkPayment.addPayees> =>
  async (ctx, { uid, digest, authorisation, idempotency }) => {
    requireCreationRight(ctx.actor);
    await requireOwnFile(ctx, uid);
    await lockFile(ctx.tx, uid);
    const { digest: current } = (await selectPayeesToAdd(ctx.tx, [uid])).get(uid) ?? {};
    if (current !== digest) throw new Refusal('bulk_changed');
    const requirements = await approvalRequirementsForPayee(ctx, ctx.actor);
    await requireFactorAuthorisation(ctx, authorisation, {
      operation: 'payee.add-from-file',
      uid,
      digest,
      paymentIdempotency: idempotency,
    });
    const rows = await selectRowsToAdd(ctx.tx, uid);
    const payees = new Map(
      rows.map(({ read, nameCheckId }) => {
        const { payee } = present(read, 'the instruction of a row');
        return [JSON.stringify([payee.type, payee.currency, payee.account]), { ...payee, nameCheckId }];
      }),
    );
    for (const payee of payees.values()) await storePayee(ctx, payee, requirements);
    for (const row of rows) await revalidateRow(ctx, row, row.given);
    await audit(ctx, 'bulk-payment.payees_added', `bulk_payment:${uid}`, { count: payees.size, rows: rows.length });
    return viewFile(ctx, uid);
  };

const selectRowsToAdd = (tx: Tx, fileId: string): Promise<BulkRow[]> =>
  tx
    .selectFrom('bulk_payment.row')
    .selectAll()
    .$castTo<BulkRow>()
    .where('fileId', '=', fileId)
    .where(isPayeeAddable)
    .orderBy('number')
    .forUpdate()
    .execute();

/** Checks the rows of a payee again that wait for it, as the member who uploaded the file. */
export const revalidateRowsOfPayee: TransactionalHandler<{ payeeId: string }> = async (
  ctx,
  { payload: { payeeId } },
) => {
  const { rows: files } = await sql<{ id: string }>`
    select id from bulk_payment.file where id in (select file_id from bulk_payment.row
      where payee_id = ${payeeId} and state = 'faulty') order by id for no key update`.execute(ctx.tx);
  for (const { id } of files) {
    const file = present(await selectFile(ctx.tx, id), 'the file of a row');
    const actor = await principalFor(ctx.tx, file);
    if (!actor) continue;
    const rows = await ctx.tx
      .selectFrom('bulk_payment.row')
      .selectAll()
      .$castTo<BulkRow>()
      .where('fileId', '=', id)
      .where('payeeId', '=', payeeId)
      .where('state', '=', 'faulty')
      .orderBy('number')
      .forUpdate()
      .execute();
    for (const row of rows) await revalidateRow({ ...ctx, actor }, row, row.given);
  }
};
