import { type EntityType, NameCheckResult } from '@larkmere/contract/payees/payee';
import type { PayeeRequirements } from '@larkmere/contract/payees/payee-requirements';
import { z } from 'zod';
import { callPartner, type Partner, PartnerTimeout, readJson } from '../../../platform/http/partner-client.ts';
import type { Payee } from '../payee-record.ts';
import { nameSchemeOf } from '../requirements/requirements.ts';

export type NameCheckRequest = Readonly<{
  type: Payee['type'];
  name: string;
  entityType: z.infer<typeof EntityType>;
  account: string;
  details: Payee['details'];
}>;

export type NameCheckResponse = Readonly<{
  checkId?: string;
  scheme: PayeeRequirements['nameCheck'];
  code: string;
  result: z.infer<typeof NameCheckResult>;
  actualName?: string;
}>;

const PartnerResponse = z.object({
  checkId: z.string().min(1).max(64),
  code: z.string().max(16),
  result: NameCheckResult,
  actualName: z.string().max(140).optional(),
});

/** The Verification of Payee rulebook gives a bank five seconds. */
const vopTimeoutMs = 5000;

export type NameCheckClient = Readonly<{
  /** Whether the partner looks up PromptPay IDs. */
  checksPromptPay: boolean;
  checkName: (request: NameCheckRequest) => Promise<NameCheckResponse>;
}>;

export function createNameCheckClient(bank: Partner, { checksPromptPay = true } = {}): NameCheckClient {
  return {
    checksPromptPay,
    /** Advisory: a bank that does not answer, or not as specified, gives `unavailable`, which blocks nothing. */
    async checkName({ type, name, entityType, details }: NameCheckRequest): Promise<NameCheckResponse> {
      const scheme = nameSchemeOf(type, details.payTo);
      if (scheme === 'none' || (scheme === 'promptpay' && !checksPromptPay))
        return { scheme: 'none', code: 'NONE', result: 'not_supported' };
      const account = accountFor(scheme, details);
      const silent: NameCheckResponse = { scheme, code: 'SILENCE', result: 'unavailable' };
      const timeoutMs = scheme === 'vop' ? Math.min(bank.timeoutMs, vopTimeoutMs) : bank.timeoutMs;
      try {
        const body = JSON.stringify({ name, entityType, ...account });
        const reply = await callPartner({ ...bank, timeoutMs, method: 'POST', path: '/v1/name-checks', body });
        const read = reply.status === 200 ? PartnerResponse.safeParse(readJson(reply.body)) : undefined;
        if (!read?.success) return silent;
        const { checkId, code, result, actualName } = read.data;
        return { checkId, scheme, code, result, ...(actualName === undefined ? {} : { actualName }) };
      } catch (error) {
        if (error instanceof PartnerTimeout || error instanceof SyntaxError) return silent;
        throw error;
      }
    },
  };
}

function accountFor(
  scheme: 'cop' | 'vop' | 'promptpay',
  details: Payee['details'],
): Record<string, string | undefined> {
  const { sortCode, accountNumber, secondaryId, iban, payTo, proxy } = details;
  if (scheme === 'cop') return { sortCode, accountNumber, secondaryId };
  return scheme === 'vop' ? { iban } : { proxyType: payTo, proxy };
}
