import type { SanctionsAlertView } from '@larkmere/contract/back-office/sanctions-alert';
import { customerSummaries } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { SanctionsAlertRow } from './sanctions-alert.sql.ts';

export async function toSanctionsAlertViews(tx: Tx, rows: readonly SanctionsAlertRow[]): Promise<SanctionsAlertView[]> {
  const owners = await customerSummaries(
    tx,
    rows.map(({ customer_id }) => customer_id),
  );
  return rows.map((row) => ({
    uid: row.id,
    state: row.state as SanctionsAlertView['state'],
    subject: row.subject as SanctionsAlertView['subject'],
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
      rule: row.rule as SanctionsAlertView['entry']['rule'],
    },
    foundAt: row.found_at.toISOString(),
    isAwaitingSecondDecision: row.state === 'open' && row.first_by !== null,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }));
}
