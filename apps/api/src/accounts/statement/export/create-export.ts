import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../../platform/requests/verb.ts';
import { requestExport, toExportView } from './request-export.ts';

export const createExport: Verb<typeof contract.statement.createExport> = async (ctx, input) => {
  const { accounts, from, to, format, layout, preset = null, authorisation, idempotency } = input;
  const confirmation = authorisation === undefined ? undefined : { authorisation, idempotency };
  const requested = await requestExport(ctx, accounts, { from, to, format, layout, preset }, confirmation);
  return toExportView(requested, ctx.actor.userId, true);
};
