import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { idleSeconds } from './limits.ts';

export const touchSession: Verb<typeof contract.session.touch> = async () => ({ idleSeconds });
