import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { viewClosure } from './closure.view.ts';

export const showClosure: Verb<typeof contract.closure.show> = (ctx) => viewClosure(ctx);
