import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../../platform/requests/verb.ts';
import { selectSubscription } from './subscription.sql.ts';

export const showSubscription: Verb<typeof contract.statement.showSubscription> = async ({ tx, actor }) =>
  (await selectSubscription(tx, actor)) ?? null;
