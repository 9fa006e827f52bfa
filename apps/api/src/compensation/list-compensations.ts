import type { contract } from '@larkmere/contract/contract';
import { requireRole } from '../kernel/require-role.ts';
import type { Verb } from '../kernel/verb.ts';
import { seenInState } from './compensation.read.ts';
import { viewOf } from './compensation.view.ts';
import { deciding } from './may-compensate.ts';

const most = 200;

export const listCompensations: Verb<typeof contract.compensation.list> = async ({ tx, actor }, { state }) => {
  requireRole(actor, ...deciding, 'auditor', 'finance');
  return { list: (await seenInState(tx, state, most)).map(viewOf) };
};
