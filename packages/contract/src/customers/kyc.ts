import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Moment } from '../platform/fields.ts';

export const KycStatus = z.enum([
  'not_started',
  'in_progress',
  'pending',
  'in_review',
  'action_required',
  'approved',
  'approved_conditional',
  'rejected',
  'expired',
]);

export const kycState = endpoint({
  method: 'GET',
  path: '/v1/walletaccount/kyc/state',
  access: 'customer',
  beforeKyc: true,
  about: 'How far the identity check is, what is still needed and by when.',
  input: EmptyInput,
  reply: z.object({
    status: KycStatus,
    submittedAt: Moment.nullable(),
    dueBy: Moment.nullable(),
    requirements: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        state: z.enum(['not_provided', 'in_review', 'verified', 'rejected']),
        reason: z.string().nullable(),
      }),
    ),
    nextStep: z.string(),
  }),
  refusals: [],
});
