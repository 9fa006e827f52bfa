import type { contract } from '@larkmere/contract/contract';
import { writeTable } from '../../accounts/statement/statement.ts';
import { drawInWorker } from '../../platform/pdf/document.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { describeStatement, tabulateStatement } from './describe-statement.ts';
import { selectLines } from './introducer-partner.read.ts';
import { findStatement } from './introducer-partner.sql.ts';

/** Refuses `not_found` for a statement of others, and `service_unavailable` under load. */
export const downloadStatement: Workflow<typeof contract.introducerPartner.download> = async (
  { actor, transaction },
  { uid, format },
) => {
  const found = await transaction(async ({ tx }) => {
    const statement = await findStatement(tx, actor.customerId, uid);
    return statement && { statement, lines: await selectLines(tx, uid) };
  });
  if (!found) throw new Refusal('not_found');
  const { statement, lines } = found;
  const name = `introducer-statement_${statement.month.slice(0, 7)}.${format}`;
  if (format === 'csv') return new File([writeTable(tabulateStatement(statement, lines))], name, { type: 'text/csv' });
  const document = describeStatement(statement, lines);
  const bytes = await drawInWorker(document, statement.issuedAt, { owner: actor.customerId });
  return new File([bytes], name, { type: 'application/pdf' });
};
