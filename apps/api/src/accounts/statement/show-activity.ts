import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectActivity } from './statement.read.ts';
import { toStatementLine } from './statement.ts';

export const showActivity: Verb<typeof contract.statement.activity> = async (ctx, { size }) => {
  const latest = await selectActivity(ctx.tx, ctx.actor, size);
  return latest.map((item) => {
    const { bankholderId: bankholderid, pending, state } = item;
    return { ...toStatementLine(item, 'compact'), bankholderid, pending, state };
  });
};
