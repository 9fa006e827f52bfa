import { type Currency, money } from '@larkmere/money/money';
import type { ClientBase } from 'pg';
import { fingerprintOf } from '../../packages/ledger/src/fingerprint.ts';
import type { AccountId, Hold, OperationId } from '../../packages/ledger/src/types.ts';
import type { Fault } from './fault.ts';
import { pagesOf, type Row, rowsOf, type Text } from './pages.ts';

const most = 100;

const transfers = `
  select t.op_id, t.leg, t.kind, concat_ws(' ', t.kind, t.code, t.fingerprint, t.hold_id), d.currency, c.currency, t.amount,
    t.hold_id is null or (h.debit_account_id, h.credit_account_id) = (t.debit_account_id, t.credit_account_id), h.amount
  from (select * from ledger.transfer where (op_id, leg) > ($1, $2)) t
  left join ledger.account d on d.id = t.debit_account_id
  left join ledger.account c on c.id = t.credit_account_id
  left join ledger.transfer h on (h.op_id, h.leg) = (t.hold_id, t.leg) and h.kind = 'hold'
  order by t.op_id, t.leg`;

const holds = `
  select coalesce(h.op_id, o.op_id) || '/' || coalesce(h.leg, o.leg),
    case when h.op_id is null then 'is open, and no transfer made it'
      when h.ends > 1 then 'was ended ' || h.ends || ' times'
      when h.ends = 1 and o.op_id is not null then 'is open, though it was ended'
      when h.ends = 0 and o.op_id is null then 'is not open, and nothing ended it'
      else 'is open with other accounts or another amount than its transfer' end
  from (select h.op_id, h.leg, h.debit_account_id, h.credit_account_id, h.amount, count(r.op_id) as ends
    from ledger.transfer h left join ledger.transfer r on (r.hold_id, r.leg) = (h.op_id, h.leg)
    where h.kind = 'hold' group by h.op_id, h.leg) h
  full join ledger.hold o on (o.op_id, o.leg) = (h.op_id, h.leg)
  where h.op_id is null or h.ends + (o.op_id is not null)::int <> 1 or (o.op_id is not null
    and (o.debit_account_id, o.credit_account_id, o.amount) <> (h.debit_account_id, h.credit_account_id, h.amount))
  order by 1 limit ${most}`;

const missingEntries = `
  select t.op_id || '/' || t.leg from ledger.transfer t
  left join ledger.entry d on (d.account_id, d.booked_at, d.op_id, d.leg) = (t.debit_account_id, t.booked_at, t.op_id, t.leg)
  left join ledger.entry c on (c.account_id, c.booked_at, c.op_id, c.leg) = (t.credit_account_id, t.booked_at, t.op_id, t.leg)
  where d.op_id is null or c.op_id is null order by t.booked_at, t.op_id, t.leg limit 1`;

export type Transfers = Readonly<{ legs: bigint; openHolds: bigint; faults: Fault[] }>;

/** Checks what the entries cannot show: that every transfer is complete, of one kind, and ends its hold correctly. */
export async function readTransfers(client: ClientBase, entries: bigint): Promise<Transfers> {
  const faults: Fault[] = [];
  let legs = 0n;
  let before: Row = [];
  for await (const leg of pagesOf(client, transfers, ['00000000-0000-0000-0000-000000000000', '-1'])) {
    legs += 1n;
    const why = judge(leg, before);
    if (why !== undefined && faults.length < most)
      faults.push({ kind: 'transfer', key: `${leg[0]}/${leg[1]}`, reason: why });
    before = leg;
  }
  if (entries !== legs * 2n) {
    const [leg] = await rowsOf(client, missingEntries);
    if (leg) faults.push({ kind: 'transfer', key: leg[0] ?? '', reason: 'lacks an entry' });
  }
  const [[openHolds] = []] = await rowsOf(client, 'select count(*) from ledger.hold');
  return { legs, openHolds: BigInt(openHolds ?? 0), faults };
}

