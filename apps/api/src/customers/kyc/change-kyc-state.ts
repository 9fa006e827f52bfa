import type { KycStatus } from '@larkmere/contract/customers/kyc';
import type { Updateable } from 'kysely';
import type { KycApplication } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { kycSetting } from './kyc.settings.ts';
import type { ApplicationRow } from './kyc.sql.ts';
import { kycStateChanged } from './kyc.ts';
import { applicationLifecycle } from './kyc-lifecycle.ts';
import { lapseProposal } from './lapse-proposal.ts';

type KycChange = Updateable<KycApplication> & Readonly<{ state: KycStatus }>;

/** Of a locked application. Concerns and due date hold for one state only, so they are given anew with each. */
export async function changeKycState(
  ctx: Ctx,
  application: ApplicationRow,
  change: KycChange,
): Promise<ApplicationRow> {
  const { state } = change;
  await lapseProposal(ctx, application.id);
  const moved = await changeState(ctx, applicationLifecycle, application, {
    concerns: [],
    dueBy: await defaultDueBy(ctx, state),
    nextUpdateAt: await nextUpdateAt(ctx, state),
    ...change,
  });
  await emit(ctx, kycStateChanged, {
    applicationId: moved.id,
    customerId: moved.customerId,
    state,
    previous: application.state,
    dueBy: moved.dueBy?.toISOString() ?? null,
  });
  return moved;
}

const hourMs = 3_600_000;

export const hoursAfter = (now: Date, hours: number): Date => new Date(now.getTime() + hours * hourMs);
export const daysAfter = (now: Date, days: number): Date => hoursAfter(now, days * 24);

async function defaultDueBy({ tx, now }: Ctx, state: KycStatus): Promise<Date | null> {
  if (state !== 'action_required' && state !== 'approved_conditional') return null;
  const { actionDays, conditionDays } = await requireSetting(tx, kycSetting, {});
  return daysAfter(now, state === 'action_required' ? actionDays : conditionDays);
}

async function nextUpdateAt({ tx, now }: Ctx, state: KycStatus): Promise<Date | null> {
  if (state !== 'pending' && state !== 'in_review') return null;
  const { silenceHours, reviewHours } = await requireSetting(tx, kycSetting, {});
  return hoursAfter(now, state === 'pending' ? silenceHours : reviewHours);
}
