import type { contract } from '@larkmere/contract/contract';
import { type IssueRateAccess, switchSession, viewSession } from '../../identity/session/session.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { setSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { selectOwnCustomers, setLastViewed } from './membership.sql.ts';

/** Refuses with `not_found` for a customer that the person does not belong to, and with `membership_inactive`. */
export const switchCustomer =
  (admitToRates: IssueRateAccess): Workflow<typeof contract.session.switchCustomer> =>
  async (steps, { customerId }) => {
    const { userId, customerId: from } = steps.actor;
    const { login, session, startedAt, now } = await steps.transaction(async (ctx) => {
      const switched = await switchSession(ctx, steps.caller, customerId);
      await setLastViewed(ctx.tx, { userId, customerId });
      await audit(ctx, 'session.customer_switched', `person:${userId}`, { from, to: customerId });
      return { ...switched, now: ctx.now };
    });
    if (session.cookie) setSessionCookie(steps, customerCookie, session.cookie);
    return viewSession(login, { token: session.token, startedAt }, admitToRates(now));
  };

export const listOwnCustomers: Verb<typeof contract.session.listCustomers> = async ({ tx, actor }) => {
  const customers = await selectOwnCustomers(tx, actor.userId);
  return customers.map((customer) => ({ ...customer, isCurrent: customer.id === actor.customerId }));
};
