import type { MissingRequirement } from '@larkmere/contract/customers/upgrade';
import { defaultText } from '@larkmere/messages/format-message';
import type { Tx } from '../../platform/db/db.ts';
import { itemTitle, reasonText } from '../kyc/kyc.ts';
import { findReadiness } from './upgrade.read.ts';

const addressRequirement: MissingRequirement = {
  key: 'address',
  title: defaultText('upgrade_address_title'),
  state: 'not_provided',
  reason: defaultText('upgrade_address_reason'),
};

/** Approval of these takes the address over. */
const addressItems: readonly string[] = ['personal_details', 'company'];

export async function findMissingRequirements(tx: Tx, customerId: string): Promise<MissingRequirement[]> {
  const { hasAddress, open } = await findReadiness(tx, customerId);
  const missing = open.map(({ level, key, state, reason }) => ({
    key,
    title: itemTitle(level, key),
    state: state as MissingRequirement['state'],
    reason: reason === null ? null : reasonText(reason),
  }));
  const isProving = open.some(({ key }) => addressItems.includes(key));
  return [...missing, ...(hasAddress || isProving ? [] : [addressRequirement])];
}
