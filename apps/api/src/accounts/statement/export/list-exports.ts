import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../../platform/requests/verb.ts';
import { listOwnAccounts } from '../../bank-account/bank-account.ts';
import { hasConfirmedLately, selectLatestExports } from './export-request.read.ts';
import { toExportView } from './request-export.ts';

const listed = 10;

export const listExports: Verb<typeof contract.statement.listExports> = async (ctx) => {
  const { customerId, userId } = ctx.actor;
  const usable = (await listOwnAccounts(ctx)).map(({ bankholderId }) => bankholderId);
  const rows = await selectLatestExports(ctx.tx, customerId, usable, listed);
  const hasConfirmed = await hasConfirmedLately(ctx.tx, ctx.actor);
  return { list: rows.map((row) => toExportView(row, userId, hasConfirmed)) };
};
