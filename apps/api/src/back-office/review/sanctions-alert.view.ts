import type { SanctionsAlertView } from '@larkmere/contract/back-office/sanctions-alert';
import { customerSummaries } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { SanctionsAlertRow } from './sanctions-alert.sql.ts';

export async function toSanctionsAlertViews(tx: Tx, rows: readonly SanctionsAlertRow[]): Promise<SanctionsAlertView[]> {
  const owners = await customerSummaries(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  return rows.map((row) => ({
    uid: row.id,
    state: row.state,
    subject: row.subject,
    subjectUid: row.subjectId,
    name: row.subjectName,
    customer: {
      name: owners.get(row.customerId)?.name ?? '',
      memberCode: owners.get(row.customerId)?.memberCode ?? '',
    },
    entry: {
      entryId: row.entryId,
      name: row.name,
      regime: row.regime,
      score: row.score,
      rule: row.rule,
    },
    foundAt: row.foundAt.toISOString(),
    isAwaitingSecondDecision: row.state === 'open' && row.firstBy !== null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }));
}
