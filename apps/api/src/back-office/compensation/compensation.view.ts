import type { CompensationView } from '@larkmere/contract/back-office/compensation';
import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import {
  type CompensationWithNames,
  findCompensationWithNames,
  selectCompensationsByState,
} from './compensation.read.ts';

export const toCompensationView = (row: CompensationWithNames): CompensationView => ({
  uid: row.id,
  state: row.state,
  payment: { uid: row.paymentId, reference: row.paymentReference },
  customer: { name: row.customerName, memberCode: row.memberCode },
  amount: {
    amount: formatAmount(money(row.currency, row.amountMinor)),
    currency: row.currency,
  },
  reason: row.reason,
  note: row.note,
  evidence: row.evidence,
  proposedBy: row.proposedBy,
  proposedAt: row.proposedAt.toISOString(),
  decidedBy: row.decidedBy,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decisionNote: row.decisionNote,
  reversal: row.reversal,
});

export async function loadCompensationView(tx: Tx, id: string): Promise<CompensationView> {
  const row = await findCompensationWithNames(tx, id);
  if (!row) throw new Error(`compensation ${id} has no view`);
  return toCompensationView(row);
}

const maxResults = 200;

export const listCompensations: Verb<typeof contract.compensation.list> = async ({ tx }, { state }) => {
  return { list: (await selectCompensationsByState(tx, state, maxResults)).map(toCompensationView) };
};
