import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { requirementsFor } from './requirements/requirements.ts';

/** What has to be known of a payee, as data. */
export const showRequirements: Verb<typeof contract.payee.requirements> = async (_ctx, asked) => requirementsFor(asked);
