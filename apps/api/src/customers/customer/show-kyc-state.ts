import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectRequirements } from './customer.sql.ts';
import { type Customer, findCustomer, type KycRequirement } from './customer.ts';

const nextStepTexts: Readonly<Record<Customer['kycStatus'], string>> = {
  not_started: 'Start the identity check. It takes about five minutes.',
  in_progress: 'Finish the identity check where you left it.',
  pending: 'We have your details and look at them soon. You need not do anything.',
  in_review: 'We are checking your details. You need not do anything.',
  action_required: 'We need something more from you. See the list.',
  approved: 'You are verified. There is nothing left to do.',
  approved_conditional: 'You can use your account. Give us what is still on the list in time.',
  rejected: 'We could not verify you. Contact us if you think this is wrong.',
  expired: 'The identity check ran out. Start it again.',
};

export const showKycState: Verb<typeof contract.kyc.kycState> = async (ctx) => {
  const customer = await findCustomer(ctx.tx, ctx.actor.customerId);
  if (!customer) throw new Refusal('not_found');
  return {
    status: customer.kycStatus,
    submittedAt: customer.kycSubmittedAt?.toISOString() ?? null,
    dueBy: customer.kycDueBy?.toISOString() ?? null,
    requirements: (await selectRequirements(ctx.tx, customer.id)) as KycRequirement[],
    nextStep: nextStepTexts[customer.kycStatus],
  };
};
