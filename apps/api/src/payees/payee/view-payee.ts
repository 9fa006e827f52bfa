import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOwnPayee } from './payee.ts';
import { toPayeeView } from './payee.view.ts';

export const viewPayee: Verb<typeof contract.payee.view> = async (ctx, { uid }) =>
  toPayeeView(ctx, await requireOwnPayee(ctx, uid));
