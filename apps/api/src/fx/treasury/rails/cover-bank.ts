import type { Currency, Money } from '@larkmere/money/money';
import { formatAmount, readAmount } from '@larkmere/money/money';
import { z } from 'zod';
import { callPartner, type Partner, PartnerTimeout, readJson } from '../../../platform/http/partner-client.ts';

export type CoverOrder = Readonly<{ dealId: string; sold: Money; buy: Currency; midRate: string }>;
export type CoverResult = Readonly<{ bought: Money; rate: string; reference: string }> | 'refused';
export type CoverBank = Readonly<{ deal: (order: CoverOrder) => Promise<CoverResult> }>;

const CoverResponse = z.object({
  dealId: z.uuid(),
  reference: z.string().min(1).max(64),
  rate: z.string().regex(/^\d{1,12}(\.\d{1,10})?$/),
  buyAmount: z.string(),
});

/** Repeating an order returns its first answer. Throws `PartnerTimeout` when it is unknown whether the bank dealt. */
export const coverBank = (bank: Partner): CoverBank => ({
  async deal({ dealId, sold, buy, midRate }) {
    const order = { dealId, sell: sold.currency, buy, sellAmount: formatAmount(sold), midRate };
    const reply = await callPartner({ ...bank, method: 'POST', path: '/v1/fx-deals', body: JSON.stringify(order) });
    if (reply.status === 400 || reply.status === 409) return 'refused';
    const answer = reply.status === 200 ? CoverResponse.safeParse(parseJson(reply.body)) : undefined;
    const bought = answer?.success ? readAmount(buy, answer.data.buyAmount) : undefined;
    if (!answer?.success || !bought || answer.data.dealId !== dealId)
      throw new PartnerTimeout(`the answer to deal ${dealId} could not be understood`);
    return { bought, rate: answer.data.rate, reference: answer.data.reference };
  },
});

function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
