import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectUsablePayees } from './payee.sql.ts';
import { toPayee } from './payee.ts';
import { toPayeeViews } from './payee.view.ts';

export const listUsableEur: Verb<typeof contract.payee.usableEur> = async (ctx) =>
  toPayeeViews(
    ctx,
    (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types: ['eur'], currency: 'EUR' })).map(toPayee),
  );
