import type { MissingRequirement } from '@larkmere/contract/customers/upgrade';
import { defaultText } from '@larkmere/messages/format-message';
import type { Tx } from '../../platform/db/db.ts';
import { findReadiness } from './upgrade.read.ts';

const addressRequirement: MissingRequirement = {
  key: 'address',
  title: defaultText('upgrade_address_title'),
  state: 'not_provided',
  reason: defaultText('upgrade_address_reason'),
};

export async function findMissingRequirements(tx: Tx, customerId: string): Promise<MissingRequirement[]> {
  const { hasAddress, open } = await findReadiness(tx, customerId);
  const proven = open.some(({ key }) => key === addressRequirement.key);
  return [...(open as MissingRequirement[]), ...(hasAddress || proven ? [] : [addressRequirement])];
}
