import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import type { Procedure } from '../kernel/verb.ts';
import { lastUses } from './instant-payment.sql.ts';
import { type Aspsp, BankSilence, type OpenBanking } from './rails/open-banking.ts';

export const listBanks =
  (openBanking: OpenBanking): Procedure<typeof contract.instantPayment.aspsps> =>
  async (steps) => {
    const banks = await banksOf(openBanking);
    const uses = await steps.transaction(({ tx, actor }) => lastUses(tx, actor.customerId));
    const usedAt = (id: string): number => uses.find(({ bank_id }) => bank_id === id)?.at.getTime() ?? 0;
    const sorted = banks.toSorted((a, b) => usedAt(b.id) - usedAt(a.id) || a.name.localeCompare(b.name, 'en'));
    return {
      list: sorted.map((bank) => ({
        ...bank,
        lastUsedAt: uses.find(({ bank_id }) => bank_id === bank.id)?.at.toISOString() ?? null,
      })),
    };
  };

export async function banksOf(openBanking: OpenBanking): Promise<readonly Aspsp[]> {
  try {
    return await openBanking.banks();
  } catch (error) {
    if (error instanceof BankSilence)
      throw new Refusal('bank_silent', {
        message: 'The list of banks cannot be read at the moment. Nothing was paid. Try again in a few minutes.',
      });
    throw error;
  }
}
