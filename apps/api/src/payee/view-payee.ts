import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from './payee.ts';
import { viewOf } from './payee.view.ts';

export const viewPayee: Verb<typeof contract.payee.view> = async (ctx, { uid }) =>
  viewOf(ctx, await requireOwnPayee(ctx, uid));
