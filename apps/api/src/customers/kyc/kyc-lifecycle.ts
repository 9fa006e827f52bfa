import type { KycStatus } from '@larkmere/contract/customers/kyc';
import { message } from '@larkmere/messages/message';
import type { Updateable } from 'kysely';
import type { KycApplication } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { daysAfter, hoursAfter } from '../../platform/time/time-after.ts';
import { kycSetting } from './kyc.settings.ts';
import { type ApplicationRow, withdrawProposal } from './kyc.sql.ts';
import { kycStateChanged } from './kyc.ts';

const dueBy = (row: ApplicationRow): Date | null => row.dueBy;
const nextUpdate = ({ nextUpdateAt }: ApplicationRow): Date | null => nextUpdateAt;

export const applicationLifecycle = defineLifecycle({
  table: 'kyc.application',
  history: { table: 'kyc.transition', key: 'applicationId', copies: [] },
  action: 'kyc',
  entity: 'kyc',
  audited: ({ customerId: customer, concerns }) => ({ customer, ...(concerns.length > 0 && { concerns }) }),
})<KycStatus, ApplicationRow>({
  transitions: {
    not_started: { in_progress: 'customer' },
    in_progress: { pending: 'customer' },
    pending: {
      in_review: ['vendor', 'staff', 'system'],
      action_required: 'vendor',
      approved: 'vendor',
      approved_conditional: 'vendor',
      rejected: 'vendor',
    },
    in_review: {
      action_required: ['vendor', 'staff'],
      approved: ['vendor', 'staff'],
      approved_conditional: ['vendor', 'staff'],
      rejected: ['vendor', 'staff'],
    },
    action_required: { pending: 'customer', in_review: ['vendor', 'staff'], expired: 'system' },
    approved: { in_review: ['vendor', 'staff'], expired: 'system' },
    approved_conditional: { approved: ['vendor', 'staff'], in_review: ['vendor', 'staff'], expired: 'system' },
    rejected: {},
    expired: { in_progress: 'customer', pending: 'customer' },
  },
  waiting: {
    not_started: {
      owner: 'you',
      reason: message('kyc_not_started'),
      nextStep: message('kyc_next_pending'),
      deadline: 'nothing is lost while the account is not open yet',
    },
    in_progress: {
      owner: 'you',
      reason: message('kyc_in_progress'),
      nextStep: message('kyc_next_pending'),
      deadline: 'nothing is lost while the account is not open yet',
    },
    pending: {
      owner: 'us',
      reason: message('kyc_pending'),
      nextStep: message('kyc_next_result'),
      deadline: nextUpdate,
    },
    in_review: {
      owner: 'us',
      reason: message('kyc_in_review'),
      nextStep: message('kyc_next_result'),
      deadline: nextUpdate,
    },
    action_required: {
      owner: 'you',
      reason: message('kyc_action_required'),
      nextStep: message('kyc_next_pending'),
      deadline: dueBy,
    },
    approved: {
      owner: 'you',
      reason: message('kyc_approved'),
      nextStep: message('kyc_next_refresh'),
      deadline: (row) => row.dueBy ?? row.refreshDueAt,
    },
    approved_conditional: {
      owner: 'you',
      reason: message('kyc_approved_conditional'),
      nextStep: message('kyc_next_pending'),
      deadline: dueBy,
    },
    expired: {
      owner: 'you',
      reason: message('kyc_expired'),
      nextStep: message('kyc_next_pending'),
      deadline: 'the account waits until the details are sent again',
    },
  },
});

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
    dueBy: await dueByFor(ctx, state),
    nextUpdateAt: await nextUpdateFor(ctx, state),
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

async function dueByFor({ tx, now }: Ctx, state: KycStatus): Promise<Date | null> {
  if (state !== 'action_required' && state !== 'approved_conditional') return null;
  const { actionDays, conditionDays } = await requireSetting(tx, kycSetting, {});
  return daysAfter(now, state === 'action_required' ? actionDays : conditionDays);
}

async function nextUpdateFor({ tx, now }: Ctx, state: KycStatus): Promise<Date | null> {
  if (state !== 'pending' && state !== 'in_review') return null;
  const { silenceHours, reviewHours } = await requireSetting(tx, kycSetting, {});
  return hoursAfter(now, state === 'pending' ? silenceHours : reviewHours);
}

/** Ends what one person proposed: a second person must not complete it after the identity check has changed. */
export async function lapseProposal(ctx: Ctx, applicationId: string): Promise<void> {
  if (await withdrawProposal(ctx.tx, applicationId)) await audit(ctx, 'kyc.decision_lapsed', `kyc:${applicationId}`);
}
