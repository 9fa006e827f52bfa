import type { Gap } from '@larkmere/contract/upgrade';
import type { Tx } from '../kernel/db.ts';
import { standingOf } from './upgrade.read.ts';

const address: Gap = {
  key: 'address',
  title: 'Your home address',
  state: 'not_provided',
  reason: 'Payments abroad have to name it.',
};

export async function missingOf(tx: Tx, customerId: string): Promise<Gap[]> {
  const { hasAddress, open } = await standingOf(tx, customerId);
  const proven = open.some(({ key }) => key === address.key);
  return [...(open as Gap[]), ...(hasAddress || proven ? [] : [address])];
}
