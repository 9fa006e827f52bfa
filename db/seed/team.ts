import { roleAccess } from '@larkmere/contract/platform/role-access';
import { sql } from 'kysely';
import { acceptCurrentTerms } from '../../apps/api/src/customers/agreement/agreement.ts';
import { changeMembership, createUser, inviteMember } from '../../apps/api/src/customers/customer/customer.ts';
import {
  deriveInvitationKey,
  invitationEnd,
  sendInvitation,
} from '../../apps/api/src/customers/invitation/invitation.ts';
import type { Ctx } from '../../apps/api/src/platform/requests/verb.ts';
import { type AccountHolder, requireValue } from './account-holder.ts';
import { type Day, daysAfter, londonTime } from './calendar.ts';

const limits: Readonly<Record<string, Readonly<{ perPayment: string; daily: string | null }>>> = {
  isla: { perPayment: '250000', daily: '500000' },
  marcus: { perPayment: '2500000', daily: null },
};

/** What colleagues of the demo firm may do beside their role, a suspended user and an open invitation. */
export async function completeTeam(ctx: Ctx, firm: AccountHolder, today: Day, pinPepper: string): Promise<void> {
  for (const username of Object.keys(limits)) await limitColleague(ctx, firm, username, today);
  await suspendRuth(ctx, firm, today);
  await inviteGreta(ctx, firm, pinPepper);
}

async function limitColleague(
  { tx }: Ctx,
  { person, moneyAccounts }: AccountHolder,
  username: string,
  today: Day,
): Promise<void> {
  const { perPayment, daily } = requireValue(limits[username], `limits of ${username}`);
  const accounts =
    username === 'isla'
      ? (['GBP', 'EUR'] as const).map((each) => requireValue(moneyAccounts.get(each), each).bankholderId)
      : null;
  await sql`
    update customer.membership m set accounts = ${accounts}, limit_currency = 'GBP', per_payment_minor = ${perPayment},
      daily_minor = ${daily}, invited_by = ${person.id}, invited_email = p.email,
      invited_at = ${londonTime(daysAfter(today, -8), '10:00')}, expires_at = ${londonTime(daysAfter(today, 6), '10:00')}
    from customer.user p where p.id = m.user_id and p.username = ${username}`.execute(tx);
}

async function suspendRuth(ctx: Ctx, { customer }: AccountHolder, today: Day): Promise<void> {
  const { id, membershipId } = await createUser(ctx, {
    customerId: customer.id,
    username: 'ruth',
    email: 'ruth@larkmere.example',
    name: 'Ruth O’Donnell',
    role: 'viewer',
    access: roleAccess.viewer,
    createdAt: londonTime(daysAfter(today, -7), '09:40'),
  });
  await acceptCurrentTerms(ctx.tx, id);
  await changeMembership(ctx, membershipId, { state: 'suspended', reason: 'on_leave' });
}

async function inviteGreta(ctx: Ctx, { customer, person }: AccountHolder, pinPepper: string): Promise<void> {
  const expiresAt = invitationEnd(ctx.now);
  const { id } = await inviteMember(ctx, {
    customerId: customer.id,
    email: 'greta@ledgerly.example',
    invitedBy: person.id,
    expiresAt,
    rights: {
      role: 'accountant',
      access: roleAccess.accountant,
      accounts: null,
      limitCurrency: null,
      perPaymentMinor: null,
      dailyMinor: null,
    },
  });
  const greta = { membershipId: id, name: 'Greta Lindqvist', phone: null, expiresAt };
  await sendInvitation(ctx, deriveInvitationKey(pinPepper), greta);
}
