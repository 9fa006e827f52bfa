import type { FindingView } from '@larkmere/contract/finding';
import { ownersOf } from '../customer/customer.ts';
import type { Tx } from '../kernel/db.ts';
import type { FindingRow } from './finding.sql.ts';

export async function viewFindings(tx: Tx, rows: readonly FindingRow[]): Promise<FindingView[]> {
  const owners = await ownersOf(
    tx,
    rows.map(({ customer_id }) => customer_id),
  );
  return rows.map((row) => ({
    uid: row.id,
    state: row.state as FindingView['state'],
    subject: row.subject as FindingView['subject'],
    subjectUid: row.subject_id,
    name: row.subject_name,
    customer: {
      name: owners.get(row.customer_id)?.name ?? '',
      memberCode: owners.get(row.customer_id)?.memberCode ?? '',
    },
    entry: {
      entryId: row.entry_id,
      name: row.name,
      regime: row.regime,
      score: row.score,
      rule: row.rule as FindingView['entry']['rule'],
    },
    foundAt: row.found_at.toISOString(),
    waitsForSecond: row.state === 'open' && row.first_by !== null,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }));
}
