import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { idleSeconds } from './limits.ts';

/** The customer is still there. The idle clock was started again when the request was authenticated. */
export const touchSession: Verb<typeof contract.session.touch> = async () => ({ idleSeconds });
