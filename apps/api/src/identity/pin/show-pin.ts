import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { findPin } from './pin.sql.ts';
import { maxFailures } from './pin.ts';

export const showPin: Verb<typeof contract.pin.state> = async ({ tx, actor }) => {
  const pin = await findPin(tx, actor.userId);
  if (!pin) return { exists: false, status: 'none', attemptsLeft: maxFailures };
  return {
    exists: true,
    status: pin.failures >= maxFailures ? 'locked' : 'active',
    attemptsLeft: maxFailures - pin.failures,
  };
};
