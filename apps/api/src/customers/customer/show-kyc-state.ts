import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectRequirements } from './customer.sql.ts';
import { findCustomer, type KycRequirement } from './customer.ts';

export const showKycState: Verb<typeof contract.kyc.kycState> = async (ctx) => {
  const customer = await findCustomer(ctx.tx, ctx.actor.customerId);
  if (!customer) throw new Refusal('not_found');
  return {
    status: customer.kycStatus,
    submittedAt: customer.kycSubmittedAt?.toISOString() ?? null,
    dueBy: customer.kycDueBy?.toISOString() ?? null,
    requirements: (await selectRequirements(ctx.tx, customer.id)) as KycRequirement[],
    nextStep: defaultText(`kyc_${customer.kycStatus}`),
  };
};
