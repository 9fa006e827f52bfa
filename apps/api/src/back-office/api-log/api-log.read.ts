import type { ApiCall, callOutcomes, ResendRequest } from '@larkmere/contract/back-office/api-log';
import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { maskTyped } from '../customer-search/customer-search.ts';

type CallRow = Pick<
  ApiCall,
  'id' | 'direction' | 'partner' | 'operation' | 'status' | 'outcome' | 'latencyMs' | 'correlationId' | 'attempt'
> &
  Pick<ApiCall, 'customer' | 'requestRedacted' | 'responseRedacted'> &
  Readonly<{
    at: Date;
    listener: string | null;
    /** The delivery that made the call still waits for an answer. */
    isOpen: boolean;
    payment: Readonly<{
      uid: string;
      reference: string;
      state: PaymentState;
      currency: Currency;
      minor: string;
    }> | null;
    resend: string | null;
  }>;

type CallFilter = Readonly<{
  search: string | null;
  minutes: number;
  direction: 'in' | 'out' | null;
  partner: string | null;
  outcome: (typeof callOutcomes)[number] | null;
  minLatencyMs: number | null;
  after: Readonly<{ at: string; id: string }> | null;
  most: number;
}>;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** An id of anything is looked up as such; other text is a part of the call. */
function matching(search: string): RawBuilder<boolean> {
  const uid = isUuid(search) ? search.toLowerCase() : null;
  const reference = search.replace(/[\s-]/g, '').toUpperCase();
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(
    c.correlation_id = ${search} or c.id = ${uid}::uuid
    or c.payment_id in (select id from payment.payment where reference = ${reference} or id = ${uid}::uuid)
    or c.correlation_id in (select o.correlation_id from api_log.call o
      where o.payment_id in (select id from payment.payment where reference = ${reference} or id = ${uid}::uuid))
    or c.customer_id in (select id from customer.customer where member_code = upper(${search}) or id = ${uid}::uuid)
    or (${uid}::uuid is null and (c.operation ilike ${pattern} or c.partner ilike ${pattern}
      or c.request::text ilike ${pattern} or c.response::text ilike ${pattern})))`;
}

const inPeriod = ({ minutes, after }: CallFilter): RawBuilder<boolean> => sql`
  c.at > now() - make_interval(mins => ${minutes}::int)
  and (${after?.at ?? null}::timestamptz is null or (c.at, c.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))`;

async function findCalls(tx: Tx, filter: CallFilter): Promise<CallRow[]> {
  const { search, direction, partner, outcome, minLatencyMs, most } = filter;
  const { rows } = await sql<CallRow>`
    with page as materialized (
      select c.* from api_log.call c
      where ${inPeriod(filter)}
        and (${direction}::text is null or c.direction = ${direction})
        and (${partner}::text is null or c.partner = ${partner})
        and (${outcome}::text is null or c.outcome = ${outcome})
        and (${minLatencyMs}::int is null or c.latency_ms >= ${minLatencyMs})
        and ${search ? matching(search) : sql`true`}
      order by c.at desc, c.id desc limit ${most}
    )
    select c.id, c.at, c.direction, c.partner, c.operation, c.status, c.outcome, c.latency_ms,
      c.correlation_id, c.attempt, c.listener,
      c.request as request_redacted, c.response as response_redacted,
      d.event_id is not null as is_open, r.id as resend,
      case when u.id is not null then
        jsonb_build_object('uid', u.id, 'name', u.name, 'memberCode', u.member_code) end as customer,
      case when p.id is not null then jsonb_build_object('uid', p.id, 'reference', p.reference, 'state', p.state,
        'currency', p.currency, 'minor', p.amount_minor::text) end as payment
    from page c
      left join platform.delivery d on d.event_id = c.event_id and d.listener = c.listener and d.done_at is null
      left join payment.payment p on p.id = c.payment_id
      left join customer.customer u on u.id = coalesce(c.customer_id, p.customer_id)
      left join lateral (select id from api_log.resend r where r.event_id = c.event_id and r.listener = c.listener
        order by requested_at desc, id desc limit 1) r on true
    order by c.at desc, c.id desc`.execute(tx);
  return rows;
}

type Totals = Readonly<{ total: number; failed: number; partners: string[] }>;

async function countCalls(tx: Tx, minutes: number): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*)::int as total, (count(*) filter (where outcome in ('failed', 'no_answer')))::int as failed,
      coalesce(array_agg(distinct partner order by partner), '{}') as partners
    from api_log.call where at > now() - make_interval(mins => ${minutes}::int)`.execute(tx);
  return present(rows[0], 'the count');
}

type CallRef = Readonly<{ eventId: bigint | null; listener: string | null; paymentId: string | null }>;