export async function checkHolds(client: ClientBase): Promise<Fault[]> {
  const broken = await rowsOf(client, holds);
  const faults: Fault[] = broken.map(([key, why]) => ({ kind: 'hold', key: key ?? '', reason: why ?? '' }));
  return [...faults, ...(await checkExpiries(client))];
}

const inUtc = (column: string): string =>
  `case when isfinite(${column}) then to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') else ${column}::text end`;

const openHolds = `
  select o.op_id, o.leg, ${inUtc('o.expires_at')}, t.code, t.fingerprint, ${inUtc('t.booked_at')}, t.value_date,
    t.debit_account_id, t.credit_account_id, t.amount, a.currency
  from (select * from ledger.hold where (op_id, leg) > ($1, $2)) o
  join ledger.transfer t on (t.op_id, t.leg) = (o.op_id, o.leg)
  join ledger.account a on a.id = t.debit_account_id
  order by o.op_id, o.leg`;

/**
 * The time at which a hold ends is not a column of its transfer, but part of what the caller stated, and the chained
 * fingerprint is made of that.
 */
async function checkExpiries(client: ClientBase): Promise<Fault[]> {
  const faults: Fault[] = [];
  let legs: Row[] = [];
  const judgeHold = (): void => {
    const [opId, , expiresAt] = legs[0] ?? [];
    if (opId && faults.length < most && !isAsStated(legs))
      faults.push({
        kind: 'hold',
        key: `${opId}/1`,
        reason: `ends ${expiresAt ? `at ${expiresAt}` : 'at no time'}, which is not what was stated when it was made`,
      });
  };
  for await (const leg of pagesOf(client, openHolds, ['00000000-0000-0000-0000-000000000000', '-1'])) {
    if (leg[0] !== legs[0]?.[0]) {
      judgeHold();
      legs = [];
    }
    legs.push(leg);
  }
  judgeHold();
  return faults;
}

/** What was left out when the hold was made cannot be seen in its rows, so each possibility is tried. */
function isAsStated(legs: readonly Row[]): boolean {
  const [opId, , expiry = null, code, fingerprint, booked = null, valueDate] = legs[0] ?? [];
  const expiresAt = stated(expiry);
  if (expiry !== null && expiresAt === undefined) return false;
  if (legs.some((leg) => leg[2] !== expiry)) return false;
  const postings = legs.map(([, , , , , , , debit, credit, amount, currency]) => ({
    debit: BigInt(debit ?? 0) as AccountId,
    credit: BigInt(credit ?? 0) as AccountId,
    amount: money(currency as Currency, BigInt(amount ?? 0)),
  }));
  const made: Hold = { id: opId as OperationId, code: code ?? '', postings, expiresAt };
  return [undefined, valueDate ?? undefined].some((day) =>
    [undefined, stated(booked)].some(
      (bookedAt) => `${fingerprintOf({ kind: 'hold', ...made, valueDate: day, bookedAt })}` === fingerprint,
    ),
  );
}

/** Callers state milliseconds. */
const stated = (time: Text): Date | undefined =>
  time?.endsWith('000Z') ? new Date(`${time.slice(0, -'000Z'.length)}Z`) : undefined;

function judge(leg: Row, before: Row): string | undefined {
  const [opId, number, kind, thing, debitCurrency, creditCurrency, amount, hasHoldAccounts, held] = leg;
  const isFirst = before[0] !== opId;
  if (Number(number) !== (isFirst ? 1 : Number(before[1]) + 1)) return 'comes without the leg before it';
  if (!isFirst && before[3] !== thing) return 'is another thing than the leg before it';
  if (debitCurrency === null || creditCurrency === null) return 'names an account that does not exist';
  if (debitCurrency !== creditCurrency) return `mixes ${debitCurrency} and ${creditCurrency}`;
  if (kind !== 'post_hold' && kind !== 'void_hold') return undefined;
  if (hasHoldAccounts !== 't') return 'ends a hold that is not one of its accounts';
  if (BigInt(amount ?? 0) > BigInt(held ?? 0)) return 'moves more than its hold set aside';
  return kind === 'void_hold' && amount !== held ? 'sets free another amount than its hold set aside' : undefined;
}
