import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { paymentFieldsOf } from './payee.sql.ts';
import { describeAccount, type Payee } from './payee-record.ts';

type Saved = Readonly<{ id: string; version: number }>;

type Row = Pick<
  Payee,
  'id' | 'version' | 'type' | 'currency' | 'name' | 'nickname' | 'details' | 'status' | 'reason' | 'lastPaidAt'
> &
  Readonly<{
    deletedAt: Date | null;
    /** Where the money goes since then, if it differs from the saved version. */
    change: Readonly<{ what: 'account' | 'name' | 'details'; at: string }> | null;
  }>;

/** A payee as it is now, deleted ones too, and what changed since a version that was saved. */
export type PayeeSince = Omit<Row, 'change'> &
  Readonly<{
    summary: string;
    change: Readonly<{ what: 'account' | 'name' | 'details'; at: Date }> | null;
  }>;

/** In the order of `saved`; undefined for payees of other customers. */
export async function findPayeesSince(
  tx: Tx,
  customerId: string,
  saved: readonly Saved[],
): Promise<(PayeeSince | undefined)[]> {
  if (saved.length === 0) return [];
  const { rows } = await sql<Row & { place: number }>`
    select s.place::int, p.id, p.version, p.type, p.currency, p.name, p.nickname, p.details, p.status, p.reason,
      p.last_paid_at, p.deleted_at,
      case when ${paymentFieldsOf('saved')} <> ${paymentFieldsOf('present')} then json_build_object(
        'what', case
          when saved.details -> 'account' <> present.details -> 'account' then 'account'
          when saved.details -> 'name' <> present.details -> 'name' then 'name'
          else 'details' end,
        'at', (select min(v.changed_at) from payee.version v
          where v.payee_id = p.id and v.version > s.version and ${paymentFieldsOf('v')} <> ${paymentFieldsOf('saved')}))
      end as change
    from unnest(${saved.map(({ id }) => id)}::uuid[], ${saved.map(({ version }) => version)}::int[])
        with ordinality as s (id, version, place)
      join payee.payee p on p.id = s.id and p.customer_id = ${customerId}
      join payee.version saved on saved.payee_id = p.id and saved.version = s.version
      join payee.version present on present.payee_id = p.id and present.version = p.version`.execute(tx);
  const places = new Map(rows.map(({ place, change, ...row }) => [place, { ...row, change }]));
  return saved.map((_, i) => {
    const row = places.get(i + 1);
    return (
      row && {
        ...row,
        summary: describeAccount(row),
        change: row.change && { ...row.change, at: new Date(row.change.at) },
      }
    );
  });
}
