import { type EntityType, NameCheckResult } from '@larkmere/contract/payee';
import { z } from 'zod';
import { type Partner, PartnerSilence, partnerCall } from '../../kernel/partner.ts';

export type NameQuestion = Readonly<{
  sortCode: string;
  accountNumber: string;
  name: string;
  entityType: z.infer<typeof EntityType>;
}>;

/** The bank's answer; `checkId` is its own number for it, absent when it said nothing. */
export type NameAnswer = Readonly<{
  checkId?: string;
  scheme: 'cop';
  code: string;
  result: z.infer<typeof NameCheckResult>;
  actualName?: string;
}>;

const Answer = z.object({
  checkId: z.string().min(1).max(64),
  code: z.string().max(16),
  result: NameCheckResult,
  actualName: z.string().max(140).optional(),
});

const silent: NameAnswer = { scheme: 'cop', code: 'SILENCE', result: 'unavailable' };

/** Confirmation of Payee through our partner bank. */
export function confirmationOfPayee(bank: Partner) {
  return {
    /**
     * Asks the payee's bank whether the name belongs to the account. Advisory only, so a bank that is silent or cannot
     * be understood is `unavailable` and stops nobody.
     */
    async checkName(question: NameQuestion): Promise<NameAnswer> {
      try {
        const body = JSON.stringify(question);
        const reply = await partnerCall({ ...bank, method: 'POST', path: '/v1/name-checks', body });
        const read = reply.status === 200 ? Answer.safeParse(JSON.parse(reply.body)) : undefined;
        if (!read?.success) return silent;
        const { checkId, code, result, actualName } = read.data;
        return { checkId, scheme: 'cop', code, result, ...(actualName === undefined ? {} : { actualName }) };
      } catch (error) {
        if (error instanceof PartnerSilence || error instanceof SyntaxError) return silent;
        throw error;
      }
    },
  };
}
