import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectCompensationsByState } from './compensation.read.ts';
import { toCompensationView } from './compensation.view.ts';

const maxResults = 200;

export const listCompensations: Verb<typeof contract.compensation.list> = async ({ tx }, { state }) => {
  return { list: (await selectCompensationsByState(tx, state, maxResults)).map(toCompensationView) };
};
