import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { findPin } from './pin.sql.ts';
import { mostFailures } from './pin.ts';

export const showPin: Verb<typeof contract.pin.state> = async ({ tx, actor }) => {
  const pin = await findPin(tx, actor.personId);
  if (!pin) return { exists: false, status: 'none', attemptsLeft: mostFailures };
  return {
    exists: true,
    status: pin.failures >= mostFailures ? 'locked' : 'active',
    attemptsLeft: mostFailures - pin.failures,
  };
};
