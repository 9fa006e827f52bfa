import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { selectLastUses } from './open-banking.sql.ts';
import { type Aspsp, BankNoResponse, type OpenBankingClient } from './rails/open-banking-client.ts';

export const listBanks =
  (openBanking: OpenBankingClient): Workflow<typeof contract.instantPayment.aspsps> =>
  async (steps) => {
    const banks = await fetchBanks(openBanking);
    const uses = await steps.transaction(({ tx, actor }) => selectLastUses(tx, actor));
    const usedAt = (id: string): number => uses.find(({ bankId }) => bankId === id)?.at.getTime() ?? 0;
    const sorted = banks.toSorted((a, b) => usedAt(b.id) - usedAt(a.id) || a.name.localeCompare(b.name, 'en'));
    return {
      list: sorted.map((bank) => ({
        ...bank,
        lastUsedAt: uses.find(({ bankId }) => bankId === bank.id)?.at.toISOString() ?? null,
      })),
    };
  };

export async function fetchBanks(openBanking: OpenBankingClient): Promise<readonly Aspsp[]> {
  try {
    return await openBanking.banks();
  } catch (error) {
    if (error instanceof BankNoResponse)
      throw new Refusal('bank_not_responding', { reason: message('bank_list_unavailable') });
    throw error;
  }
}
