import { defineJob } from '../../platform/jobs/job.ts';
import { changeAccountStatus } from './change-account-status.ts';
import { findIdleCustomers } from './idle-customers.read.ts';

const customersPerRun = 100;

/** Sending from an account that nobody used for a year needs a confirmation that it is the customer. */
export const dormancy = defineJob({
  name: 'mark-dormant-customers',
  everySeconds: 3600,
  run: async ({ db, transaction }) => {
    const idle = await findIdleCustomers(db, customersPerRun);
    for (const id of idle)
      await transaction((ctx) => changeAccountStatus(ctx, id, { status: 'dormant', reasonCode: 'inactivity' }));
    return idle.length;
  },
});
