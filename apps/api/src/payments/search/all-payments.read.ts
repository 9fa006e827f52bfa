import type { contract } from '@larkmere/contract/contract';
import { PaymentState, type PaymentView } from '@larkmere/contract/payments/payment';
import { type PaymentReach, statesByGroup } from '@larkmere/contract/payments/payment-list';
import { minorDigits } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import { type BankAccount, listOwnAccounts, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { endOfLondonDay, londonDay, startOfLondonDay } from '../../platform/time/london-day.ts';
import { swiftKinds, viewPaymentsById } from '../payment/payment.ts';
import { type ParsedSearch, parseSearch } from './parse-search.ts';
import { buildTsquery, isSearchTimeout, limitSearchTime } from './search.sql.ts';

/** Throws `service_unavailable` if it would take too long. */
export const listAllPayments: Verb<typeof contract.payment.list> = async (ctx, input) => {
  const { group, reach, bankholderid, startdate, enddate, search, cursor, size } = input;
  const kinds = kindsFor(ctx, reach);
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const accounts =
    bankholderid === undefined ? await listOwnAccounts(ctx) : [await requireOwnAccount(ctx, bankholderid)];
  await limitSearchTime(ctx.tx);
  try {
    const found = await selectPaymentPage(ctx.tx, {
      accounts,
      kinds,
      states: group === undefined ? PaymentState.options : statesByGroup[group],
      isByExecution: group === 'planned',
      startdate,
      enddate,
      search: search === undefined ? undefined : parseSearch(search, londonDay(ctx.now)),
      after,
      limit: size + 1,
    });
    const page = found.slice(0, size);
    const end = page.at(-1);
    return {
      list: await viewPaymentsById(
        ctx,
        page.map(({ id }) => id),
      ),
      next: found.length > size && end ? `${end.micros}-${end.id}` : null,
    };
  } catch (error) {
    if (isSearchTimeout(error)) throw new Refusal('service_unavailable', { retryAfterSeconds: 5 });
    throw error;
  }
};

const domesticKinds = ['domestic', 'internal'] as const;

/** Whoever may pay sees every payment, as in its detail; the right to SWIFT payments alone shows those. */
function kindsFor({ actor }: CustomerCtx, reach: PaymentReach | undefined): readonly PaymentView['kind'][] {
  const canSeeAll = actor.access.has('payment');
  if (!canSeeAll && (reach === 'domestic' || !actor.access.has('swiftpending'))) throw new Refusal('access_denied');
  if (reach === 'domestic') return domesticKinds;
  return canSeeAll && reach === undefined ? [...domesticKinds, ...swiftKinds] : swiftKinds;
}

const cursorPattern = /^(?<micros>\d{1,16})-(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

function parseCursor(cursor: string): PagePlace {
  const { micros, id } = cursorPattern.exec(cursor)?.groups ?? {};
  if (micros === undefined || id === undefined) throw new Refusal('validation_failed');
  return { micros, id };
}

/** A payment by the microseconds of its time, and its id, because several can be created at the same time. */
type PagePlace = Readonly<{ micros: string; id: string }>;

type PaymentPage = Readonly<{
  accounts: readonly Pick<BankAccount, 'id' | 'ledgerAccountId'>[];
  kinds: readonly PaymentView['kind'][];
  states: readonly PaymentState[];
  /** By the time of execution, the next one first; otherwise by creation, the newest first. */
  isByExecution: boolean;
  startdate: string | undefined;
  enddate: string | undefined;
  search: ParsedSearch | undefined;
  after: PagePlace | undefined;
  limit: number;
}>;

/** Up to here the payments found are read one by one; beyond, the pages are read and compared, because most rows match. */
const maxRead = 2000;

async function selectPaymentPage(tx: Tx, page: PaymentPage): Promise<PagePlace[]> {
  const { accounts, search, isByExecution, limit } = page;
  if (accounts.length === 0 || search?.terms.length === 0) return [];
  const tsquery = search && buildTsquery(search, ledgerAccountsOf(page));
  const found = tsquery === undefined ? undefined : await selectFound(tx, tsquery);
  const rowsFrom =
    tsquery !== undefined && found !== undefined && found.length <= maxRead
      ? foundPayments(page, tsquery, found)
      : paymentsByState(page, tsquery);
  const order = sql.raw(isByExecution ? 'at, id' : 'at desc, id desc');
  const { rows } = await sql<PagePlace>`
    select id, (extract(epoch from at) * 1000000)::bigint::text as micros
    from (${rowsFrom}) page order by ${order} limit ${limit}`.execute(tx);
  return rows;
}

async function selectFound(tx: Tx, tsquery: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from search.find(${tsquery}::tsquery, true, false, ${maxRead + 1})`.execute(tx);
  return rows.map(({ id }) => id);
}

const accountIdsOf = ({ accounts }: PaymentPage) => accounts.map(({ id }) => id);
const ledgerAccountsOf = ({ accounts }: PaymentPage) => accounts.map(({ ledgerAccountId }) => ledgerAccountId);

const accountsAndStates = (page: PaymentPage): RawBuilder<unknown> => sql`
  unnest(${accountIdsOf(page)}::uuid[], ${ledgerAccountsOf(page)}::bigint[]) a (id, ledger)
  cross join unnest(${page.states}::text[]) s (state)`;

const wordsOf = (payment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`search.payment_words(${payment}, a.ledger, ${JSON.stringify(minorDigits)}::jsonb)`;

/** Each account and state gives its first rows by index, so that a page reads little however many payments there are. */
function paymentsByState(page: PaymentPage, tsquery: string | undefined): RawBuilder<unknown> {
  const { isByExecution, limit } = page;
  const order = sql.raw(isByExecution ? 'p.execute_at, p.id' : 'p.created_at desc, p.id desc');
  const state = isByExecution ? sql`p.state = 'scheduled'` : sql`p.state = s.state`;
  const words = sql`coalesce((select words from search.event e where e.id = p.id and e.is_payment), ${wordsOf(sql`p`)})`;
  const match = tsquery === undefined ? sql`true` : sql`${words} @@ ${tsquery}::tsquery`;
  return sql`
    select first.* from ${accountsAndStates(page)}
    cross join lateral (
      select p.id, ${timeOf(page)} as at from payment.payment p
      where p.account_id = a.id and ${state} and ${conditions(page)} and ${match}
      order by ${order} limit ${limit}) first`;
}

/** The index of words is a second behind, so what was created since is compared itself. */
const foundPayments = (page: PaymentPage, tsquery: string, found: readonly string[]): RawBuilder<unknown> => sql`
  select p.id, ${timeOf(page)} as at
  from payment.payment p
  where p.id = any(array(
      select unnest(${found}::uuid[])
      union
      select n.id from ${accountsAndStates(page)}
      cross join lateral (
        select p.id, p as payment from payment.payment p
        where p.account_id = a.id and p.state = s.state and p.created_at > now() - interval '10 minutes'
          and not exists (select from search.event e where e.id = p.id and e.is_payment)) n
      where ${wordsOf(sql`n.payment`)} @@ ${tsquery}::tsquery))
    and p.account_id = any(${accountIdsOf(page)}::uuid[]) and p.state = any(${page.states}::text[]) and ${conditions(page)}`;

const timeOf = ({ isByExecution }: Pick<PaymentPage, 'isByExecution'>) =>
  isByExecution ? sql`p.execute_at` : sql`p.created_at`;

function conditions({ kinds, isByExecution, startdate, enddate, after }: PaymentPage): RawBuilder<unknown> {
  const time = timeOf({ isByExecution });
  const all = [sql`p.kind = any(${kinds}::text[])`];
  if (startdate) all.push(sql`${time} >= ${startOfLondonDay(startdate)}`);
  if (enddate) all.push(sql`${time} < ${endOfLondonDay(enddate)}`);
  if (after) {
    const place = sql`(timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
    all.push(isByExecution ? sql`(p.execute_at, p.id) > ${place}` : sql`(p.created_at, p.id) < ${place}`);
  }
  return sql.join(all, sql` and `);
}
