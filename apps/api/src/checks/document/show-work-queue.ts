import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectDocumentsForStaff } from './document.read.ts';
import { toStaffView } from './document.view.ts';

const maxResults = 200;

export const showDocumentQueue: Verb<typeof contract.document.workQueue> = async (ctx, { payment }) => {
  return { list: (await selectDocumentsForStaff(ctx, { payment, most: maxResults })).map(toStaffView) };
};
