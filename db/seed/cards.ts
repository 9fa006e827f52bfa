import { v7 } from 'uuid';
import { findBankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { createCard } from '../../apps/api/src/cards/issued-card/order-card.ts';
import type { Ctx, SystemActor } from '../../apps/api/src/platform/requests/verb.ts';
import { type AccountHolder, requireValue } from './account-holder.ts';

/** A virtual card of the GBP account. The processor issues it once the services have started. */
export async function orderCard(ctx: Ctx<SystemActor>, { person, moneyAccounts }: AccountHolder): Promise<void> {
  const { accountId } = requireValue(moneyAccounts.get('GBP'), 'GBP account');
  const account = await findBankAccount(ctx.tx, requireValue(accountId ?? undefined, 'account'));
  await createCard(ctx, {
    id: v7(),
    account: requireValue(account, 'account'),
    holder: { userId: person.id, name: person.name },
    embossedName: person.name.toUpperCase(),
    format: 'virtual',
    design: 'mere',
    phone: '+442079460018',
    limits: { perPaymentMinor: 100_000n, dailyMinor: 150_000n, monthlyMinor: 500_000n },
    replaces: null,
    fee: { minor: 0n, id: null },
  });
}
