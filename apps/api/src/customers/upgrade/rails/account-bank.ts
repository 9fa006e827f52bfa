import type { Currency } from '@larkmere/money/money';
import { z } from 'zod';
import { callPartner, type Partner, PartnerTimeout, readJson } from '../../../platform/http/partner-client.ts';

export type AccountOpeningRequest = Readonly<{ orderId: string; holder: string; currency: Currency }>;

const AccountResponse = z.object({
  orderId: z.uuid(),
  sortCode: z
    .string()
    .regex(/^\d{6}$/)
    .nullable(),
  accountNumber: z
    .string()
    .regex(/^\d{8}$/)
    .nullable(),
  iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
  bic: z.string().regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/),
  correspondent: z.string().max(11).nullable(),
});

export type AccountDetails = Omit<z.infer<typeof AccountResponse>, 'orderId'>;

export type AccountBank = Readonly<{ open: (order: AccountOpeningRequest) => Promise<AccountDetails | 'refused'> }>;

/** Repeating an order returns its first answer. Throws `PartnerTimeout` when it is unknown what the bank did. */
export const accountBank = (bank: Partner): AccountBank => ({
  async open(order) {
    const reply = await callPartner({ ...bank, method: 'POST', path: '/v1/accounts', body: JSON.stringify(order) });
    if (reply.status === 400 || reply.status === 409) return 'refused';
    const answer = reply.status === 200 ? AccountResponse.safeParse(parseJson(reply.body)) : undefined;
    if (!answer?.success || answer.data.orderId !== order.orderId)
      throw new PartnerTimeout(`the answer to account order ${order.orderId} could not be understood`);
    const { orderId: _, ...details } = answer.data;
    return details;
  },
});

function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
