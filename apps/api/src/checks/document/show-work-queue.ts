import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectDocumentsForStaff } from './document.read.ts';
import { toStaffView } from './document.view.ts';

const maxResults = 200;

export const showDocumentQueue: Verb<typeof contract.document.workQueue> = async ({ tx }, { payment }) => {
  return { list: (await selectDocumentsForStaff(tx, { payment, most: maxResults })).map(toStaffView) };
};
