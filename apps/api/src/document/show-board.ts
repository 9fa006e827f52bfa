import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { documentsForStaff } from './document.read.ts';
import { viewForStaff } from './document.view.ts';
import { requireRole } from './staff-role.ts';

const most = 200;

export const showDocumentBoard: Verb<typeof contract.document.board> = async ({ tx, actor }, { payment }) => {
  requireRole(actor, 'look');
  return { list: (await documentsForStaff(tx, { payment, most })).map(viewForStaff) };
};
