import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { countAll } from './bank-account.read.ts';

/** How many accounts, currencies and waiting payments the customer has. */
export const countBankAccounts: Verb<typeof contract.bankAccount.count> = (ctx) =>
  countAll(ctx.tx, ctx.actor.customerId);
