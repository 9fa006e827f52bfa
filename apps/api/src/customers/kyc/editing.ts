import type { KycStatus } from '@larkmere/contract/customers/kyc';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor } from '../../platform/requests/verb.ts';
import { isOpen, type KycFile } from './evaluate-items.ts';
import type { ApplicationRow, ItemRow } from './kyc.sql.ts';

const editableStates: readonly KycStatus[] = [
  'not_started',
  'in_progress',
  'action_required',
  'approved',
  'approved_conditional',
  'expired',
];

/** Answers and documents are personal data of the owners, so other users of the customer do not see them. */
export const isEditor = ({ role }: Pick<CustomerActor, 'role'>): boolean => role === 'owner' || role === 'admin';

export function requireEditor(actor: CustomerActor): void {
  if (!isEditor(actor)) throw new Refusal('access_denied');
}

type EditedItem = Pick<ItemRow, 'state' | 'membershipId'>;

/** What people who join give is no part of the identity check of the customer, and does not wait for it. */
export const isEditable = (application: Pick<ApplicationRow, 'state'>, item: EditedItem): boolean =>
  isOpen(item) && (item.membershipId !== null || editableStates.includes(application.state));

export function requireEditable(application: Pick<ApplicationRow, 'state'>, item: EditedItem): void {
  if (!isEditable(application, item)) throw new Refusal('invalid_transition', { reason: message('kyc_not_editable') });
}

type State = Pick<ApplicationRow, 'state'>;

/** The account works on while conditions or a refresh are checked. */
export const isVerified = ({ state }: State): boolean => state === 'approved' || state === 'approved_conditional';

export const isSubmittable = ({ state }: State): boolean => editableStates.includes(state);

export const canSubmit = ({ application, items }: KycFile): boolean => {
  const open = items.filter(({ row }) => isOpen(row));
  return (
    isSubmittable(application) &&
    application.state !== 'not_started' &&
    open.length > 0 &&
    open.every(({ row, isComplete }) => row.personId !== null || isComplete)
  );
};
