import type { PaymentState } from '@larkmere/contract/payments/payment';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { isUsableAccount } from '../../accounts/bank-account/bank-account.ts';
import { batchLoader, inOrderOf, writtenInOrderOf } from '../../platform/batching/batch-loader.ts';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentPayment, PaymentRecall } from '../../platform/db/schema.gen.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import { attemptFromInstructionId, referenceFromInstructionId } from './payment-ids.ts';

const insertColumns = [
  'id',
  'reference',
  'endToEndId',
  'kind',
  'customerId',
  'userId',
  'accountId',
  'rail',
  'route',
  'source',
  'sourceId',
  'payeeId',
  'payeeVersion',
  'payeeName',
  'payeeAccount',
  'payeeAddress',
  'payeeSummary',
  'payerName',
  'payerAccount',
  'payerAddress',
  'currency',
  'amountMinor',
  'feeMinor',
  'payeeReference',
  'chargeBearer',
  'purpose',
  'note',
  'sourceOfFunds',
  'relationship',
  'warningCode',
  'warningText',
  'warnedAt',
  'availableAfterMinor',
  'executionDate',
  'service',
  'executeAt',
  'nextAttemptAt',
  'scheme',
  'notBefore',
  'uetr',
  'nameCheckId',
  'state',
  'reasonCode',
  'reason',
  'nextStep',
  'nextUpdateAt',
  'deadlineAt',
  'documentsRequired',
  'quoteId',
  'soldCurrency',
  'soldMinor',
  'restQuoteId',
  'chargesExpectedMinor',
  'arrivalEarliest',
  'arrivalLatest',
  'arrivalDaysOff',
] as const satisfies readonly (keyof Payment)[];
export type NewPayment = Pick<Payment, (typeof insertColumns)[number]>;
const insertColumnList = sql.join(insertColumns.map((column) => sql.ref(column)));

export const insertPayment = batchLoader('writes', async (tx, payments: readonly NewPayment[]): Promise<Payment[]> => {
  const { rows } = await sql<Payment>`
    with made as (
      insert into payment.payment (${insertColumnList})
      select ${insertColumnList} from jsonb_populate_recordset(null::payment.payment, ${columnJson(payments)}::jsonb)
      returning *
    ), begun as (
      insert into payment.transition (payment_id, seq, state)
      select id, 1, case when state in ('ready', 'in_review') then 'screening' else state end from made
      union all select id, 2, state from made where state in ('ready', 'in_review')
    )
    select * from made`.execute(tx);
  return writtenInOrderOf(
    payments.map(({ id }) => id),
    rows,
  );
});

export const findPayment = batchLoader(
  'reads',
  async (tx, ids: readonly string[]): Promise<(Payment | undefined)[]> => {
    const { rows } = await sql<Payment>`select * from payment.payment where id = any(${ids}::uuid[])`.execute(tx);
    return inOrderOf(ids, rows);
  },
);

export async function selectPayments(tx: Tx, ids: readonly string[]): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select p.* from unnest(${ids}::uuid[]) with ordinality wanted (id, place) join payment.payment p using (id)
    order by wanted.place`.execute(tx);
  return rows;
}

type Source = Readonly<{ kind: string; id: string }>;

export const findPaymentOfSource = batchLoader(
  'reads',
  async (tx, sources: readonly Source[]): Promise<(Payment | undefined)[]> => {
    const { rows } = await sql<Payment>`
      select p.* from payment.payment p
      join unnest(${sources.map(({ kind }) => kind)}::text[], ${sources.map(({ id }) => id)}::uuid[]) as s (kind, id)
        on p.source = s.kind and p.source_id = s.id`.execute(tx);
    const found = new Map(rows.map((row) => [`${row.source} ${row.sourceId}`, row]));
    return sources.map(({ kind, id }) => found.get(`${kind} ${id}`));
  },
);

export const lockPayment = batchLoader(
  'reads',
  async (tx, ids: readonly string[]): Promise<(Payment | undefined)[]> => {
    const { rows } = await sql<Payment>`
      select * from payment.payment where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
    return inOrderOf(ids, rows);
  },
);

/** Older instructions carry the payment id without hyphens. */
const paymentIdFromInstruction = (instruction: string): string | undefined =>
  /^[0-9a-f]{32}$/.test(instruction) ? instruction : undefined;

const candidateReferences = (instruction: string): string[] => [
  instruction,
  referenceFromInstructionId(instruction) ?? instruction,
];

