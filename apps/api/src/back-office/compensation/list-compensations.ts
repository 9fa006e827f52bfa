import type { contract } from '@larkmere/contract/contract';
import { requireRole } from '../../platform/requests/require-role.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectCompensationsByState } from './compensation.read.ts';
import { toCompensationView } from './compensation.view.ts';
import { decidingRoles } from './compensation-rules.ts';

const maxResults = 200;

export const listCompensations: Verb<typeof contract.compensation.list> = async ({ tx, actor }, { state }) => {
  requireRole(actor, ...decidingRoles, 'auditor', 'finance');
  return { list: (await selectCompensationsByState(tx, state, maxResults)).map(toCompensationView) };
};
