import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { findingsIn } from './finding.sql.ts';
import { viewFindings } from './finding.view.ts';
import { requireCompliance } from './require-review.ts';

const most = 200;

export const listFindings: Verb<typeof contract.finding.list> = async ({ tx, actor }, { state }) => {
  if (actor.role !== 'auditor') requireCompliance(actor);
  return { list: await viewFindings(tx, await findingsIn(tx, state, most)) };
};
