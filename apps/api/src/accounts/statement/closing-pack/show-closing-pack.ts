import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../../platform/requests/verb.ts';
import { hasConfirmedLately } from '../export/export-request.read.ts';
import { toExportView } from '../export/request-export.ts';
import { selectLatestPack } from '../export/statement-export.sql.ts';
import { packRangeOf } from './closing-pack-range.ts';

export const showClosingPack: Verb<typeof contract.statement.showClosingPack> = async (ctx) => {
  const { tx, actor } = ctx;
  const { accounts, from, to } = await packRangeOf(ctx);
  const latest = await selectLatestPack(tx, actor);
  return {
    accounts: accounts.map(({ bankholderId }) => bankholderId),
    from,
    to,
    latest: latest ? toExportView(latest, actor.userId, await hasConfirmedLately(tx, actor)) : null,
  };
};
