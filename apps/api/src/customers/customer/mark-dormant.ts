import { sql } from 'kysely';
import { defineJob } from '../../platform/jobs/job.ts';
import { changeAccountStatus } from './change-account-status.ts';

const monthsUntilDormant = 12;
const customersPerRun = 100;

/** Customers who neither signed in nor paid anything for a year. Sending then needs a confirmation that it is them. */
export const dormancy = defineJob({
  name: 'mark-dormant-customers',
  everySeconds: 3600,
  run: async ({ db, transaction }) => {
    const { rows } = await sql<{ id: string }>`
      select c.id from customer.customer c
      where c.state = 'active' and greatest(c.state_since, c.created_at) < ${idleSince}
        and not exists (select from session.session s where s.customer_id = c.id and s.last_seen_at >= ${idleSince})
        and not exists (select from payment.payment p where p.customer_id = c.id and p.created_at >= ${idleSince})
      order by c.id limit ${customersPerRun}`.execute(db);
    for (const { id } of rows)
      await transaction((ctx) => changeAccountStatus(ctx, id, { status: 'dormant', reasonCode: 'inactivity' }));
    return rows.length;
  },
});

const idleSince = sql`(now() - ${monthsUntilDormant} * interval '1 month')`;
