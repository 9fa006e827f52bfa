/** The state of the identity check where it is only named. The texts of its own page are in `kyc-page.texts.ts`. */
export const kyc = {
  label: 'Identity check: {status}',
  status: {
    not_started: 'not started',
    in_progress: 'in progress',
    pending: 'waiting for review',
    in_review: 'under review',
    action_required: 'we need more from you',
    approved: 'approved',
    approved_conditional: 'approved with conditions',
    rejected: 'not passed',
    expired: 'expired',
  },
} as const;
