import { seesAllCards } from '@larkmere/contract/cards/issued-card-rules';
import type { contract } from '@larkmere/contract/contract';
import type { FoundAccount, FoundPayment } from '@larkmere/contract/payments/search';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { matchesWords, splitWords } from '@larkmere/contract/platform/search-words';
import { type Currency, formatAmount, minorDigits, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { listOwnAccounts } from '../../accounts/bank-account/bank-account.ts';
import { findPayeesByWords } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { isSwiftKind } from '../payment/payment.ts';
import { type ParsedSearch, parseSearch } from './parse-search.ts';
import { buildTsquery, findEvents, isSearchTimeout, limitSearchTime } from './search.sql.ts';

/** Throws `service_unavailable` if it would take too long. */
export const find: Verb<typeof contract.search.find> = async (ctx, { q, size }) => {
  const typed = { q, search: parseSearch(q, londonDay(ctx.now)), size };
  await limitSearchTime(ctx.tx);
  try {
    const accounts = await listSearchedAccounts(ctx);
    return {
      payees: await findPayees(ctx, typed),
      payments: await findPayments(ctx, typed, accounts),
      accounts: await findAccounts(ctx, typed, accounts),
    };
  } catch (error) {
    if (isSearchTimeout(error)) throw new Refusal('service_unavailable', { retryAfterSeconds: 5 });
    throw error;
  }
};

type Found = Reply<typeof contract.search.find>;
type Typed = Readonly<{ q: string; search: ParsedSearch; size: number }>;

async function findPayees({ tx, actor }: CustomerCtx, { q, search, size }: Typed): Promise<Found['payees']> {
  if (search.hasAmount || search.terms.length === 0 || !(actor.access.has('payee') || actor.access.has('payment')))
    return none;
  const found = await findPayeesByWords(tx, actor.customerId, splitWords(q));
  const list = found.slice(0, size).map(({ id, ...payee }) => ({ uid: id, ...payee }));
  return { list, count: found.length };
}

/** Whoever may pay but not see statements finds payments only. */
async function findPayments(
  { tx, actor }: CustomerCtx,
  { search, size }: Typed,
  accounts: readonly OwnAccount[],
): Promise<Found['payments']> {
  const movements = actor.access.has('statement');
  const payments = movements || actor.access.has('payment');
  if (!payments) return none;
  const ids = accounts.map(({ ledgerAccountId }) => ledgerAccountId);
  const events = await findEvents(tx, { search, accounts: ids, payments, movements, most: size });
  const holds = movements ? await selectCardHolds(tx, search, ids, actor) : [];
  const list = [...holds, ...(await selectEvents(tx, events, ids))].toSorted((a, b) =>
    compareText(b.happenedAt, a.happenedAt),
  );
  return { list: list.slice(0, size), count: Number(events[0]?.found ?? 0) + holds.length };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

type OwnAccount = Omit<FoundAccount, 'available'> & Readonly<{ ledgerAccountId: bigint }>;

async function listSearchedAccounts(ctx: CustomerCtx): Promise<OwnAccount[]> {
  return (await listOwnAccounts(ctx)).map(({ bankholderId: bankholderid, product, ...account }) => ({
    ledgerAccountId: account.ledgerAccountId,
    bankholderid,
    currency: account.currency,
    isWallet: product === 'wallet',
    iban: product === 'wallet' ? null : account.iban,
    sortcode: product === 'wallet' ? null : account.sortCode,
    accountnumber: product === 'wallet' ? null : account.accountNumber,
  }));
}

/** With what is available, so for those who may read statements. */
async function findAccounts(
  { tx, actor }: CustomerCtx,
  { q, search, size }: Typed,
  accounts: readonly OwnAccount[],
): Promise<Found['accounts']> {
  if (search.hasAmount || search.terms.length === 0 || !actor.access.has('statement')) return none;
  const typed = splitWords(q);
  const found = accounts.filter((account) => matchesWords(searchedText(account), typed));
  const shown = found.slice(0, size);
  const available = await selectAvailable(
    tx,
    shown.map(({ ledgerAccountId }) => ledgerAccountId),
  );
  const list = shown.map(({ ledgerAccountId, ...account }) => ({
    ...account,
    available: formatAmount(money(account.currency, available.get(ledgerAccountId) ?? 0n)),
  }));
  return { list, count: found.length };
}

const none = { list: [], count: 0 };
const currencyNames = new Intl.DisplayNames('en-GB', { type: 'currency' });

function searchedText({ currency, iban, sortcode, accountnumber, bankholderid }: OwnAccount): string {
  const name = currencyNames.of(currency) ?? '';
  const grouped = iban?.replace(/(.{4})(?=.)/g, '$1 ');
  const numbers = [iban, grouped, sortcode, sortcode?.replace(/(..)(?=.)/g, '$1 '), accountnumber, bankholderid];
  const endings = [iban, accountnumber].map((number) => number?.slice(-4));
  return [currency, name, `${name}s`, ...numbers, ...endings].filter(Boolean).join(' ');
}

type Event = Readonly<{ id: string; isPayment: boolean }>;

type EventRow = Readonly<{
  id: string;
  isPayment: boolean;
  line: string | null;
  kind: FoundPayment['kind'] | null;
  bankholderid: string;
  happenedAt: Date;
  isOut: boolean;
  name: string | null;
  reference: string | null;
  minor: bigint;
  currency: Currency;
  otherMinor: bigint | null;
  otherCurrency: Currency | null;
  state: string | null;
  paymentKind: string | null;
}>;

/** An exchange and a transfer between own accounts are told from the account that paid. */
async function selectEvents(tx: Tx, events: readonly Event[], accounts: readonly bigint[]): Promise<FoundPayment[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<EventRow>`
    with found as (
      select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ isPayment }) => isPayment)}::boolean[])
        with ordinality f (id, is_payment, place)),
    own as (
      select ledger_account_id, bankholder_id from bank_account.account
      where ledger_account_id = any(${accounts}::bigint[]))
    select f.place, f.id, f.is_payment, null as line, 'payment' as kind, own.bankholder_id as bankholderid,
      coalesce(p.execute_at, p.created_at) as happened_at, true as is_out, p.payee_name as name, p.payee_reference as reference,
      coalesce(p.sold_minor, p.amount_minor) + p.fee_minor as minor, coalesce(p.sold_currency, p.currency) as currency,
      case when p.sold_minor is not null then p.amount_minor end as other_minor,
      case when p.sold_minor is not null then p.currency end as other_currency, p.state, p.kind as payment_kind
    from found f join payment.payment p on f.is_payment and p.id = f.id
      join bank_account.account a on a.id = p.account_id join own on own.ledger_account_id = a.ledger_account_id
    union all
    select f.place, f.id, f.is_payment, e.op_id || ':' || e.leg, coalesce(n.kind, 'adjustment'), own.bankholder_id, e.booked_at,
      e.amount < 0, coalesce(n.counterparty, case when n.kind is distinct from 'exchange' then n.description end),
      coalesce(n.payee_reference, n.reference), abs(e.amount), e.currency,
      case when c.from_account = e.account_id then c.buy_minor when c.id is not null then c.sell_minor else k.minor end,
      case when c.from_account = e.account_id then c.buy when c.id is not null then c.sell else k.currency end, null, null
    from found f cross join lateral (
      select t.op_id, t.leg, t.booked_at, own.ledger_account_id as account_id, a.currency,
        sum(case when t.credit_account_id = own.ledger_account_id then t.amount else -t.amount end) over (partition by own.ledger_account_id)::bigint as amount
      from ledger.transfer t join own on own.ledger_account_id in (t.debit_account_id, t.credit_account_id)
        join ledger.account a on a.id = own.ledger_account_id
      where t.op_id = f.id and t.kind in ('post', 'post_hold') order by amount, t.leg limit 1) e
    join own on own.ledger_account_id = e.account_id
    left join accounting.narrative n on n.operation_id = e.op_id
    left join fx.conversion c on c.id = e.op_id
    left join lateral (
      select cp.billing_currency as currency, abs(sum(case when t.credit_account_id = l.account_id then t.amount else -t.amount end))::bigint as minor
      from card_payment.payment cp join ledger.account_name l on l.code = 'clearing:card:' || cp.billing_currency
        join ledger.transfer t on t.op_id = e.op_id and l.account_id in (t.debit_account_id, t.credit_account_id)
      where n.kind = 'card' and cp.reference = n.reference and cp.billing_currency <> e.currency
      group by 1) k on true
    where not f.is_payment
    order by 1`.execute(tx);
  return rows.map(toFoundPayment);
}

const moneyView = (currency: Currency, minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });

const toFoundPayment = (row: EventRow): FoundPayment => ({
  uid: row.id,
  paymentUid: row.isPayment ? row.id : null,
  paymentReach: row.paymentKind === null ? null : isSwiftKind(row.paymentKind) ? 'swift' : 'domestic',
  line: row.line,
  kind: row.kind ?? 'adjustment',
  bankholderid: row.bankholderid,
  happenedAt: row.happenedAt.toISOString(),
  direction: row.isOut ? 'out' : 'in',
  name: row.name,
  reference: row.reference,
  amount: moneyView(row.currency, row.minor),
  otherAmount:
    row.otherMinor === null || row.otherCurrency === null ? null : moneyView(row.otherCurrency, row.otherMinor),
  state: row.state,
  hold: null,
});

type HoldRow = Readonly<{
  id: string;
  cardId: string | null;
  bankholderid: string;
  happenedAt: Date;
  name: string;
  reference: string;
  minor: bigint;
  currency: Currency;
  merchantMinor: bigint;
  merchantCurrency: Currency;
}>;

/** Few payments are on hold at a time, so their words are compared without an index. Newest first. */
async function selectCardHolds(
  tx: Tx,
  search: ParsedSearch,
  accounts: readonly bigint[],
  reader: CustomerActor,
): Promise<FoundPayment[]> {
  if (accounts.length === 0 || search.terms.length === 0) return [];
  const maySee = seesAllCards(reader) ? sql`true` : sql`p.holder_id = ${reader.userId}`;
  const { rows } = await sql<HoldRow>`
    select p.id, case when ${maySee} then p.card_id end as card_id, p.bankholder_id as bankholderid,
      p.counted_at as happened_at, p.merchant_name as name, p.reference, p.hold_minor as minor, p.currency,
      case when p.cleared_minor = 0 then p.original_minor else p.held_minor end as merchant_minor,
      case when p.cleared_minor = 0 then p.original_currency else p.billing_currency end as merchant_currency
    from card_payment.payment p join bank_account.account a on a.id = p.account_id
    where p.hold_id is not null and a.ledger_account_id = any(${accounts}::bigint[])
      and search.lexemes(array[a.ledger_account_id], array(
        select search.card_payment_words(p, ${JSON.stringify(minorDigits)}::jsonb))) @@ ${buildTsquery(search, accounts)}::tsquery
    order by p.counted_at desc, p.id`.execute(tx);
  return rows.map(toFoundHold);
}

const toFoundHold = (row: HoldRow): FoundPayment => ({
  uid: row.id,
  paymentUid: null,
  paymentReach: null,
  line: null,
  kind: 'card',
  bankholderid: row.bankholderid,
  happenedAt: row.happenedAt.toISOString(),
  direction: 'out',
  name: row.name,
  reference: row.reference,
  amount: moneyView(row.currency, row.minor),
  otherAmount: row.merchantCurrency === row.currency ? null : moneyView(row.merchantCurrency, row.merchantMinor),
  state: null,
  hold: { cardId: row.cardId },
});

async function selectAvailable(tx: Tx, accounts: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{ id: bigint; available: bigint }>`
    select id, credits_posted - debits_posted - debits_pending as available
    from ledger.account where id = any(${accounts}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, available }) => [id, available]));
}
