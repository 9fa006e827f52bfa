import { defineJob } from '../../platform/jobs/job.ts';
import { updateReviewState } from '../customer/customer.ts';
import { findCustomersToAsk } from './public-review.read.ts';

const customersPerRun = 100;

export const reviewInvitations = defineJob({
  name: 'ask-for-public-reviews',
  everySeconds: 3600,
  run: async ({ db, transaction }) => {
    const customers = await findCustomersToAsk(db, customersPerRun);
    for (const id of customers) await transaction(({ tx }) => updateReviewState(tx, id, 'due'));
    return customers.length;
  },
});