export async function isInstructionId(tx: Tx, text: string): Promise<boolean> {
  if (paymentIdFromInstruction(text) !== undefined) return true;
  const query = tx.selectFrom('payment.payment').select('id').where('reference', 'in', candidateReferences(text));
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Finds the payment by the instruction id of any attempt. A payment settled by an earlier attempt may have had later
 * ones.
 */
export const lockPaymentByInstruction = batchLoader(
  'reads',
  async (tx, instructions: readonly string[]): Promise<(Payment | undefined)[]> => {
    const ids = instructions.flatMap((each) => paymentIdFromInstruction(each) ?? []);
    const { rows } = await sql<Payment>`
      select * from payment.payment where reference = any(${instructions.flatMap(candidateReferences)}::text[]) or id = any(${ids}::uuid[])
      order by id for no key update`.execute(tx);
    const locked = new Map(
      rows.flatMap((row) => [[row.reference, row] as const, [row.id.replaceAll('-', ''), row] as const]),
    );
    return instructions.map((each) => {
      const whole = locked.get(each);
      const later = locked.get(referenceFromInstructionId(each) ?? each);
      return (
        whole ??
        (later && (attemptFromInstructionId(later, each) <= later.attempt || later.statusConflictAt)
          ? later
          : undefined)
      );
    });
  },
);

export const updatePayment = (tx: Tx, id: string, change: Updateable<PaymentPayment>): Promise<Payment> =>
  tx.updateTable('payment.payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

const lockKeys = batchLoader('reads', acquireLocks);

/** Serialises the payments of a customer: two at once cannot both fit under one limit. */
export const lockPayer = (tx: Tx, customerId: string): Promise<undefined> =>
  lockKeys(tx, `payment.payer:${customerId}`);

const stepColumns = [
  'state',
  'isHeldForChecks',
  'railReference',
  'reasonCode',
  'reason',
  'nextStep',
  'nextUpdateAt',
  'deadlineAt',
  'nextAttemptAt',
] as const;
const stepColumnList = sql.join(stepColumns.map((column) => sql.ref(column)));

type Step = Readonly<{ state: PaymentState }> & Pick<Updateable<PaymentPayment>, (typeof stepColumns)[number]>;
type NextStep = Readonly<{ id: string; step: Step; note: string | null }>;

const enterStates = batchLoader('writes', async (tx, steps: readonly NextStep[]): Promise<Payment[]> => {
  const rows = steps.map(({ id, step, note }) => ({
    id,
    changes: columnJson({ reasonCode: null, reason: null, nextStep: null, ...step }),
    note,
  }));
  const { rows: payments } = await sql<Payment>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, changes text, note text)
    ), changed as (
      update payment.payment p set (${stepColumnList}) = (select ${stepColumnList} from jsonb_populate_record(p, g.changes::jsonb))
      from given g where p.id = g.id returning p.*
    ), entered as (
      insert into payment.transition (payment_id, seq, state, note)
      select c.id, (select coalesce(max(seq), 0) + 1 from payment.transition t where t.payment_id = c.id), c.state, g.note
      from changed c join given g using (id)
    )
    select * from changed`.execute(tx);
  return writtenInOrderOf(
    steps.map(({ id }) => id),
    payments,
  );
});

/** Clears the reason and next step of the previous state. `note` is for the timeline. */
export const enterState = (tx: Tx, id: string, step: Step, note: string | null = null): Promise<Payment> =>
  enterStates(tx, { id, step, note });

export type Transition = Readonly<{ paymentId: string; seq: number; state: string; at: Date; note: string | null }>;

export const transitionsOf = (tx: Tx, paymentIds: readonly string[]): Promise<Transition[]> =>
  tx
    .selectFrom('payment.transition')
    .selectAll()
    .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('paymentId')
    .orderBy('seq')
    .execute();

type Listing = Readonly<{
  reader: MemberCtx['actor'];
  kinds: readonly string[];
  states: readonly PaymentState[];
  startdate: string | undefined;
  enddate: string | undefined;
  isByExecutionDate: boolean;
  limit: number;
}>;

export const listPayments = (
  tx: Tx,
  { reader, kinds, states, startdate, enddate, isByExecutionDate, limit }: Listing,
): Promise<Payment[]> => {
  const day = isByExecutionDate
    ? sql<string>`execution_date`
    : sql<string>`(created_at at time zone 'Europe/London')::date`;
  return tx
    .selectFrom('payment.payment')
    .selectAll()
    .where('customerId', '=', reader.customerId)
    .where(isUsableAccount(sql`account_id`, reader))
    .where('kind', '=', sql<Payment['kind']>`any(${kinds}::text[])`)
    .where('state', '=', sql<Payment['state']>`any(${states}::text[])`)
    .$if(startdate !== undefined, (query) => query.where(day, '>=', startdate ?? ''))
    .$if(enddate !== undefined, (query) => query.where(day, '<=', enddate ?? ''))
    .$if(isByExecutionDate, (query) => query.orderBy('executeAt'))
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute();
};

export type Payment = Readonly<Selectable<PaymentPayment>>;

export async function insertRecall(tx: Tx, recall: Insertable<PaymentRecall>): Promise<void> {
  await tx.insertInto('payment.recall').values(recall).execute();
}

export async function updateRecall(tx: Tx, paymentId: string, change: Updateable<PaymentRecall>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment.recall')
    .set(change)
    .where('paymentId', '=', paymentId)
    .where('respondedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
