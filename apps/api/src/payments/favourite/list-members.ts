import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { findPaidMembers } from '../member-transfer/member-transfer.ts';

const maxResults = 100;

export const listMembers: Verb<typeof contract.favourite.listMembers> = async (ctx) => {
  const payable = (await findPaidMembers(ctx)).filter(({ canReceive }) => canReceive);
  return {
    list: payable.slice(0, maxResults).map(({ transferId: transferUid, name, currencies, lastPaidAt }) => ({
      transferUid,
      name,
      currencies,
      lastPaidAt: lastPaidAt.toISOString(),
    })),
  };
};
