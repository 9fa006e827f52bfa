import type { MissingRequirement } from '@larkmere/contract/customers/upgrade';
import type { Tx } from '../../platform/db/db.ts';
import { findReadiness } from './upgrade.read.ts';

const addressRequirement: MissingRequirement = {
  key: 'address',
  title: 'Your home address',
  state: 'not_provided',
  reason: 'Payments abroad have to name it.',
};

export async function findMissingRequirements(tx: Tx, customerId: string): Promise<MissingRequirement[]> {
  const { hasAddress, open } = await findReadiness(tx, customerId);
  const proven = open.some(({ key }) => key === addressRequirement.key);
  return [...(open as MissingRequirement[]), ...(hasAddress || proven ? [] : [addressRequirement])];
}
