import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectOpenOf } from './contact-recovery.sql.ts';
import { viewRecovery } from './contact-recovery.view.ts';

export const showRecovery: Verb<typeof contract.contactRecovery.show> = async ({ tx, actor }) => {
  const row = await selectOpenOf(tx, actor.userId);
  return { recovery: row ? viewRecovery(row) : null };
};