export async function findCall(tx: Tx, id: string): Promise<CallRef | undefined> {
  const { rows } = await sql<CallRef>`
    select event_id, listener, payment_id from api_log.call where id = ${id}::uuid`.execute(tx);
  return rows[0];
}

type ResendWithNames = Omit<ResendRequest, 'isOwn' | 'requestedAt' | 'decidedAt'> &
  Readonly<{ requestedAt: Date; decidedAt: Date | null; requestedById: string }>;

const resends = (where: RawBuilder<boolean>) => sql<ResendWithNames>`
  select r.id as uid, r.call_id as call, coalesce(c.operation, r.listener) as operation, r.state,
    r.moves_money, r.reason, r.requested_by as requested_by_id, m.name as requested_by,
    r.requested_at, k.name as decided_by, r.decided_at, r.note
  from api_log.resend r join staff.member m on m.id = r.requested_by left join staff.member k on k.id = r.decided_by
    left join api_log.call c on c.id = r.call_id
  where ${where} order by r.requested_at, r.id limit 100`;

export const selectWaitingResends = async (tx: Tx): Promise<ResendWithNames[]> =>
  (await resends(sql`r.state = 'waiting'`).execute(tx)).rows;

const selectResends = async (tx: Tx, ids: readonly string[]): Promise<ResendWithNames[]> =>
  (await resends(sql`r.id = any (${ids}::uuid[])`).execute(tx)).rows;

/**
 * The deliveries whose call may be repeated, because the partner knows it by its first ids and answers the same. Those
 * that may move money take two people.
 */
export const resendable: Readonly<Record<string, Readonly<{ movesMoney: boolean }>>> = {
  'dispatch-payment': { movesMoney: true },
  'deliver-recall': { movesMoney: true },
  'execute-cover': { movesMoney: true },
  'open-accounts': { movesMoney: false },
  'submit-identity-check': { movesMoney: false },
  'delete-card-at-processor': { movesMoney: false },
};

const maxRows = 50;

export const searchCalls: Verb<typeof contract.apiLog.search> = async (ctx, input) => {
  const { search = '', minutes, direction = null, partner = null, outcome = null, minLatencyMs = null } = input;
  const rows = await findCalls(ctx.tx, {
    search: search || null,
    minutes,
    direction,
    partner,
    outcome,
    minLatencyMs,
    after: input.after ?? null,
    most: maxRows + 1,
  });
  const list = await toCallViews(ctx, rows.slice(0, maxRows));
  await audit(ctx, 'api_log.searched', 'search:api_log', {
    typed: maskTyped(search),
    minutes,
    found: list.length,
    customers: [...new Set(list.flatMap(({ customer }) => (customer ? [customer.uid] : [])))],
  });
  return { list, hasMore: rows.length > maxRows, ...(await countCalls(ctx.tx, minutes)) };
};

type Reader = Pick<StaffCtx, 'tx' | 'actor'>;

export const toResendView = (
  { requestedById, requestedAt, decidedAt, ...row }: ResendWithNames,
  { actor }: Pick<StaffCtx, 'actor'>,
): ResendRequest => ({
  ...row,
  isOwn: requestedById === actor.staffId,
  requestedAt: requestedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

export async function loadResend(ctx: Reader, id: string): Promise<ResendRequest> {
  const [row] = await selectResends(ctx.tx, [id]);
  if (!row) throw new Error(`resend ${id} has no view`);
  return toResendView(row, ctx);
}

/** Why a call cannot be made again; null if it can. */
function resendBar({ listener, isOpen }: Pick<CallRow, 'listener' | 'isOpen'>, isOutgoing: boolean) {
  if (!isOutgoing) return 'incoming';
  if (listener === null || !(listener in resendable)) return 'not_repeatable';
  return isOpen ? null : 'answered';
}

async function toCallViews(ctx: Reader, rows: readonly CallRow[]): Promise<ApiCall[]> {
  const ids = rows.flatMap(({ resend }) => (resend === null ? [] : [resend]));
  const requests = new Map((await selectResends(ctx.tx, ids)).map((row) => [row.uid, toResendView(row, ctx)]));
  return rows.map(({ listener, isOpen, payment, resend, at, ...row }) => {
    const bar = resendBar({ listener, isOpen }, row.direction === 'out');
    return {
      ...row,
      at: at.toISOString(),
      payment: payment && {
        uid: payment.uid,
        reference: payment.reference,
        state: payment.state,
        amount: {
          amount: formatAmount(money(payment.currency, BigInt(payment.minor))),
          currency: payment.currency,
        },
      },
      resendable: bar === null,
      resendMovesMoney: resendable[listener ?? '']?.movesMoney ?? false,
      resendBar: bar,
      resend: (resend && requests.get(resend)) || null,
    };
  });
}
